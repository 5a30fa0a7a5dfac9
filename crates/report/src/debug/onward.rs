//! Why more may hold the fault than the last answer left, in words.

use whydunit_locate::interactive::{Continuation, Item};

use super::asked::Asked;
use crate::explanation::Words;

/// Says why a search that had come to an end went on.
pub(super) fn sentence(words: &mut Words<'_>, onward: &Continuation) -> Option<String> {
    let mut put = |item: &Item| Asked::new(words, item);
    match onward {
        Continuation::Farther => Some("Everything so far is judged; the search continues farther back.".into()),
        Continuation::Misplaced { wrong, gives } => {
            let (wrong, gives) = (put(wrong)?, put(gives)?);
            let what = format!("Everything that {} ({}) depends on is right.", wrong.place(), wrong.what());
            let why = format!("The reference takes the value from {}, which wrote elsewhere here:", gives.place());
            Some(format!("{what} {why} the search continues there."))
        }
    }
}
