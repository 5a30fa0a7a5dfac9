//! Tests every rule of the simplifier exhaustively, on terms with few possible values.

#[allow(unreachable_pub)]
mod small;

use small::{ASSIGNMENTS, Maker, value};
use whydunit_program::BinOp;
use whydunit_terms::smtlib::Script;
use whydunit_terms::{Node, Tape};

#[test]
fn simplified_terms_are_equal_for_all_values() {
    let cases: u64 = std::env::var("CASES").ok().and_then(|c| c.parse().ok()).unwrap_or(12_000);
    for seed in 0..cases {
        let mut maker = Maker::new(seed);
        let width = [1, 1, 2, 3, 4, 4, 4, 5, 8][maker.numbers.below(9) as usize];
        let depth = 1 + maker.numbers.below(3) as u32;
        let both = maker.make(width, depth);
        assert_eq!(maker.store.width(both.term), width, "seed {seed}");
        let same = maker.store.intern(Node::Bin(BinOp::Eq, both.term, both.raw), 1);
        let store = &maker.store;
        let mut tape = Tape::new(store, &[both.term, both.raw], usize::MAX - 1).expect("no limit");
        for assignment in 0..ASSIGNMENTS {
            tape.run(|symbol| value(assignment, symbol));
            if tape.root(0) != tape.root(1) {
                let text = Script::new(store, &[same]).to_file();
                panic!("seed {seed}, values {assignment:#b}: {} is not {}\n{text}", tape.root(0), tape.root(1));
            }
        }
    }
}
