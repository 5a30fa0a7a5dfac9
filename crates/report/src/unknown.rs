//! Messages for names that do not exist, with the existing alternatives.

use whydunit_locate::interactive::{Line, ReferenceAssertion};
use whydunit_locate::{NoAssertionFailure, Unknown, nearest};
use whydunit_trace::FormulaError;

/// Renders the message.
pub fn render_unknown(unknown: &Unknown) -> String {
    match unknown {
        Unknown::File(name, near) => match near.as_slice() {
            [] => format!("no code of the program comes from a file called {name}"),
            near => format!("no code of the program comes from a file called {name}; there is {}", either(near)),
        },
        Unknown::Ambiguous(name, paths) => format!("{name} may be {}: say more of the path", either(paths)),
        Unknown::Line(file, line, near) => {
            let near: Vec<(u32, String)> = near.iter().map(|&l| (l, format!("line {l}"))).collect();
            match near.is_empty() {
                true => format!("{file}:{line} has no code, nor has any other line of that file"),
                false if near.iter().all(|&(at, _)| at < *line) => {
                    format!("{file}:{line} has no code; the last line of that file that has is {}", near[0].0)
                }
                false => format!(
                    "{file}:{line} has no code; {} has",
                    either(&near.iter().map(|n| n.1.clone()).collect::<Vec<_>>())
                ),
            }
        }
        Unknown::NotExecuted(file, line) => {
            format!("{file}:{line} was not executed; `whydunit trace why-not {file}:{line}` says why not")
        }
        Unknown::Visit(file, line, 1) => format!("{file}:{line} was executed only once"),
        Unknown::Visit(file, line, count) => format!("{file}:{line} was executed only {count} times"),
        Unknown::Variable(name, near) => match near.as_slice() {
            [] => format!("there is no variable `{name}` there"),
            near => format!("there is no variable `{name}` there; there is {}", either(near)),
        },
        Unknown::Expression(text, error) => render_formula_error(text, error),
        Unknown::Outside(text) => format!("{text} lies outside of every variable and object there"),
    }
}

/// Explains why an assertion gives no failure: its line does not exist, it cannot be parsed, or it holds.
pub fn render_not_asserted(not: &NoAssertionFailure) -> String {
    match not {
        NoAssertionFailure::Unknown(unknown) => format!("--at: {}", render_unknown(unknown)),
        NoAssertionFailure::Formula(wrong) => format!("--assert: {}", render_formula_error(wrong.0.text(), &wrong.1)),
        NoAssertionFailure::Unsupported(refusal) => format!("the run cannot be repeated: {refusal}"),
        NoAssertionFailure::Holds(1) => "the run did not fail: the assertion holds there".into(),
        NoAssertionFailure::Holds(count) => {
            format!("the run did not fail: the assertion holds at each of the {count} executions of that line")
        }
    }
}

/// The result of an assertion in a correct version, unless it holds there; `named` is the place where the user expects
/// it to hold.
pub fn render_upheld(upheld: &ReferenceAssertion, named: &str) -> Option<String> {
    let unchecked = "so it is not known whether the assertion holds in it";
    match upheld {
        ReferenceAssertion::Holds => None,
        ReferenceAssertion::Fails(line) => Some(format!("the assertion does not hold there, at {}", at(line))),
        ReferenceAssertion::NoLine => Some(format!("nothing in it corresponds to {named}, {unchecked}")),
        ReferenceAssertion::NotReached(line) => Some(format!("its run does not come to {}, {unchecked}", at(line))),
        ReferenceAssertion::Formula(line, error) => {
            Some(format!("at {} the assertion means nothing ({}), {unchecked}", at(line), error.message))
        }
    }
}

fn at(line: &Line) -> String {
    format!("{}:{}", line.file, line.line)
}

/// An error in an expression, with a mark below its position.
pub fn render_formula_error(text: &str, error: &FormulaError) -> String {
    let near = error.unknown.as_ref().map_or_else(Vec::new, |(name, known)| nearest(name, known.clone()));
    let near = if near.is_empty() { String::new() } else { format!("; there is {}", either(&near)) };
    let before = text.get(..error.span.start).unwrap_or(text).chars().count();
    let marked = text.get(error.span.start..error.span.end).map_or(1, |t| t.chars().count());
    format!("{}{near}\n    {text}\n    {}{}", error.message, " ".repeat(before), "^".repeat(marked.max(1)))
}

fn either(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
