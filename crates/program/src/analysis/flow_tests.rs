//! Control flow compared with its definitions by brute force on random graphs, and hand-written
//! examples of each awkward construct.

use super::testing::{Build, flow_of, program, random_cfg};
use super::{Cfg, Controller, Flow, Jumps, Outcome, Returns};
use crate::{BlockId, Callee, ExternalId, FunctionId, Inst};

/// Can `from` reach `to` without passing `without`?
fn reaches(cfg: &Cfg, from: u32, to: u32, without: u32) -> bool {
    cfg.edges().reachable(&[from], |n| n == without)[to as usize]
}

fn post_dominates(cfg: &Cfg, a: u32, b: u32) -> bool {
    a == b || !reaches(cfg, b, cfg.exit(), a)
}

#[test]
fn dominance_agrees_with_removing_nodes() {
    for seed in 1..1500 {
        let flow = flow_of(random_cfg(seed));
        let reached = flow.cfg.edges().reachable(&[0], |_| false);
        let live: Vec<u32> = (0..=flow.cfg.exit()).filter(|&n| reached[n as usize]).collect();
        for &a in &live {
            for &b in &live {
                let expected = a == b || !reaches(&flow.cfg, 0, b, a);
                assert_eq!(flow.dominators.dominates(a, b), expected, "seed {seed}: {a} dom {b}");
                let expected = post_dominates(&flow.cfg, a, b);
                assert_eq!(flow.post_dominators.dominates(a, b), expected, "seed {seed}: {a} pdom {b}");
            }
        }
    }
}

#[test]
fn control_dependence_agrees_with_its_definition() {
    for seed in 1..1500 {
        let flow = flow_of(random_cfg(seed));
        let reached = flow.cfg.edges().reachable(&[0], |_| false);
        let blocks: Vec<u32> = (0..flow.cfg.exit()).filter(|&n| reached[n as usize]).collect();
        for &block in &blocks {
            let mut expected = Vec::new();
            for &branch in &blocks {
                for (at, &to) in flow.cfg.edges().of(branch).iter().enumerate() {
                    let strictly = block != branch && post_dominates(&flow.cfg, block, branch);
                    if to != flow.cfg.exit() && post_dominates(&flow.cfg, block, to) && !strictly {
                        expected.push(Controller { block: BlockId(branch), outcome: Outcome(at as u32) });
                    }
                }
            }
            // A block with one successor is post-dominated by that successor.
            expected.retain(|c| flow.cfg.successors(c.block).len() > 1);
            assert_eq!(flow.control.of(BlockId(block)), expected, "seed {seed}: block {block}");
        }
    }
}

#[test]
fn chains_are_the_transitive_closure() {
    for seed in 1..300 {
        let flow = flow_of(random_cfg(seed));
        for block in 0..flow.cfg.exit() {
            let mut closure: Vec<BlockId> = flow.control.of(BlockId(block)).iter().map(|c| c.block).collect();
            for _ in 0..flow.cfg.blocks() {
                let more: Vec<BlockId> = closure.iter().flat_map(|&b| flow.control.of(b)).map(|c| c.block).collect();
                closure.extend(more);
                closure.sort_unstable();
                closure.dedup();
            }
            assert_eq!(flow.control.chain(BlockId(block)), closure, "seed {seed}: block {block}");
        }
    }
}

#[test]
fn without_back_edges_nothing_loops() {
    for seed in 1..1500 {
        let flow = flow_of(random_cfg(seed));
        let forward: Vec<(u32, u32)> = flow
            .cfg
            .edges()
            .pairs()
            .filter(|&(from, to)| flow.cfg.reached(BlockId(from)) && to != flow.cfg.exit())
            .filter(|&(from, to)| flow.loops.back_edge(BlockId(from), BlockId(to)).is_none())
            .collect();
        let forward = super::Edges::new(flow.cfg.blocks(), &forward);
        for (from, to) in forward.pairs() {
            assert!(!forward.reachable(&[to], |_| false)[from as usize], "seed {seed}: {from} → {to} is on a cycle");
        }
        for l in flow.loops.loops().iter().filter(|l| !l.irreducible) {
            assert!(l.blocks.iter().all(|b| flow.dominators.dominates(l.header.0, b.0)), "seed {seed}: {l:?}");
        }
    }
}

