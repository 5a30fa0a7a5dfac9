//! Aliasing on hand-written programs.

use super::{Aliasing, Object};
use crate::analysis::Returns;
use crate::analysis::testing::{Build, global, program};
use crate::layout;
use crate::{Callee, ExternalId, FunctionId, GlobalId, Inst, Slot};

pub(super) const EXTERNALS: &[&str] = &["malloc", "strchr", "mystery"];
pub(super) const FUNCTIONS: u32 = 4;
/// Constants of every function: three globals, four functions, small numbers.
pub(super) const FIRST_FUNCTION: Slot = 3;
pub(super) const NUMBERS: Slot = FIRST_FUNCTION + FUNCTIONS;

pub(super) fn constants() -> Vec<u64> {
    let mut globals = vec![global("g", 32); 3];
    layout::place(&mut globals);
    let mut all: Vec<u64> = globals.iter().map(|g| g.address).collect();
    all.extend((0..FUNCTIONS).map(|f| layout::function_address(FunctionId(f))));
    all.extend([0, 1, 2, 16, 32]);
    all
}

/// Two functions that store through a parameter, and fields that must stay distinct.
#[test]
fn fields_and_array_elements_stay_distinct() {
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
fn callers_of_an_allocating_function_own_its_results() {
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
fn an_unknown_function_may_do_anything_with_its_arguments() {
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
