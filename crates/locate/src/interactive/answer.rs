//! Judgements of executed statements.

use crate::compare::agreement::Agreement;

/// Is the value or the outcome of an executed statement right?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// It cannot be judged.
    DontKnow,
}

impl Answer {
    /// All answers.
    pub const ALL: [Answer; 3] = [Answer::Right, Answer::Wrong, Answer::DontKnow];

    /// The name in files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Right => "right",
            Answer::Wrong => "wrong",
            Answer::DontKnow => "don't know",
        }
    }

    /// The answer with a name.
    pub fn named(name: &str) -> Option<Answer> {
        Answer::ALL.into_iter().find(|a| a.name() == name)
    }
}

impl From<Agreement> for Answer {
    fn from(agreement: Agreement) -> Self {
        match agreement {
            Agreement::Same => Answer::Right,
            Agreement::Different => Answer::Wrong,
            Agreement::Unknown => Answer::DontKnow,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        assert!(Answer::ALL.into_iter().all(|a| Answer::named(a.name()) == Some(a)));
        assert_eq!(Answer::named("maybe"), None);
    }
}
