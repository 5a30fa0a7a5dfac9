//! Omissions by decisions: compares summary control with its definition by enumerating paths, and
//! checks the important constructs by hand.

use std::sync::Arc;

use crate::analysis::tests::fixtures::{Build, Dice, global, program};
use crate::analysis::{Access, Analyses, BranchId, Bytes, Flow, Location, Object, Outcome, Place, UseSite, accesses};
use crate::{BlockId, Callee, ExternalId, Function, FunctionId, GlobalId, Inst, LocalId, Program};

fn branches(analyses: &Analyses, function: u32, inst: u32) -> Vec<(u32, u32)> {
    let site = UseSite { function: FunctionId(function), inst };
    analyses.summary_controllers(site).branches.iter().map(|b| (b.function.0, b.block.0)).collect()
}

fn analyses(functions: Vec<Function>, externals: &[&str], globals: usize) -> Analyses {
    let globals = (0..globals).map(|g| global(&format!("g{g}"), 8)).collect();
    Analyses::new(Arc::new(program(functions, externals, globals)))
}

fn global_address(at: usize) -> u64 {
    let mut globals = vec![global("g", 8); at + 1];
    crate::layout::place(&mut globals);
    globals[at].address
}

/// A random function over one local of four bytes.
fn random_function(seed: u64) -> Function {
    let mut dice = Dice::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1);
    let mut b = Build::new("f", &[0], 1);
    let local = b.local(4);
    let blocks = 2 + dice.roll(9);
    for at in 0..blocks - 1 {
        if dice.roll(3) == 0 {
            b.inst(Inst::StoreLocal { bytes: 4, val: 1, local, offset: 0 });
        }
        if dice.roll(3) == 0 {
            b.value(|dst| Inst::LoadLocal { bytes: 4, dst, local, offset: 0 });
        }
        let then = if dice.roll(3) > 0 { at + 1 } else { dice.roll(blocks) };
        b.branch(1, then, dice.roll(blocks));
    }
    b.value(|dst| Inst::LoadLocal { bytes: 4, dst, local, offset: 0 });
    b.ret(None)
}

/// Does the definition `def` reach `site` on some path without another definition?
fn reaches(f: &Function, flow: &Flow, defs: &[u32], def: u32, site: u32) -> bool {
    let kills = |from: u32, to: u32| defs.iter().any(|&d| (from..to).contains(&d));
    let (start, goal) = (f.block_of(def), f.block_of(site));
    let end = |b: BlockId| f.blocks[b.0 as usize].first + f.blocks[b.0 as usize].len;
    if start == goal && def < site && !kills(def + 1, site) {
        return true;
    }
    if kills(def + 1, end(start)) || kills(f.blocks[goal.0 as usize].first, site) {
        return false;
    }
    let closed = |n: u32| n != flow.cfg.exit() && n != goal.0 && kills(f.blocks[n as usize].first, end(BlockId(n)));
    let seen = flow.cfg.edges().reachable(flow.cfg.successors(start), closed);
    seen[goal.0 as usize]
}

/// Is there a path from the start of a block to `site` without a definition?
fn arrives_untouched(f: &Function, flow: &Flow, defs: &[u32], from: u32, site: u32) -> bool {
    let (mut work, mut seen) = (vec![f.blocks[from as usize].first], vec![false; f.insts.len()]);
    while let Some(at) = work.pop() {
        if at == site {
            return true;
        }
        if defs.contains(&at) || std::mem::replace(&mut seen[at as usize], true) {
            continue;
        }
        let block = f.block_of(at);
        if at + 1 < f.blocks[block.0 as usize].first + f.blocks[block.0 as usize].len {
            work.push(at + 1);
        } else {
            let next = flow.cfg.successors(block).iter().filter(|&&to| to != flow.cfg.exit());
            work.extend(next.map(|&to| f.blocks[to as usize].first));
        }
    }
    false
}

