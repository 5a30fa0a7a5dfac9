//! Why more may hold the fault than the last answer left, in words.

use whydunit_locate::interactive::{Continuation, Item};

use super::asked::Asked;
use crate::explanation::Words;

/// Says why a search that had come to an end went on.
pub(super) fn sentence(words: &mut Words<'_>, onward: &Continuation) -> Option<String> {
    let mut put = |item: &Item| Asked::new(words, item);
    match onward {
        Continuation::Farther => {
            Some("All that was looked at is judged: now what is farther back from what is wrong.".into())
        }
        Continuation::Misplaced { wrong, gives } => {
            let (wrong, gives) = (put(wrong)?, put(gives)?);
            let what = format!("All that led to {} ({}) is right.", wrong.place(), wrong.what());
            let why = format!("The reference has the value from {}, which wrote elsewhere here:", gives.place());
            Some(format!("{what} {why} now what led to that."))
        }
    }
}
