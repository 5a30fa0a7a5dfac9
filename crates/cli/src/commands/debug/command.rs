//! Commands that a person types at a question.

use std::path::PathBuf;

use whydunit_locate::interactive::Answer;

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// An answer about the current item, or about another one, counted from 1.
    Answer(Answer, Option<usize>),
    /// Take back the last answer.
    Undo,
    /// Show the causes of the current item, of another one, or of a listed cause.
    Why(Option<Whose>),
    /// Skip the other items of the breakpoint.
    GoOn,
    /// Save the answers to a file.
    Save(PathBuf),
    /// Show the breakpoint again.
    Show,
    /// List the commands.
    Help,
    /// End the session.
    Quit,
    /// Not a command.
    Unknown,
}

/// The subject of a question about causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// An item, counted from 1.
    Item(usize),
    /// A cause that was listed with this letter.
    Cause(char),
}

pub(super) const HELP: &str = "  right, wrong, don't know [N]  of item N, or of the one asked about (r, w, d)
  why [N or LETTER]             what item N was made from; then of a cause shown
  undo                          take the last answer back (u)
  go                            leave the other items of this breakpoint (g)
  show                          show the breakpoint again
  save FILE                     keep the answers, for --answers
  quit                          end and report (q)
";

impl Command {
    pub(super) fn parse(line: &str) -> Command {
        let line = line.trim().to_lowercase().replace('’', "'");
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let item = |rest: &str| rest.trim().parse().ok().filter(|n| *n > 0);
        let answer = |answer: Answer, rest: &str| match (rest.trim().is_empty(), item(rest)) {
            (true, _) => Command::Answer(answer, None),
            (false, Some(n)) => Command::Answer(answer, Some(n)),
            (false, None) => Command::Unknown,
        };
        match word {
            "r" | "right" | "y" | "yes" => answer(Answer::Right, rest),
            "w" | "wrong" | "n" | "no" => answer(Answer::Wrong, rest),
            "d" | "?" if word == "d" || !rest.is_empty() => answer(Answer::DontKnow, rest),
            "don't" | "dont" => answer(Answer::DontKnow, rest.trim().strip_prefix("know").unwrap_or(rest)),
            "u" | "undo" => Command::Undo,
            "why" => match rest.trim().chars().collect::<Vec<_>>()[..] {
                [] => Command::Why(None),
                [letter] if letter.is_ascii_lowercase() => Command::Why(Some(Whose::Cause(letter))),
                _ => item(rest).map_or(Command::Unknown, |n| Command::Why(Some(Whose::Item(n)))),
            },
            "g" | "go" => Command::GoOn,
            "show" => Command::Show,
            "save" => Command::Unknown,
            "h" | "help" | "?" => Command::Help,
            "q" | "quit" => Command::Quit,
            _ => Command::Unknown,
        }
    }

    /// Parses a line. Unlike the rest, a file name keeps its letter case and spaces.
    pub(super) fn read(line: &str) -> Command {
        match line.trim().split_once(' ') {
            Some(("save", file)) if !file.trim().is_empty() => Command::Save(file.trim().into()),
            _ => Command::parse(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        assert_eq!(Command::read("Right\n"), Command::Answer(Answer::Right, None));
        assert_eq!(Command::read("w 2"), Command::Answer(Answer::Wrong, Some(2)));
        assert_eq!(Command::read("don't know"), Command::Answer(Answer::DontKnow, None));
        assert_eq!(Command::read("why b"), Command::Why(Some(Whose::Cause('b'))));
        assert_eq!(Command::read("save My File.json"), Command::Save("My File.json".into()));
        assert_eq!(Command::read("why 12"), Command::Why(Some(Whose::Item(12))));
        for unclear in ["", "right now", "w 0", "save", "why 0", "why me", "maybe"] {
            assert_eq!(Command::read(unclear), Command::Unknown, "{unclear:?}");
        }
    }
}