#[test]
fn summary_control_agrees_with_its_definition() {
    let (mut found, mut alone) = (0, 0);
    for seed in 1..1200 {
        let analyses = analyses(vec![random_function(seed)], &[], 0);
        let (f, flow) = (analyses.function(FunctionId(0)), analyses.flow(FunctionId(0)));
        let all = |writes: bool| -> Vec<u32> {
            let matching = |i: &Inst| {
                if writes { matches!(i, Inst::StoreLocal { .. }) } else { matches!(i, Inst::LoadLocal { .. }) }
            };
            let insts = f.insts.iter().enumerate().filter(|(_, i)| matching(i)).map(|(at, _)| at as u32);
            insts.filter(|&at| flow.cfg.reached(f.block_of(at))).collect()
        };
        let defs = all(true);
        for site in all(false) {
            let at = |inst: u32| f.block_of(inst).0 as usize;
            let sources: Vec<u32> = defs.iter().copied().filter(|&d| reaches(f, flow, &defs, d, site)).collect();
            let mut expected = Vec::new();
            for branch in (0..flow.cfg.exit()).map(BlockId).filter(|&b| flow.control.decides(b)) {
                let controls = |def: u32| flow.control.chain(f.block_of(def)).contains(&branch);
                let ways = || flow.cfg.successors(branch).iter().copied().filter(|&to| to != flow.cfg.exit());
                let old = |to: u32| arrives_untouched(f, flow, &defs, to, site);
                let new = |to: u32| sources.iter().any(|&d| flow.cfg.edges().reachable(&[to], |_| false)[at(d)]);
                let either = ways().any(|a| old(a) && ways().any(|b| b != a && new(b)));
                if either && sources.iter().any(|&d| controls(d)) {
                    expected.push((0, branch.0));
                }
            }
            let actual = branches(&analyses, 0, site);
            assert_eq!(actual, expected, "seed {seed}: {site}\n{f}");
            found += actual.len();
            alone += usize::from(sources.len() == 1 && !actual.is_empty());
        }
    }
    assert!(found > 500 && alone > 50, "only {found}, {alone} of a single definition");
}

/// `x = 0; if (c) x = 1; use(x)`, with `x` a local, a global, or an escaped local.
#[test]
fn an_omitted_assignment_is_charged_to_the_decision() {
    let mut b = Build::new("f", &[global_address(0)], 1);
    let x = b.local(4);
    b.inst(Inst::StoreLocal { bytes: 4, val: 0, local: x, offset: 0 });
    b.inst(Inst::Store { bytes: 4, val: 1, addr: 0 });
    b.branch(1, 1, 2);
    b.inst(Inst::StoreLocal { bytes: 4, val: 1, local: x, offset: 0 });
    b.inst(Inst::Store { bytes: 4, val: 1, addr: 0 });
    b.jump(2);
    let dst = b.slot();
    let local_use = b.inst(Inst::LoadLocal { bytes: 4, dst, local: x, offset: 0 });
    let dst = b.slot();
    let global_use = b.inst(Inst::Load { bytes: 4, dst, addr: 0 });
    b.inst(Inst::Store { bytes: 4, val: 1, addr: 0 });
    let dst = b.slot();
    let again = b.inst(Inst::Load { bytes: 4, dst, addr: 0 });
    let analyses = analyses(vec![b.ret(None)], &[], 1);
    assert_eq!(branches(&analyses, 0, local_use), [(0, 0)]);
    assert_eq!(branches(&analyses, 0, global_use), [(0, 0)]);
    assert_eq!(branches(&analyses, 0, again), [], "certainly overwritten");
    let branch = BranchId { function: FunctionId(0), block: BlockId(0) };
    let touched = |outcome, object, start| {
        let set = analyses.may_define(branch, Outcome(outcome));
        analyses.may_touch(&set, &Location::In(object, Bytes::at(start, 4)))
    };
    let (x, g) = (Object::Local(FunctionId(0), x), Object::Global(GlobalId(0)));
    assert!(touched(1, x, 0) && touched(1, g, 0), "not taken: both assignments were omitted");
    assert!(!touched(0, x, 0) && !touched(0, g, 0), "taken: nothing was omitted");
    assert!(!touched(1, g, 4) && !touched(1, Object::Global(GlobalId(1)), 0));
    assert!(analyses.may_touch(&analyses.may_define(branch, Outcome(1)), &Location::Unknown));
}

