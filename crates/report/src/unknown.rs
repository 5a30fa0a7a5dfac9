//! What a person named and is not there, with what is.

use whydunit_locate::Unknown;

/// The message.
pub fn render_unknown(unknown: &Unknown) -> String {
    match unknown {
        Unknown::File(name, near) => match near.as_slice() {
            [] => format!("no code of the program comes from a file called {name}"),
            near => format!("no code of the program comes from a file called {name}; there is {}", either(near)),
        },
        Unknown::Ambiguous(name, paths) => format!("{name} may be {}: say more of the path", either(paths)),
        Unknown::Line(file, line, near) => {
            let near: Vec<String> = near.iter().map(|l| format!("line {l}")).collect();
            match near.is_empty() {
                true => format!("{file}:{line} has no code, nor has any other line of that file"),
                false => format!("{file}:{line} has no code; {} has", either(&near)),
            }
        }
        Unknown::NotExecuted(file, line) => {
            format!("{file}:{line} was not executed; `whydunit trace why-not {file}:{line}` says why not")
        }
        Unknown::Visit(file, line, 1) => format!("{file}:{line} was executed only once"),
        Unknown::Visit(file, line, count) => format!("{file}:{line} was executed only {count} times"),
        Unknown::Variable(name, near) => match near.as_slice() {
            [] => format!("there is no variable {name} there"),
            near => format!("there is no variable {name} there; there is {}", either(near)),
        },
    }
}

fn either(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
