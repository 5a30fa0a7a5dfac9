//! Aliasing against execution: whatever a random pointer program does, the analysis said it might.

use std::collections::HashMap;

use super::{Aliasing, Object};
use crate::analysis::Returns;
use crate::analysis::testing::{Build, Dice, global, program};
use crate::layout::{self, Code};
use crate::{Callee, ExternalId, Function, FunctionId, GlobalId, Inst, Program, Slot};

const EXTERNALS: &[&str] = &["malloc", "strchr", "mystery"];
const FUNCTIONS: u32 = 4;
/// Constants of every function: three globals, four functions, small numbers.
const FIRST_FUNCTION: Slot = 3;
const NUMBERS: Slot = FIRST_FUNCTION + FUNCTIONS;

fn constants() -> Vec<u64> {
    let mut globals = vec![global("g", 32); 3];
    layout::place(&mut globals);
    let mut all: Vec<u64> = globals.iter().map(|g| g.address).collect();
    all.extend((0..FUNCTIONS).map(|f| layout::function_address(FunctionId(f))));
    all.extend([0, 1, 2, 16, 32]);
    all
}

/// A random function: two pointer variables, a structure, a few blocks of random pointer traffic.
fn random_function(dice: &mut Dice, at: u32) -> Function {
    let mut b = Build::new(&format!("f{at}"), &constants(), 2);
    let locals = [b.local(8), b.local(8), b.local(32)];
    let mut pool: Vec<Slot> = vec![0, 1, 2, FIRST_FUNCTION + dice.roll(FUNCTIONS), NUMBERS + 5, NUMBERS + 6];
    for local in locals {
        pool.push(b.value(|dst| Inst::LocalAddr { dst, local, offset: 0 }));
    }
    let entry = pool.len();
    let blocks = 3 + dice.roll(3);
    for _ in 0..blocks {
        pool.truncate(entry);
        for _ in 0..2 + dice.roll(7) {
            let pick = |dice: &mut Dice| pool[dice.roll(pool.len() as u32) as usize];
            let (p, q) = (pick(dice), pick(dice));
            let local = locals[dice.roll(3) as usize];
            match dice.roll(10) {
                0 => pool.push(b.value(|dst| Inst::Offset { dst, a: p, offset: [8, 16, -8][dice.roll(3) as usize] })),
                1 => {
                    let (index, scale) = (NUMBERS + dice.roll(3), 8 + 8 * dice.roll(2));
                    pool.push(b.value(|dst| Inst::Index { dst, a: p, index, scale }));
                }
                2 | 3 => pool.push(b.value(|dst| Inst::Load { bytes: 8, dst, addr: p })),
                4 | 5 => _ = b.inst(Inst::Store { bytes: 8, val: q, addr: p }),
                6 => pool.push(b.value(|dst| Inst::LoadLocal { bytes: 8, dst, local, offset: 0 })),
                7 => _ = b.inst(Inst::StoreLocal { bytes: 8, val: p, local, offset: 0 }),
                8 => _ = b.inst(Inst::MemCopy { may_overlap: true, dst: p, src: q, len: NUMBERS + 3 + dice.roll(2) }),
                _ => pool.push(b.value(|dst| Inst::Select { dst, c: NUMBERS, a: p, b: q })),
            }
        }
        let pick = |dice: &mut Dice| pool[dice.roll(pool.len() as u32) as usize];
        let (p, q) = (pick(dice), pick(dice));
        let callee = match dice.roll(7) {
            0 => Callee::External(ExternalId(0)),
            1 => Callee::External(ExternalId(1)),
            2 => Callee::Direct(FunctionId(dice.roll(FUNCTIONS))),
            3 => Callee::Indirect(pick(dice)),
            _ => {
                let (then, other) = (dice.roll(blocks), dice.roll(blocks));
                b.branch(NUMBERS, then, other);
                continue;
            }
        };
        b.call(callee, &[p, q]);
    }
    // A call in the last block goes on here.
    b.ret(Some(pool[dice.roll(entry as u32) as usize]))
}