#[test]
fn every_block_reaches_the_exit() {
    for seed in 1..1500 {
        let cfg = random_cfg(seed);
        for block in (0..cfg.exit()).filter(|&b| cfg.reached(BlockId(b))) {
            assert!(reaches(&cfg, block, cfg.exit(), u32::MAX), "seed {seed}: block {block}");
        }
    }
}

fn flow(pairs: &[(u32, u32)], blocks: usize) -> Flow {
    flow_of(Cfg::from_pairs(blocks, pairs.to_vec()))
}

fn controllers(flow: &Flow, block: u32) -> Vec<(u32, u32)> {
    flow.control.decisions(BlockId(block)).iter().map(|c| (c.block.0, c.outcome.0)).collect()
}

#[test]
fn code_after_a_loop_with_two_exits_does_not_depend_on_it() {
    // 0 → 1 header; 1 → 2 body | 4 after; 2 → 3 latch | 4 (break); 3 → 1
    let flow = flow(&[(0, 1), (1, 2), (1, 4), (2, 3), (2, 4), (3, 1), (4, 5)], 5);
    assert_eq!(controllers(&flow, 4), []);
    assert_eq!(controllers(&flow, 3), [(2, 0)]);
    assert_eq!(controllers(&flow, 2), [(1, 0)]);
    assert_eq!(controllers(&flow, 1), [(2, 0)], "the header runs again when the body does not break");
    assert_eq!(flow.join(BlockId(1)), Some(BlockId(4)));
    let l = &flow.loops.loops()[0];
    assert_eq!((l.header, l.latches.as_slice(), l.irreducible), (BlockId(1), &[BlockId(3)][..], false));
}

#[test]
fn a_goto_into_a_loop_makes_it_irreducible() {
    // 0 → 1 | 2; 1 → 2; 2 → 1 | 3
    let flow = flow(&[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3), (3, 4)], 4);
    let l = &flow.loops.loops()[0];
    assert!(l.irreducible);
    assert_eq!(l.header, BlockId(2), "the first entry in reverse post-order");
    assert_eq!(controllers(&flow, 1), [(0, 0), (2, 0)]);
    assert_eq!(controllers(&flow, 3), []);
}

#[test]
fn nested_loops_know_their_parents() {
    // 0 → 1; 1 → 2 | 5; 2 → 3 | 4; 3 → 2; 4 → 1
    let flow = flow(&[(0, 1), (1, 2), (1, 5), (2, 3), (2, 4), (3, 2), (4, 1), (5, 6)], 6);
    let [outer, inner] = flow.loops.loops() else { panic!("two loops: {:?}", flow.loops) };
    assert_eq!((outer.header, inner.header, inner.depth), (BlockId(1), BlockId(2), 1));
    assert_eq!(flow.loops.innermost(BlockId(3)), Some(super::LoopId(1)));
    assert_eq!(flow.loops.innermost(BlockId(4)), Some(super::LoopId(0)));
    assert_eq!(flow.loops.back_edge(BlockId(4), BlockId(1)), Some(super::LoopId(0)));
    assert_eq!(flow.loops.back_edge(BlockId(0), BlockId(1)), None);
}

#[test]
fn an_endless_loop_depends_on_the_decision_that_enters_it() {
    // 0 → 1 | 3; 1 → 2; 2 → 1
    let flow = flow(&[(0, 1), (0, 3), (1, 2), (2, 1), (3, 4)], 4);
    assert_eq!(flow.cfg.invented_exits(), [BlockId(2)]);
    assert!(flow.control.of(BlockId(2)).iter().any(|c| c.block == BlockId(0)));
    assert_eq!(controllers(&flow, 3), [(0, 1)]);
}

/// `main` calls f0 … under conditions; externals 0 exit, 1 setjmp, 2 longjmp, 3 error, 4 puts.
const EXTERNALS: &[&str] = &["exit", "_setjmp", "longjmp", "error", "puts"];

