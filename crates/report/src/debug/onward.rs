//! Why more may hold the fault than the last answer left, in words.

use whydunit_locate::interactive::DescribedContinuation;

use super::asked::Asked;
use crate::explanation::Words;

/// Says why a search that had come to an end went on.
pub(super) fn sentence(words: &mut Words<'_>, onward: &DescribedContinuation) -> String {
    match onward {
        DescribedContinuation::Farther => {
            "All that was looked at is judged: now what is farther back from what is wrong.".into()
        }
        DescribedContinuation::Misplaced { wrong, store } => {
            let (wrong, store) = (Asked::new(words, wrong), Asked::new(words, store));
            let what = format!("All that led to {} ({}) is right.", wrong.place(), wrong.what());
            let why = format!("The reference has the value from {}, which wrote elsewhere here:", store.place());
            format!("{what} {why} now what led to that.")
        }
    }
}