struct Runner<'a> {
    program: &'a Program,
    aliasing: &'a Aliasing,
    dice: Dice,
    memory: HashMap<u64, u64>,
    objects: Vec<(u64, u64, Object)>,
    steps: u32,
    checked: u32,
}

impl Runner<'_> {
    fn allocate(&mut self, size: u64, object: Object) -> u64 {
        let base = layout::HEAP + 0x1000 * self.objects.len() as u64;
        self.objects.push((base, size, object));
        base
    }

    /// What lies at a concrete address.
    fn locate(&self, address: u64) -> Option<(Object, u64, u64)> {
        match layout::code_at(address) {
            Some(Code::Function(f)) if f.0 < FUNCTIONS => return Some((Object::Function(f), 0, 1)),
            _ => {}
        }
        if let Some(id) = self.program.global_at(address) {
            let global = &self.program.globals[id.0 as usize];
            return Some((Object::Global(id), address - global.address, global.size));
        }
        let found = self.objects.iter().find(|(base, size, _)| (*base..base + size).contains(&address));
        found.map(|&(base, size, object)| (object, address - base, size))
    }

    /// The analysis must know that `slot` may hold `value`.
    fn check(&mut self, function: FunctionId, slot: Slot, value: u64) {
        let Some((object, offset, _)) = self.locate(value) else { return };
        let id = self.aliasing.objects.find(object);
        let exact = |id| super::Element::exact(id, offset as i32);
        let places = self.aliasing.places(function, slot);
        let known =
            id.is_some_and(|id| places.iter().any(|&p| self.aliasing.elements.get(p).overlaps(1, &exact(id), 1)));
        self.checked += 1;
        assert!(
            known,
            "%{slot} of f{} points to {object:?}+{offset}; known {:?}\n{}",
            function.0,
            self.aliasing.points_to(function, slot),
            self.program
        );
    }

    /// Address arithmetic; null when it leaves its object, which would be another one's address.
    fn moved(&self, address: u64, by: i64) -> u64 {
        let to = address.wrapping_add_signed(by);
        let same = self.locate(address).map(|(object, offset, _)| (object, address - offset));
        let stays = same.is_some() && self.locate(to).map(|(object, offset, _)| (object, to - offset)) == same;
        if stays { to } else { 0 }
    }

    fn valid(&self, address: u64, len: u64) -> bool {
        self.locate(address).is_some_and(|(object, offset, size)| {
            !matches!(object, Object::Function(_)) && offset + len <= size && offset % 8 == 0
        })
    }

    fn run(&mut self, id: FunctionId, args: &[u64], depth: u32) -> u64 {
        let f = self.program.function(id);
        let mut slots = vec![0u64; f.slots as usize];
        slots[..f.constants.len()].copy_from_slice(&f.constants);
        for (param, &arg) in f.params.iter().zip(args) {
            slots[param.slot as usize] = arg;
            self.check(id, param.slot, arg);
        }
        let locals: Vec<u64> = (0..f.locals.len() as u32)
            .map(|l| self.allocate(u64::from(f.locals[l as usize].size), Object::Local(id, crate::LocalId(l))))
            .collect();
        let mut at = 0u32;
        loop {
            self.steps += 1;
            if self.steps > 3000 {
                return 0;
            }
            let mut next = at + 1;
            let read = |s: Slot| slots[s as usize];
            let define = match f.insts[at as usize] {
                Inst::LocalAddr { dst, local, offset } => Some((dst, locals[local.0 as usize] + u64::from(offset))),
                Inst::Offset { dst, a, offset } => Some((dst, self.moved(read(a), i64::from(offset)))),
                Inst::Index { dst, a, index, scale } => {
                    Some((dst, self.moved(read(a), (read(index) * u64::from(scale)) as i64)))
                }
                Inst::Select { dst, a, b, .. } => Some((dst, if self.dice.roll(2) == 0 { read(a) } else { read(b) })),
                Inst::Load { dst, addr, .. } if self.valid(read(addr), 8) => {
                    self.check(id, addr, read(addr));
                    Some((dst, self.memory.get(&read(addr)).copied().unwrap_or(0)))
                }
                Inst::Store { val, addr, .. } if self.valid(read(addr), 8) => {
                    self.check(id, addr, read(addr));
                    self.memory.insert(read(addr), read(val));
                    None
                }
                Inst::LoadLocal { dst, local, .. } => {
                    Some((dst, self.memory.get(&locals[local.0 as usize]).copied().unwrap_or(0)))
                }
                Inst::StoreLocal { val, local, .. } => {
                    self.memory.insert(locals[local.0 as usize], read(val));
                    None
                }
                Inst::MemCopy { dst, src, len, .. }
                    if self.valid(read(dst), read(len)) && self.valid(read(src), read(len)) =>
                {
                    let words: Vec<u64> = (0..read(len))
                        .step_by(8)
                        .map(|o| self.memory.get(&(read(src) + o)).copied().unwrap_or(0))
                        .collect();
                    words.iter().enumerate().for_each(|(n, &w)| _ = self.memory.insert(read(dst) + 8 * n as u64, w));
                    None
                }
                Inst::Branch { then, other, .. } => {
                    let to = if self.dice.roll(2) == 0 { then } else { other };
                    next = f.blocks[to.0 as usize].first;
                    None
                }
                Inst::Call { site } => {
                    let call = &f.calls[site as usize];
                    next = f.blocks[call.next.0 as usize].first;
                    let args: Vec<u64> = call.args.iter().map(|a| read(a.slot)).collect();
                    let result = self.call(id, at, call.callee, &args, &slots, depth);
                    Some((call.dst, result))
                }
                Inst::Return { first, .. } => return read(first),
                _ => None,
            };
            if let Some((dst, value)) = define {
                slots[dst as usize] = value;
                self.check(id, dst, value);
            }
            at = next;
        }
    }

    fn call(&mut self, id: FunctionId, at: u32, callee: Callee, args: &[u64], slots: &[u64], depth: u32) -> u64 {
        let function = match callee {
            Callee::Direct(f) => Some(f),
            Callee::Indirect(slot) => match layout::code_at(slots[slot as usize]) {
                Some(Code::Function(f)) if f.0 < FUNCTIONS => Some(f),
                _ => None,
            },
            Callee::External(ExternalId(0)) => {
                let object = Object::Heap(id, at);
                return self.allocate(32, object);
            }
            Callee::External(_) => return args[0],
        };
        let Some(function) = function else { return 0 };
        assert!(self.aliasing.callees(id, at).any(|f| f == function), "call graph misses f{}", function.0);
        if depth < 5 {
            return self.run(function, args, depth + 1);
        }
        // Too deep: the whole run ends here, because going on would be a return that never was.
        self.steps = 1 << 30;
        0
    }
}