/// `set(p) { if (c) *p = 1; }` called with the address of a local and of a global.
#[test]
fn a_decision_in_a_callee_can_omit_a_definition_for_the_caller() {
    let mut set = Build::new("set", &[], 2);
    set.branch(1, 1, 2);
    set.inst(Inst::Store { bytes: 4, val: 1, addr: 0 });
    set.jump(2);
    let set = set.ret(None);
    let mut main = Build::new("main", &[global_address(0), global_address(1)], 1);
    let x = main.local(4);
    main.inst(Inst::StoreLocal { bytes: 4, val: 2, local: x, offset: 0 });
    let at = main.value(|dst| Inst::LocalAddr { dst, local: x, offset: 0 });
    main.branch(2, 1, 2); // b0: if (c) set(&x, c)
    main.call(Callee::Direct(FunctionId(0)), &[at, 2]); // b1 → b2
    main.call(Callee::Direct(FunctionId(0)), &[0, 2]); // b2: set(&g0, c)
    let dst = main.slot();
    let x_use = main.inst(Inst::LoadLocal { bytes: 4, dst, local: x, offset: 0 });
    let dst = main.slot();
    let g_use = main.inst(Inst::Load { bytes: 4, dst, addr: 0 });
    let dst = main.slot();
    let other_use = main.inst(Inst::Load { bytes: 4, dst, addr: 1 });
    let analyses = analyses(vec![set, main.ret(None)], &[], 2);
    assert_eq!(branches(&analyses, 1, x_use), [(0, 0), (1, 0)]);
    // One abstract parameter for both calls: the call under b0 may touch g0 too.
    assert_eq!(branches(&analyses, 1, g_use), [(0, 0), (1, 0)]);
    assert_eq!(branches(&analyses, 1, other_use), []);
    let branch = BranchId { function: FunctionId(1), block: BlockId(0) };
    let omitted = analyses.may_define(branch, Outcome(1));
    assert!(analyses.may_touch(&omitted, &Location::In(Object::Local(FunctionId(1), x), Bytes::at(0, 4))));
}

/// `main { if (c) g = 1; use(); }  use { read g }`: the decision is in the caller.
#[test]
fn a_decision_in_a_caller_can_omit_a_definition_of_a_global() {
    let mut user = Build::new("use", &[global_address(0)], 0);
    let dst = user.slot();
    let site = user.inst(Inst::Load { bytes: 4, dst, addr: 0 });
    let user = user.ret(None);
    let mut main = Build::new("main", &[global_address(0)], 1);
    main.branch(1, 1, 2);
    main.inst(Inst::Store { bytes: 4, val: 1, addr: 0 });
    main.jump(2);
    main.call(Callee::Direct(FunctionId(0)), &[]);
    let analyses = analyses(vec![user, main.ret(None)], &[], 1);
    assert_eq!(branches(&analyses, 0, site), [(1, 0)]);
}

#[test]
fn code_that_leads_only_to_exit_is_no_omission() {
    let mut main = Build::new("main", &[global_address(0)], 1);
    main.branch(1, 1, 3); // if (c) { g = 1; exit(c); } use g
    main.inst(Inst::Store { bytes: 4, val: 1, addr: 0 });
    main.call(Callee::External(ExternalId(0)), &[1]); // b1 → b2
    main.inst(Inst::Unreachable); // b2
    let dst = main.slot();
    let site = main.inst(Inst::Load { bytes: 4, dst, addr: 0 });
    let analyses = analyses(vec![main.ret(None)], &["exit"], 1);
    assert_eq!(branches(&analyses, 0, site), []);
    let branch = BranchId { function: FunctionId(0), block: BlockId(0) };
    let omitted = analyses.may_define(branch, Outcome(1));
    assert!(!analyses.may_touch(&omitted, &Location::In(Object::Global(GlobalId(0)), Bytes::at(0, 4))));
}

