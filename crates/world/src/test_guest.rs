//! A guest without a machine, for unit tests of models: flat memory, plain words. Terms have no
//! structure here: a word either has one or not, and so have words computed from it.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{Arg, Channel, FailureKind, Guest, Halt, OutByte, Reply, Run, Word};
use whydunit_program::{ArgClass, BinOp, CastOp};

use crate::{Posix, model};

/// Memory starts here; everything above is addressable on demand.
const BASE: u64 = 0x1000;

/// A guest with plain memory, as far as models need it. Its only check is for null.
#[derive(Default)]
pub(crate) struct TestGuest {
    args: Vec<Arg>,
    name: String,
    memory: BTreeMap<u64, u8>,
    /// Addresses of bytes that have a term.
    terms: BTreeSet<u64>,
    /// Do input bytes get terms?
    pub(crate) symbolic_input: bool,
    /// Decisions on words with terms.
    pub(crate) decisions: usize,
    /// The reasons for making words with terms concrete.
    pub(crate) pinned: Vec<&'static str>,
    sizes: BTreeMap<u64, u64>,
    next: u64,
    /// All output, per channel.
    pub(crate) emitted: BTreeMap<Channel, Vec<u8>>,
}

impl TestGuest {
    /// Puts a C string into memory and returns its address.
    pub(crate) fn string(&mut self, text: &str) -> u64 {
        let address = self.reserve(text.len() as u64 + 1, 1);
        self.write_bytes(address.into(), text.as_bytes()).unwrap();
        address
    }

