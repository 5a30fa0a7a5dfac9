//! Forks share and diverge, content hashes agree across stores, deep terms need no deep stack, and
//! SMT-LIB text matches the terms.

use whydunit_program::BinOp;
use whydunit_terms::smtlib::Script;
use whydunit_terms::{Evaluator, Model, Store, SymbolKey, TermId};

#[test]
fn a_fork_grows_its_own_way() {
    let mut first = Store::new();
    let x = first.symbol("x", 1, 32);
    for i in 0..3000 {
        let c = first.constant(32, i);
        first.mul(x, c);
    }
    let before = first.len();
    let mut second = first.clone();
    let (a, b) = (first.symbol("a", 10, 8), second.symbol("b", 20, 16));
    assert_eq!(a.raw(), b.raw(), "both are the next term of their own store");
    assert_eq!((first.width(a), second.width(b)), (8, 16));
    assert_eq!((first.len(), second.len()), (before + 1, before + 1));
    assert_eq!(second.symbol("x", 1, 32), x);
}

#[test]
fn content_hashes_do_not_depend_on_the_store() {
    let build = |store: &mut Store, swap: bool| {
        let names = if swap { [("y", 2), ("x", 1)] } else { [("x", 1), ("y", 2)] };
        for (name, key) in names {
            store.symbol(name, key, 32);
        }
        let (x, y) = (store.symbol("x", 1, 32), store.symbol("y", 2, 32));
        let sum = if swap { store.add(y, x) } else { store.add(x, y) };
        let table = store.table(8, &[3, 1, 4, 1, 5]);
        let found = store.lookup(table, sum);
        let wide = store.zext(found, 32);
        store.slt(wide, x)
    };
    let (mut first, mut second) = (Store::new(), Store::new());
    let (a, b) = (build(&mut first, false), build(&mut second, true));
    assert_eq!(first.hash(a), second.hash(b));
    assert_ne!(first.hash(a), first.hash(first.node(a).operands().next().unwrap()));
}

/// A loop that sums and branches thirty thousand times.
fn deep(store: &mut Store) -> TermId {
    let x = store.symbol("x", 1, 32);
    let mut t = x;
    for i in 0..30_000 {
        let c = store.constant(32, i | 1);
        let product = store.mul(t, x);
        t = store.xor(product, c);
    }
    t
}

#[test]
fn deep_terms_need_no_deep_stack() {
    let mut store = Store::new();
    let t = deep(&mut store);
    let mut model = Model::new();
    model.set(SymbolKey { key: 1, width: 32 }, 0x1234_5679);
    let mut expected = 0x1234_5679_u32;
    for i in 0..30_000_u32 {
        expected = expected.wrapping_mul(0x1234_5679) ^ (i | 1);
    }
    assert_eq!(Evaluator::new(&store, &model).eval(t), u128::from(expected));
    let statistics = store.statistics([t]);
    assert!(statistics.depth > 50_000 && statistics.symbols == 1, "{statistics:?}");
    assert!(statistics.sharing() >= 1.0);
    let zero = store.constant(32, 0);
    let condition = store.eq(t, zero);
    assert!(Script::new(&store, &[condition]).preamble.len() > 200_000);
}

#[test]
fn sharing_is_measured() {
    let mut store = Store::new();
    let x = store.symbol("x", 1, 64);
    let mut t = x;
    for _ in 0..40 {
        t = store.mul(t, t);
    }
    let statistics = store.statistics([t]);
    assert_eq!((statistics.terms, statistics.depth, statistics.tree_nodes), (41, 41, (1 << 41) - 1));
}

#[test]
fn the_symbols_of_terms() {
    let mut store = Store::new();
    let (x, y, z) = (store.symbol("x", 3, 8), store.symbol("y", 1, 8), store.symbol("z", 2, 8));
    let (xy, z5) = (store.add(x, y), store.constant(8, 5));
    let other = store.ult(z, z5);
    let keys: Vec<u64> = store.free_symbols([xy]).iter().map(|s| s.key).collect();
    assert_eq!(keys, [1, 3]);
    assert_eq!(store.symbol_mask(xy) & store.symbol_mask(other), 0, "no false sharing between these three");
}

#[test]
fn smtlib_text() {
    let mut store = Store::new();
    let (x, y) = (store.symbol("argv[1][0]", 1, 8), store.symbol("argv[1][0]", 2, 8));
    let sum = store.add(x, y);
    let limit = store.constant(8, 100);
    let (low, high) = (store.ult(sum, limit), store.slt(sum, limit));
    let script = Script::new(&store, &[low, high]);
    assert_eq!(script.symbols.len(), 2);
    let text = script.to_file();
    for line in [
        "(declare-const |argv[1][0] 1:8| (_ BitVec 8))",
        "(assert (! (bvult t3 #x64) :named c0))",
        "(assert (! (bvslt t3 #x64) :named c1))",
        "(check-sat)",
    ] {
        assert!(text.lines().any(|l| l == line), "{line} is missing in\n{text}");
    }
    assert_eq!(text.matches("bvadd").count(), 1, "what is shared is written once");
}

#[test]
fn smtlib_reports_inexpressible_operations() {
    let mut store = Store::new();
    let (x, y) = (store.symbol("x", 1, 64), store.symbol("y", 2, 64));
    let remainder = store.bin(BinOp::FRem, x, y).unwrap();
    let condition = store.eq(remainder, x);
    assert_eq!(Script::new(&store, &[condition]).loose, ["remainder of floats (fmod)"]);
}
