//! Simplification preserves meaning: under any model, a term evaluates to the result of the
//! operations on plain bits.

#[allow(unreachable_pub)]
mod recipe;

use proptest::prelude::*;
use recipe::{Kitchen, WIDTHS, interesting, step};
use whydunit_program::BinOp;
use whydunit_terms::smtlib::Script;
use whydunit_terms::{Evaluator, Node, Store, TermId};

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn terms_evaluate_like_the_operations(
        steps in prop::collection::vec(step(), 1..24),
        numbers in prop::collection::vec(prop::collection::vec(interesting(), WIDTHS.len()), 4),
    ) {
        let mut kitchen = Kitchen::new(&numbers);
        for step in &steps {
            let made = kitchen.perform(step, true);
            prop_assert_eq!(kitchen.store.width(made.term), made.width);
            for (model, &expected) in kitchen.models.iter().zip(&made.values) {
                let found = Evaluator::new(&kitchen.store, model).eval(made.term);
                let raw = Evaluator::new(&kitchen.store, model).eval(made.raw);
                prop_assert_eq!(raw, expected, "{:?} not simplified", step);
                prop_assert_eq!(found, expected, "{:?} gave {}", step, shown(&mut kitchen.store.clone(), made.term));
            }
            // The list of a term's few values is complete.
            if let Some(few) = kitchen.store.few_values(made.term, 40) {
                prop_assert!(made.values.iter().all(|v| few.contains(v)), "{:?}: {:?} not in {:?}", step, made.values, few);
            }
        }
    }
}

/// A term as text, for messages.
fn shown(store: &mut Store, term: TermId) -> String {
    let zero = store.constant(store.width(term), 0);
    let condition = store.intern(Node::Bin(BinOp::Eq, term, zero), 1);
    Script::new(store, &[condition]).to_file()
}
