//! Explains why a finished search continues and the domain grows.

use whydunit_locate::interactive::DescribedContinuation;

use super::asked::Asked;
use crate::explanation::Words;

/// Explains why a finished search continued.
pub(super) fn sentence(words: &mut Words<'_>, onward: &DescribedContinuation) -> String {
    match onward {
        DescribedContinuation::Farther => "Everything so far is judged; the search continues farther back.".into(),
        DescribedContinuation::Misplaced { wrong, store } => {
            let (wrong, store) = (Asked::new(words, wrong), Asked::new(words, store));
            let what = format!("Everything that {} ({}) depends on is right.", wrong.place(), wrong.what());
            let why = format!("The reference takes the value from {}, which wrote elsewhere here:", store.place());
            format!("{what} {why} the search continues there.")
        }
    }
}