#[test]
fn code_after_a_call_that_never_returns_depends_on_avoiding_it() {
    let mut die = Build::new("die", &[1], 0);
    die.call(Callee::External(ExternalId(4)), &[0]);
    die.call(Callee::External(ExternalId(0)), &[0]);
    die.inst(Inst::Unreachable);
    let mut again = Build::new("again", &[], 0); // calls itself for ever
    again.call(Callee::Direct(FunctionId(1)), &[]);
    let again = again.ret(None);
    let mut main = Build::new("main", &[0], 1);
    main.branch(1, 1, 3);
    main.call(Callee::Direct(FunctionId(0)), &[]); // b1 → b2
    main.jump(3); // b2
    let main = main.ret(None);
    let program = program(vec![die.done(), again, main], EXTERNALS, Vec::new());
    let returns = Returns::new(&program);
    assert_eq!([0, 1, 2].map(|f| returns.may_return(FunctionId(f))), [false, false, true]);
    let flow = Flow::new(&program.functions[2], &returns, Jumps::Inside);
    assert_eq!(controllers(&flow, 3), [(0, 1)]);
    assert!(!flow.cfg.reached(BlockId(2)));
    assert_eq!(flow.join(BlockId(0)), None);
}

#[test]
fn error_returns_only_with_status_zero() {
    let build = |status: u64| {
        let mut f = Build::new("f", &[status], 0);
        f.call(Callee::External(ExternalId(3)), &[0]);
        f.ret(None)
    };
    let program = program(vec![build(0), build(2)], EXTERNALS, Vec::new());
    let returns = Returns::new(&program);
    assert!(returns.may_return(FunctionId(0)) && !returns.may_return(FunctionId(1)));
}

#[test]
fn a_longjmp_comes_out_after_setjmp() {
    let mut throw = Build::new("throw", &[], 1);
    throw.branch(0, 1, 2);
    throw.call(Callee::External(ExternalId(2)), &[0]); // b1
    let throw = throw.ret(None); // b2
    let mut main = Build::new("main", &[0], 0);
    let set = main.call(Callee::External(ExternalId(1)), &[0]); // b0
    main.branch(set, 4, 2); // b1
    main.call(Callee::Direct(FunctionId(0)), &[0]); // b2
    main.jump(4); // b3
    let main = main.ret(None); // b4
    let program = program(vec![throw, main], EXTERNALS, Vec::new());
    let returns = Returns::new(&program);
    assert!(returns.may_jump(FunctionId(0)) && returns.may_return(FunctionId(0)));
    let flow = Flow::new(&program.functions[1], &returns, Jumps::Inside);
    assert_eq!(flow.cfg.successors(BlockId(2)), [3, 1]);
    assert_eq!(flow.join(BlockId(1)), Some(BlockId(4)));
    // The branch after setjmp runs again when the callee jumps; the call is its controller.
    assert!(flow.control.of(BlockId(1)).iter().any(|c| c.block == BlockId(2)) && !flow.control.decides(BlockId(2)));
    let out = Flow::new(&program.functions[0], &returns, Jumps::AlsoOut);
    assert_eq!(out.cfg.successors(BlockId(1)), [out.cfg.exit()]);
    let out = Flow::new(&program.functions[1], &returns, Jumps::AlsoOut);
    assert_eq!(out.join(BlockId(1)), None, "the call may leave for a frame above");
}

#[test]
fn a_case_that_falls_through_depends_on_both_values() {
    let mut f = Build::new("f", &[], 1);
    f.switch(0, &[1, 2], 3);
    f.jump(2); // case 0 falls through
    f.jump(3); // case 1 breaks
    let program = program(vec![f.ret(None)], &[], Vec::new());
    let flow = Flow::new(&program.functions[0], &Returns::new(&program), Jumps::Inside);
    assert_eq!(controllers(&flow, 1), [(0, 0)]);
    assert_eq!(controllers(&flow, 2), [(0, 0), (0, 1)]);
    assert_eq!(controllers(&flow, 3), []);
    assert_eq!(flow.cfg.outcome(BlockId(0), BlockId(3)), Some(Outcome(2)));
}
