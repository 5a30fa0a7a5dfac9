//! What can be said of an executed statement.

/// Is what an executed statement did as it should be?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// As it should be.
    Right,
    /// Not as it should be.
    Wrong,
    /// Nobody can tell.
    DontKnow,
}

impl Answer {
    /// All of them.
    pub const ALL: [Answer; 3] = [Answer::Right, Answer::Wrong, Answer::DontKnow];

    /// As it is written in files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Right => "right",
            Answer::Wrong => "wrong",
            Answer::DontKnow => "don't know",
        }
    }

    /// By name.
    pub fn named(name: &str) -> Option<Answer> {
        Answer::ALL.into_iter().find(|a| a.name() == name)
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