#[test]
fn what_a_random_program_does_was_foreseen() {
    let mut checked = 0;
    for seed in 1..400u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let functions = (0..FUNCTIONS).map(|at| random_function(&mut dice, at)).collect();
        let mut program = program(functions, EXTERNALS, vec![global("g", 32); 3]);
        let address = program.globals[1].address + 8;
        program.globals[0].init =
            [0u64, address, layout::function_address(FunctionId(2))].iter().flat_map(|w| w.to_le_bytes()).collect();
        let aliasing = Aliasing::new(&program, &Returns::new(&program));
        for round in 0..6 {
            let mut runner = Runner {
                program: &program,
                aliasing: &aliasing,
                dice: Dice(seed * 31 + round + 1),
                memory: HashMap::new(),
                objects: Vec::new(),
                steps: 0,
                checked: 0,
            };
            let init = &program.globals[0].init;
            for (at, word) in init.chunks(8).enumerate() {
                let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
                runner.memory.insert(program.globals[0].address + 8 * at as u64, word);
            }
            runner.run(FunctionId(0), &[], 0);
            checked += runner.checked;
        }
    }
    assert!(checked > 50_000, "only {checked} pointers checked");
}

/// Two functions that store through a parameter, and fields that must stay apart.
#[test]
fn fields_and_array_elements_stay_apart() {
    let [g0, g1, g2] = [0, 1, 2];
    let mut b = Build::new("f", &constants(), 0);
    let table = b.local(64); // four rows of two pointers
    let base = b.value(|dst| Inst::LocalAddr { dst, local: table, offset: 0 });
    let row = b.value(|dst| Inst::Index { dst, a: base, index: NUMBERS, scale: 16 });
    b.inst(Inst::Store { bytes: 8, val: g0, addr: row });
    let second = b.value(|dst| Inst::Offset { dst, a: row, offset: 8 });
    b.inst(Inst::Store { bytes: 8, val: g1, addr: second });
    let other = b.value(|dst| Inst::Index { dst, a: base, index: NUMBERS + 1, scale: 16 });
    let first = b.value(|dst| Inst::Load { bytes: 8, dst, addr: other });
    let other = b.value(|dst| Inst::Offset { dst, a: other, offset: 8 });
    let last = b.value(|dst| Inst::Load { bytes: 8, dst, addr: other });
    let program = program(vec![b.ret(Some(g2))], &[], vec![global("g", 32); 3]);
    let aliasing = Aliasing::new(&program, &Returns::new(&program));
    let objects = |slot| -> Vec<Object> { aliasing.points_to(FunctionId(0), slot).iter().map(|p| p.object).collect() };
    assert_eq!(objects(first), [Object::Global(GlobalId(0))]);
    assert_eq!(objects(last), [Object::Global(GlobalId(1))]);
}

