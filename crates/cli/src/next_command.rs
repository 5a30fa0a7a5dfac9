//! The command to run after `explain`: the same program with the same input, ready to paste.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileTypeExt;

use clap::{Arg, CommandFactory};

/// The words of `whydunit COMMAND…` about the run that this process was started for; options that the command does not
/// know are left out.
pub(crate) fn next_command(command: &[&str], operand: Option<&str>) -> Vec<String> {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let mut cli = crate::Cli::command();
    cli.build();
    let Some(own) = cli.find_subcommand("explain") else { return Vec::new() };
    let target = command.iter().try_fold(&cli, |at, name| at.find_subcommand(name));
    let Some(target) = target else { return Vec::new() };
    let Some(begin) = arguments.iter().position(|word| word == "explain") else { return Vec::new() };
    let (options, program) = split(&arguments[begin + 1..], own);
    let knows =
        |arg: &&Arg| arg.get_id() != "color" && target.get_arguments().any(|known| known.get_id() == arg.get_id());
    let kept = options.iter().filter(|(arg, _)| arg.as_ref().is_some_and(knows)).flat_map(|(_, words)| words.clone());
    let names_input = options.iter().any(|(arg, _)| arg.is_some_and(|arg| arg.get_id() == "stdin"));
    let mut words = vec![quoted(&arguments[0])];
    words.extend(command.iter().map(|word| word.to_string()));
    words.extend(operand.map(|operand| quoted(OsStr::new(operand))));
    words.extend(kept.map(|word| quoted(&word)));
    match Input::of_this_process() {
        // `--stdin` is among the options already, and the process's own input plays no part.
        _ if names_input => {}
        Input::File(path) => words.extend(["--stdin".into(), quoted(&path)]),
        // A pipe cannot be read twice; the user has to name a file with the same input.
        Input::Pipe => words.extend(["--stdin".into(), "FILE".into()]),
        Input::Other => {}
    }
    words.push("--".into());
    words.extend(program.iter().map(|word| quoted(word)));
    words
}

/// An input of this process.
enum Input {
    File(OsString),
    Pipe,
    /// A terminal, or nothing.
    Other,
}

impl Input {
    fn of_this_process() -> Self {
        let (own, target) = ("/proc/self/fd/0", std::fs::read_link("/proc/self/fd/0"));
        let Ok(kind) = std::fs::metadata(own).map(|data| data.file_type()) else { return Input::Other };
        match target {
            Ok(path) if kind.is_file() => Input::File(path.into_os_string()),
            _ if kind.is_fifo() => Input::Pipe,
            _ => Input::Other,
        }
    }
}

/// An option with its words; none for one that the command does not know.
type Given<'a> = (Option<&'a Arg>, Vec<OsString>);

/// The options of a command, each with its words, and the words after them.
fn split<'a>(arguments: &'a [OsString], command: &'a clap::Command) -> (Vec<Given<'a>>, &'a [OsString]) {
    let mut options = Vec::new();
    let mut at = 0;
    while let Some(word) = arguments.get(at) {
        let bytes = word.as_bytes();
        if bytes == b"--" {
            return (options, &arguments[at + 1..]);
        }
        if !bytes.starts_with(b"-") {
            break;
        }
        let (arg, has_value) = option(bytes, command);
        let takes_next = arg.is_some_and(|arg| arg.get_action().takes_values()) && !has_value;
        let end = (at + 1 + usize::from(takes_next)).min(arguments.len());
        options.push((arg, arguments[at..end].to_vec()));
        at = end;
    }
    (options, &arguments[at..])
}

/// The option that a word names, and whether the word holds its value.
fn option<'a>(word: &[u8], command: &'a clap::Command) -> (Option<&'a Arg>, bool) {
    match word.strip_prefix(b"--") {
        Some(long) => {
            let name = long.split(|b| *b == b'=').next().unwrap_or_default();
            let arg = command.get_arguments().find(|arg| arg.get_long().is_some_and(|l| l.as_bytes() == name));
            (arg, name.len() < long.len())
        }
        None => {
            let short = char::from(word[1..].first().copied().unwrap_or(b'-'));
            (command.get_arguments().find(|arg| arg.get_short() == Some(short)), word.len() > 2)
        }
    }
}

/// A word as a shell takes it.
fn quoted(word: &OsStr) -> String {
    let text = word.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,#@%+".contains(c);
    match !text.is_empty() && text.chars().all(plain) && !text.starts_with('#') {
        true => text.into_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::{OsStr, OsString};

    use clap::CommandFactory;

    use super::{quoted, split};

    #[test]
    fn options_and_their_values_are_told_from_the_program() {
        let mut cli = crate::Cli::command();
        cli.build();
        let command = cli.find_subcommand("explain").expect("the command");
        let words: Vec<OsString> =
            ["-e", "-1", "--color=never", "-v", "--stdin", "in", "./prog", "-e"].map(OsString::from).to_vec();
        let (options, program) = split(&words, command);
        let lengths: Vec<usize> = options.iter().map(|(_, words)| words.len()).collect();
        assert_eq!(lengths, [2, 1, 1, 2]);
        assert_eq!(program, ["./prog", "-e"]);
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        let shown = ["a.c:3#2", "2\\n", "it's", ""].map(|word| quoted(OsStr::new(word)));
        assert_eq!(shown, ["a.c:3#2", "'2\\n'", "'it'\\''s'", "''"]);
    }
}