    /// Reads a C string back.
    pub(crate) fn text(&self, address: u64) -> String {
        let bytes: Vec<u8> =
            (address..).map(|a| self.memory.get(&a).copied().unwrap_or(0)).take_while(|&b| b != 0).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Size of a live heap object, if there is one.
    pub(crate) fn allocated_size_known(&self, address: u64) -> Option<u64> {
        self.sizes.get(&address).copied()
    }

    /// The arguments of the call being served.
    pub(crate) fn set_args(&mut self, args: &[Arg]) {
        self.args = args.to_vec();
    }

    /// Calls a model by name.
    pub(crate) fn call(&mut self, world: &mut Posix, name: &str, args: &[Arg]) -> Run<Reply> {
        self.name = name.into();
        self.args = args.to_vec();
        let index = model::find(name).unwrap_or_else(|| panic!("no model {name}"));
        (model::get(index).run)(world, self)
    }
}

/// An integer or pointer argument.
pub(crate) fn int(bits: u64) -> Arg {
    Arg { class: ArgClass::Int, word: bits.into(), high: Word::default() }
}

/// A `double` argument.
pub(crate) fn double(value: f64) -> Arg {
    Arg { class: ArgClass::Float, word: value.into(), high: Word::default() }
}

impl Guest for TestGuest {
    fn args(&self) -> &[Arg] {
        &self.args
    }
    fn load(&mut self, addr: Word, bytes: u8) -> Run<Word> {
        let mut out = [0; 8];
        self.read_bytes(addr, &mut out[..bytes as usize], false)?;
        let term = self.terms.range(addr.bits..addr.bits + u64::from(bytes)).next().is_some();
        Ok(Word { term: term.into(), ..u64::from_le_bytes(out).into() })
    }
    fn store(&mut self, addr: Word, bytes: u8, value: Word) -> Run<()> {
        self.write_bytes(addr, &value.bits.to_le_bytes()[..bytes as usize])?;
        if value.term != 0 {
            self.terms.extend(addr.bits..addr.bits + u64::from(bytes));
        }
        Ok(())
    }
    fn copy(&mut self, dst: Word, src: Word, len: u64) -> Run<()> {
        let mut buffer = vec![0; len as usize];
        self.read_bytes(src, &mut buffer, true)?;
        self.write_bytes(dst, &buffer)
    }
    fn fill(&mut self, dst: Word, byte: Word, len: u64) -> Run<()> {
        self.write_bytes(dst, &vec![byte.bits as u8; len as usize])
    }
    fn read_bytes(&mut self, addr: Word, out: &mut [u8], _undef_ok: bool) -> Run<()> {
        if addr.bits < BASE {
            return Err(Halt::Failed(FailureKind::Misuse("null".into())));
        }
        for (i, byte) in out.iter_mut().enumerate() {
            *byte = self.memory.get(&(addr.bits + i as u64)).copied().unwrap_or(0);
        }
        Ok(())
    }
    fn peek(&mut self, addr: Word, out: &mut [u8]) -> usize {
        let known = (addr.bits..).map_while(|a| self.memory.get(&a).filter(|_| !self.terms.contains(&a)));
        out.iter_mut().zip(known).map(|(to, &from)| *to = from).count()
    }
    fn write_bytes(&mut self, addr: Word, bytes: &[u8]) -> Run<()> {
        if addr.bits < BASE {
            return Err(Halt::Failed(FailureKind::Misuse("null".into())));
        }
        self.terms.retain(|a| !(addr.bits..addr.bits + bytes.len() as u64).contains(a));
        self.memory.extend(bytes.iter().enumerate().map(|(i, &b)| (addr.bits + i as u64, b)));
        Ok(())
    }
    fn bin(&mut self, op: BinOp, w: u8, a: Word, b: Word) -> Word {
        let mask = u64::MAX >> (64 - w);
        let (x, y) = (a.bits, b.bits);
        let signed = |v: u64| ((v << (64 - w)) as i64) >> (64 - w);
        let bits = match op {
            BinOp::Add => x.wrapping_add(y) & mask,
            BinOp::Sub => x.wrapping_sub(y) & mask,
            BinOp::Mul => x.wrapping_mul(y) & mask,
            BinOp::And => x & y,
            BinOp::Or => x | y,
            BinOp::Xor => x ^ y,
            BinOp::Shl => (x << y) & mask,
            BinOp::LShr => x >> y,
            BinOp::Eq => u64::from(x == y),
            BinOp::Ne => u64::from(x != y),
            BinOp::ULt => u64::from(x < y),
            BinOp::ULe => u64::from(x <= y),
            BinOp::SLt => u64::from(signed(x) < signed(y)),
            BinOp::SLe => u64::from(signed(x) <= signed(y)),
            BinOp::UDiv => x / y,
            BinOp::URem => x % y,
            BinOp::FDiv => whydunit_machine::float::bin(op, w, x, y),
            other => unimplemented!("{other:?} in the test guest"),
        };
        Word { bits, undef: 0, term: a.term | b.term }
    }
    fn cast(&mut self, op: CastOp, from: u8, to: u8, a: Word) -> Word {
        let mask = u64::MAX >> (64 - to);
        let bits = match op {
            CastOp::SExt => ((((a.bits << (64 - from)) as i64) >> (64 - from)) as u64) & mask,
            CastOp::Trunc | CastOp::ZExt => a.bits & mask,
            CastOp::SiToFp => whydunit_machine::float::cast(op, from, to, [a.bits, 0])[0],
            other => unimplemented!("{other:?} in the test guest"),
        };
        Word { bits, undef: 0, term: a.term }
    }
    fn select(&mut self, cond: Word, a: Word, b: Word) -> Word {
        if cond.bits != 0 { a } else { b }
    }
    fn decide(&mut self, cond: Word) -> Run<bool> {
        self.decisions += usize::from(cond.term != 0);
        Ok(cond.bits != 0)
    }
    fn pin(&mut self, word: Word, why: &'static str) -> Run<u64> {
        if word.term != 0 {
            self.pinned.push(why);
        }
        Ok(word.bits)
    }
    fn emit(&mut self, channel: Channel, _offset: u64, bytes: &[OutByte]) -> Run<()> {
        self.emitted.entry(channel).or_default().extend(bytes.iter().map(|b| b.word.bits as u8));
        Ok(())
    }
    fn consume(&mut self, _channel: Channel, _offset: u64, bytes: &[u8], out: &mut Vec<Word>) {
        let term = self.symbolic_input.into();
        out.extend(bytes.iter().map(|&b| Word { term, ..Word::from(b) }));
    }
    fn allocate(&mut self, size: u64, align: u64) -> Run<u64> {
        let address = self.reserve(size, align);
        self.sizes.insert(address, size);
        Ok(address)
    }
    fn release(&mut self, addr: u64) -> Run<()> {
        let known = self.sizes.remove(&addr).map(|_| ());
        known.ok_or(Halt::Failed(FailureKind::InvalidFree { address: addr, object: None, twice: false }))
    }
    fn allocated_size(&mut self, addr: u64) -> Run<u64> {
        Ok(self.sizes[&addr])
    }
    fn reserve(&mut self, size: u64, align: u64) -> u64 {
        let address = self.next.max(BASE).next_multiple_of(align.max(1));
        self.next = address + size + 16;
        address
    }
    fn global(&self, _name: &str) -> Option<(u64, u64)> {
        None
    }
    fn callee(&self) -> &str {
        &self.name
    }
    fn steps(&self) -> u64 {
        0
    }
}