#[test]
fn a_walk_over_an_array_keeps_its_stride() {
    // p = &table; loop: q = *(p + 8); p = p + 16
    let mut b = Build::new("f", &constants(), 0);
    let (table, p) = (b.local(64), b.local(8));
    let base = b.value(|dst| Inst::LocalAddr { dst, local: table, offset: 0 });
    let field = b.value(|dst| Inst::LocalAddr { dst, local: table, offset: 24 });
    b.inst(Inst::Store { bytes: 8, val: 1, addr: field });
    b.inst(Inst::Store { bytes: 8, val: 0, addr: base });
    b.inst(Inst::StoreLocal { bytes: 8, val: base, local: p, offset: 0 });
    b.jump(1);
    let at = b.value(|dst| Inst::LoadLocal { bytes: 8, dst, local: p, offset: 0 });
    let field = b.value(|dst| Inst::Offset { dst, a: at, offset: 8 });
    let q = b.value(|dst| Inst::Load { bytes: 8, dst, addr: field });
    let next = b.value(|dst| Inst::Offset { dst, a: at, offset: 16 });
    b.inst(Inst::StoreLocal { bytes: 8, val: next, local: p, offset: 0 });
    b.branch(NUMBERS, 1, 2);
    let program = program(vec![b.ret(None)], &[], vec![global("g", 32); 3]);
    let aliasing = Aliasing::new(&program, &Returns::new(&program));
    let objects: Vec<Object> = aliasing.points_to(FunctionId(0), q).iter().map(|p| p.object).collect();
    assert_eq!(objects, [Object::Global(GlobalId(1))]);
}