#[test]
fn the_decision_that_leaves_a_loop_omits_its_body() {
    // x = 0; while (c) x = 1; use x
    let mut b = Build::new("f", &[], 1);
    let x = b.local(4);
    b.inst(Inst::StoreLocal { bytes: 4, val: 0, local: x, offset: 0 });
    b.jump(1);
    b.branch(0, 2, 3);
    b.inst(Inst::StoreLocal { bytes: 4, val: 0, local: x, offset: 0 });
    b.jump(1);
    let dst = b.slot();
    let site = b.inst(Inst::LoadLocal { bytes: 4, dst, local: x, offset: 0 });
    let analyses = analyses(vec![b.ret(None)], &[], 0);
    assert_eq!(branches(&analyses, 0, site), [(0, 1)]);
    let branch = BranchId { function: FunctionId(0), block: BlockId(1) };
    let x = Location::In(Object::Local(FunctionId(0), x), Bytes::at(0, 4));
    assert!(analyses.may_touch(&analyses.may_define(branch, Outcome(1)), &x));
    assert!(!analyses.may_touch(&analyses.may_define(branch, Outcome(0)), &x));
}

/// `do x = 1; while (c); use(x)`, with `x` a local and a global: another iteration would execute
/// the only definition again.
#[test]
fn the_decision_that_leaves_a_loop_omits_another_iteration() {
    let mut b = Build::new("f", &[global_address(0)], 1);
    let x = b.local(4);
    b.jump(1);
    b.inst(Inst::StoreLocal { bytes: 4, val: 1, local: x, offset: 0 });
    b.inst(Inst::Store { bytes: 4, val: 1, addr: 0 });
    let dst = b.slot();
    let inside = b.inst(Inst::LoadLocal { bytes: 4, dst, local: x, offset: 0 });
    b.branch(1, 1, 2);
    let dst = b.slot();
    let local_use = b.inst(Inst::LoadLocal { bytes: 4, dst, local: x, offset: 0 });
    let dst = b.slot();
    let global_use = b.inst(Inst::Load { bytes: 4, dst, addr: 0 });
    let analyses = analyses(vec![b.ret(None)], &[], 1);
    assert_eq!(branches(&analyses, 0, local_use), [(0, 1)]);
    assert_eq!(branches(&analyses, 0, global_use), [(0, 1)]);
    assert_eq!(branches(&analyses, 0, inside), [], "redefined in every iteration");
}

#[test]
fn externals_write_where_their_arguments_point() {
    let mut main = Build::new("main", &[global_address(0), 4], 1);
    let (x, y) = (main.local(8), main.local(8));
    let x_at = main.value(|dst| Inst::LocalAddr { dst, local: x, offset: 0 });
    main.branch(2, 1, 2);
    main.call(Callee::External(ExternalId(0)), &[x_at, 0, 1]); // memset(&x, …, 4)
    main.call(Callee::External(ExternalId(1)), &[0]); // strlen(&g0)
    let analyses = analyses(vec![main.ret(None)], &["memset", "strlen"], 1);
    let branch = BranchId { function: FunctionId(0), block: BlockId(0) };
    let omitted = analyses.may_define(branch, Outcome(1));
    let touched = |object, start| analyses.may_touch(&omitted, &Location::In(object, Bytes::at(start, 4)));
    let local = |l: LocalId| Object::Local(FunctionId(0), l);
    assert!(touched(local(x), 0) && !touched(local(x), 4) && !touched(local(y), 0));
    assert!(!touched(Object::Global(GlobalId(0)), 0));
    assert!(touched(Object::World, 0), "a call may set errno");
}

/// Also used by the alias tests: the local accesses of a program without captures.
#[test]
fn uses_name_the_memory_they_read() {
    let mut b = Build::new("f", &[global_address(0)], 0);
    let x = b.local(8);
    b.value(|dst| Inst::LoadLocal { bytes: 4, dst, local: x, offset: 4 });
    let field = b.value(|dst| Inst::Offset { dst, a: 0, offset: 4 });
    b.value(|dst| Inst::Load { bytes: 4, dst, addr: field });
    let program: Program = program(vec![b.ret(None)], &[], vec![global("g0", 8)]);
    let analyses = Analyses::new(Arc::new(program));
    let id = FunctionId(0);
    let mut found: Vec<Access> = Vec::new();
    for inst in 0..analyses.function(id).insts.len() as u32 {
        accesses(analyses.program(), analyses.function(id), analyses.addresses(id), inst, |a| found.push(a));
    }
    let places: Vec<Place> = found.iter().map(|a| a.place).collect();
    assert_eq!(places, [Place::Local(x, Bytes::at(4, 4)), Place::Global(GlobalId(0), Bytes::at(4, 4))]);
    assert!(found.iter().all(|a| a.exact && !a.writes));
}
