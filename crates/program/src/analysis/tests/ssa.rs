//! Compares reaching definitions with an enumeration of paths, on random functions with overlapping
//! and unknown accesses.

use crate::analysis::tests::fixtures::{Build, Dice, program};
use crate::analysis::{Access, Addresses, Flow, Jumps, LocalSsa, Place, Reaching, Returns, accesses};
use crate::{BlockId, Function, Inst, LocalId, Program};

/// A random function of up to 10 blocks over two locals of 8 bytes, accessed by bytes, halves, as a
/// whole and through an index.
fn random_function(seed: u64) -> Function {
    let mut dice = Dice::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1);
    let mut b = Build::new("f", &[0, 8], 1);
    let locals = [b.local(8), b.local(8)];
    let blocks = 2 + dice.roll(9);
    for at in 0..blocks {
        for _ in 0..dice.roll(4) {
            random_access(&mut b, &mut dice, locals);
        }
        if at + 1 == blocks {
            break;
        }
        let (then, other) = (dice.roll(blocks), dice.roll(blocks));
        // Mostly forward branches, so that the end is often reached.
        let then = if dice.roll(3) > 0 { at + 1 } else { then };
        b.branch(2, then, other);
    }
    b.ret(None)
}

fn random_access(b: &mut Build, dice: &mut Dice, locals: [LocalId; 2]) {
    let local = locals[dice.roll(2) as usize];
    let bytes = [1u8, 4, 8][dice.roll(3) as usize];
    let offset = dice.roll(8 / u32::from(bytes)) * u32::from(bytes);
    match dice.roll(8) {
        0..=2 => _ = b.inst(Inst::StoreLocal { bytes, val: 2, local, offset }),
        3..=5 => _ = b.value(|dst| Inst::LoadLocal { bytes, dst, local, offset }),
        6 => {
            let base = b.value(|dst| Inst::LocalAddr { dst, local, offset: 0 });
            let addr = b.value(|dst| Inst::Index { dst, a: base, index: 2, scale: 4 });
            if dice.roll(2) == 0 {
                b.inst(Inst::Store { bytes: 4, val: 2, addr });
            } else {
                b.value(|dst| Inst::Load { bytes: 4, dst, addr });
            }
        }
        _ => {
            let src = b.value(|dst| Inst::LocalAddr { dst, local, offset: 0 });
            let dst = b.value(|dst| Inst::LocalAddr { dst, local: locals[dice.roll(2) as usize], offset: 0 });
            b.inst(Inst::MemCopy { may_overlap: true, dst, src, len: 1 });
        }
    }
}

/// Walks backwards from a use, byte by byte, along every path.
fn by_enumeration(function: &Function, flow: &Flow, all: &[Access], access: Access) -> Reaching {
    let Place::Local(local, bytes) = access.place else { panic!("uses of locals only") };
    let mut found = Reaching::default();
    for byte in bytes.start..bytes.end {
        let mut seen = vec![false; flow.cfg.blocks()];
        let mut work = vec![(function.block_of(access.inst), access.inst)];
        while let Some((block, end)) = work.pop() {
            let first = function.blocks[block.0 as usize].first;
            let before = all.iter().rev().filter(|a| a.writes && (first..end).contains(&a.inst));
            let mut killed = false;
            for def in before {
                let Place::Local(other, touched) = def.place else { continue };
                if !killed && other == local && (touched.start..touched.end).contains(&byte) {
                    found.defs.push(def.inst);
                    killed = def.exact;
                    found.certain.extend(killed.then_some(def.inst));
                }
            }
            if killed {
                continue;
            }
            found.entry |= block == BlockId(0);
            for &pred in flow.cfg.reversed().of(block.0).iter().filter(|&&p| flow.cfg.reached(BlockId(p))) {
                if !std::mem::replace(&mut seen[pred as usize], true) {
                    let pred_block = function.blocks[pred as usize];
                    work.push((BlockId(pred), pred_block.first + pred_block.len));
                }
            }
        }
    }
    for list in [&mut found.defs, &mut found.certain] {
        list.sort_unstable();
        list.dedup();
    }
    found
}

fn analyse(program: &Program) -> (Flow, Addresses, Vec<Access>, LocalSsa) {
    let function = &program.functions[0];
    let flow = Flow::new(function, &Returns::new(program), Jumps::Inside);
    let addresses = Addresses::new(program, function, &flow.cfg);
    let mut all = Vec::new();
    (0..function.insts.len() as u32).for_each(|i| accesses(program, function, &addresses, i, |a| all.push(a)));
    let ssa = LocalSsa::new(program, function, &flow, &addresses);
    (flow, addresses, all, ssa)
}

#[test]
fn reaching_definitions_agree_with_path_enumeration() {
    let mut compared = 0;
    for seed in 1..1500 {
        let program = program(vec![random_function(seed)], &[], Vec::new());
        let function = &program.functions[0];
        let (flow, _, all, ssa) = analyse(&program);
        for &access in all.iter().filter(|a| !a.writes && flow.cfg.reached(function.block_of(a.inst))) {
            let expected = by_enumeration(function, &flow, &all, access);
            let actual = ssa.reaching(access.inst);
            assert_eq!(actual, expected, "seed {seed}: {access:?}\n{function}");
            compared += 1;
        }
    }
    assert!(compared > 5000, "only {compared} uses compared");
}

#[test]
fn an_escaping_address_captures_its_local() {
    let mut b = Build::new("f", &[], 0);
    let (kept, passed, stored) = (b.local(4), b.local(4), b.local(8));
    let kept_at = b.value(|dst| Inst::LocalAddr { dst, local: kept, offset: 0 });
    b.value(|dst| Inst::Load { bytes: 4, dst, addr: kept_at });
    let passed_at = b.value(|dst| Inst::LocalAddr { dst, local: passed, offset: 0 });
    let stored_at = b.value(|dst| Inst::LocalAddr { dst, local: stored, offset: 0 });
    b.inst(Inst::Store { bytes: 8, val: stored_at, addr: kept_at });
    b.call(crate::Callee::External(crate::ExternalId(0)), &[passed_at]);
    let program = program(vec![b.ret(None)], &["f"], Vec::new());
    let (_, addresses, ..) = analyse(&program);
    assert_eq!([kept, passed, stored].map(|l| addresses.captured(l)), [false, true, true]);
}