#[test]
fn callers_of_an_allocating_function_own_what_it_returns() {
    let mut xmalloc = Build::new("xmalloc", &[0], 1);
    let p = xmalloc.local(8);
    let fresh = xmalloc.call(Callee::External(ExternalId(0)), &[1]);
    xmalloc.inst(Inst::StoreLocal { bytes: 8, val: fresh, local: p, offset: 0 });
    let result = xmalloc.value(|dst| Inst::LoadLocal { bytes: 8, dst, local: p, offset: 0 });
    let xmalloc = xmalloc.ret(Some(result));
    let mut main = Build::new("main", &[16], 0);
    let a = main.call(Callee::Direct(FunctionId(0)), &[0]);
    let b = main.call(Callee::Direct(FunctionId(0)), &[0]);
    main.inst(Inst::Store { bytes: 8, val: a, addr: b });
    let mut keep = Build::new("keep", &constants(), 0);
    let kept = keep.call(Callee::External(ExternalId(0)), &[NUMBERS]);
    keep.inst(Inst::Store { bytes: 8, val: kept, addr: 0 });
    let program = program(vec![xmalloc, main.ret(None), keep.ret(Some(kept))], EXTERNALS, vec![global("g", 32); 3]);
    let aliasing = Aliasing::new(&program, &Returns::new(&program));
    let objects = |slot| -> Vec<Object> { aliasing.points_to(FunctionId(1), slot).iter().map(|p| p.object).collect() };
    assert_eq!(objects(a), [Object::Heap(FunctionId(1), 0)]);
    assert_eq!(objects(b), [Object::Heap(FunctionId(1), 1)]);
    let stack = [(FunctionId(0), 0), (FunctionId(1), 1)];
    assert_eq!(aliasing.allocated_at(&program, stack), Some(Object::Heap(FunctionId(1), 1)));
    let stack = [(FunctionId(2), 0), (FunctionId(1), 1)];
    assert_eq!(aliasing.allocated_at(&program, stack), Some(Object::Heap(FunctionId(2), 0)), "it keeps a copy");
}

#[test]
fn an_unknown_function_may_do_anything_with_what_it_gets() {
    // mystery(&box), box holds &g1; g2 holds a function. Afterwards box may hold anything that escaped.
    let mut b = Build::new("f", &constants(), 0);
    let (given, kept) = (b.local(8), b.local(8));
    let given_at = b.value(|dst| Inst::LocalAddr { dst, local: given, offset: 0 });
    let kept_at = b.value(|dst| Inst::LocalAddr { dst, local: kept, offset: 0 });
    b.inst(Inst::Store { bytes: 8, val: 1, addr: given_at });
    b.inst(Inst::Store { bytes: 8, val: FIRST_FUNCTION + 1, addr: 1 });
    b.inst(Inst::Store { bytes: 8, val: 2, addr: kept_at });
    b.call(Callee::External(ExternalId(2)), &[given_at]);
    let after = b.value(|dst| Inst::Load { bytes: 8, dst, addr: given_at });
    let still = b.value(|dst| Inst::Load { bytes: 8, dst, addr: kept_at });
    let mut called = Build::new("called", &[], 1);
    let touched = called.value(|dst| Inst::Load { bytes: 8, dst, addr: 0 });
    let f = b.ret(None);
    let at = f.insts.iter().position(|i| matches!(i, Inst::Call { .. })).unwrap_or_default() as u32;
    let program = program(vec![f, called.ret(Some(touched))], EXTERNALS, vec![global("g", 32); 3]);
    let aliasing = Aliasing::new(&program, &Returns::new(&program));
    let objects =
        |f, slot| -> Vec<Object> { aliasing.points_to(FunctionId(f), slot).iter().map(|p| p.object).collect() };
    let after = objects(0, after);
    assert!(after.contains(&Object::Global(GlobalId(1))) && after.contains(&Object::World), "{after:?}");
    assert_eq!(objects(0, still), [Object::Global(GlobalId(2))]);
    assert!(aliasing.callees(FunctionId(0), at).any(|f| f == FunctionId(1)), "its address escaped");
    assert!(objects(1, 0).contains(&Object::World));
}
