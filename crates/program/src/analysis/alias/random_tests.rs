//! Cross-checks aliasing with execution: the analysis must predict all effects of random pointer
//! programs.

use std::collections::HashMap;
use std::sync::Arc;

use super::elements::Element;
use super::tests::{EXTERNALS, FIRST_FUNCTION, FUNCTIONS, NUMBERS, constants};
use super::{Aliasing, Object};
use crate::analysis::tests::fixtures::{Build, Dice, global, program};
use crate::analysis::{Analyses, BranchId, Bytes, Location, Outcome};
use crate::layout::{self, Code};
use crate::{BlockId, Callee, ExternalId, Function, FunctionId, Inst, Program, Slot};

/// A random function: two pointer variables, a struct, a few blocks of random pointer operations.
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
    // A call in the last block continues here.
    b.ret(Some(pool[dice.roll(entry as u32) as usize]))
}

/// A decision whose join is still ahead, with the writes since.
struct Live {
    branch: BranchId,
    taken: Outcome,
    join: Option<BlockId>,
    depth: u32,
    /// Number of objects at the decision.
    objects: usize,
    written: Vec<(Object, u64, u64)>,
}

struct Runner<'a> {
    program: &'a Program,
    analyses: &'a Analyses,
    aliasing: &'a Aliasing,
    live: Vec<Live>,
    omissions: u32,
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

    /// The object at a concrete address.
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

    /// Checks that the analysis allows `value` in `slot`.
    fn check(&mut self, function: FunctionId, slot: Slot, value: u64) {
        let Some((object, offset, _)) = self.locate(value) else { return };
        let id = self.aliasing.objects.find(object);
        let exact = |id| Element::exact(id, offset as i32);
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

    /// Address arithmetic; null when it leaves its object and would reach another.
    fn moved(&self, address: u64, by: i64) -> u64 {
        let to = address.wrapping_add_signed(by);
        let same = self.locate(address).map(|(object, offset, _)| (object, address - offset));
        let stays = same.is_some() && self.locate(to).map(|(object, offset, _)| (object, to - offset)) == same;
        if stays { to } else { 0 }
    }

    /// Records a write for all open decisions, unless the object is newer than the decision.
    fn wrote(&mut self, address: u64, len: u64) {
        let Some((object, offset, _)) = self.locate(address) else { return };
        let born = self.objects.iter().position(|(base, size, _)| (*base..base + size).contains(&address)).unwrap_or(0);
        let there = |live: &&mut Live| born < live.objects || matches!(object, Object::Global(_));
        self.live.iter_mut().filter(there).for_each(|live| live.written.push((object, offset, len)));
    }

    /// Closes the decisions of a frame that have their join at `at`, or all of them. Everything
    /// written since may be omitted by the other outcome.
    fn join(&mut self, depth: u32, at: Option<BlockId>) {
        while let Some(live) = self.live.pop_if(|live| live.depth == depth && (at.is_none() || live.join == at)) {
            let other = self.analyses.may_define(live.branch, Outcome(1 - live.taken.0));
            for (object, offset, len) in live.written {
                let location = Location::In(object, Bytes::at(offset as u32, len as u32));
                self.omissions += 1;
                assert!(
                    self.analyses.may_touch(&other, &location),
                    "{:?} did not foresee {location:?}\n{}",
                    live.branch,
                    self.program
                );
            }
        }
    }

    fn decide(&mut self, id: FunctionId, inst: u32, to: BlockId, depth: u32) {
        let (block, flow) = (self.program.function(id).block_of(inst), self.analyses.flow(id));
        if flow.control.decides(block)
            && let Some(taken) = flow.cfg.outcome(block, to)
        {
            let (branch, join) = (BranchId { function: id, block }, flow.join(block));
            let objects = self.objects.len();
            self.live.push(Live { branch, taken, join, depth, objects, written: Vec::new() });
        }
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
                    self.wrote(read(addr), 8);
                    None
                }
                Inst::LoadLocal { dst, local, .. } => {
                    Some((dst, self.memory.get(&locals[local.0 as usize]).copied().unwrap_or(0)))
                }
                Inst::StoreLocal { val, local, .. } => {
                    self.memory.insert(locals[local.0 as usize], read(val));
                    self.wrote(locals[local.0 as usize], 8);
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
                    self.wrote(read(dst), read(len));
                    None
                }
                Inst::Branch { then, other, .. } => {
                    let to = if self.dice.roll(2) == 0 { then } else { other };
                    next = f.blocks[to.0 as usize].first;
                    self.decide(id, at, to, depth);
                    None
                }
                Inst::Call { site } => {
                    let call = &f.calls[site as usize];
                    next = f.blocks[call.next.0 as usize].first;
                    let args: Vec<u64> = call.args.iter().map(|a| read(a.slot)).collect();
                    let result = self.call(id, at, call.callee, &args, &slots, depth);
                    Some((call.dst, result))
                }
                Inst::Return { first, .. } => {
                    self.join(depth, None);
                    return read(first);
                }
                _ => None,
            };
            if let Some((dst, value)) = define {
                slots[dst as usize] = value;
                self.check(id, dst, value);
            }
            at = next;
            if f.blocks[f.block_of(at).0 as usize].first == at {
                self.join(depth, Some(f.block_of(at)));
            }
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
        // Too deep: end the whole run, because continuing would be a return that never happens.
        self.steps = 1 << 30;
        0
    }
}

#[test]
fn the_analysis_predicts_the_effects_of_random_programs() {
    let (mut checked, mut omissions) = (0, 0);
    for seed in 1..160u64 {
        let mut dice = Dice::new(seed);
        let functions = (0..FUNCTIONS).map(|at| random_function(&mut dice, at)).collect();
        let mut program = program(functions, EXTERNALS, vec![global("g", 32); 3]);
        let address = program.globals[1].address + 8;
        std::sync::Arc::make_mut(&mut program.globals)[0].init =
            [0u64, address, layout::function_address(FunctionId(2))].iter().flat_map(|w| w.to_le_bytes()).collect();
        let analyses = Analyses::new(Arc::new(program));
        let (program, aliasing) = (analyses.program(), analyses.aliasing());
        for round in 0..6 {
            let mut runner = Runner {
                program,
                analyses: &analyses,
                aliasing,
                live: Vec::new(),
                omissions: 0,
                dice: Dice::new(seed * 31 + round + 1),
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
            omissions += runner.omissions;
        }
    }
    assert!(checked > 20_000, "only {checked} pointers checked");
    assert!(omissions > 2_000, "only {omissions} writes under decisions checked");
}
