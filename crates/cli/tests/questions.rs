//! Questions about runs: the commands at the top of every program below `tests/questions`, `tests/explain` and
//! `tests/debug`, whose output is compared with the `.answers` file beside it (`BLESS=1 cargo test` writes it).
//!
//! A program is compiled with `whydunit cc`; the shell then runs the comments `// $ command` at its top one by one,
//! in a directory where `./NAME` is the program and `NAME.c` its source. No line of their output may be wider than
//! 80 columns.

mod snapshot;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut trials = Vec::new();
    let entries =
        ["questions", "explain", "debug"].into_iter().flat_map(|d| fs::read_dir(root.join(d)).into_iter().flatten());
    for entry in entries.flatten() {
        let program = entry.path();
        if program.extension().is_some_and(|e| e == "c") {
            let set = program.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
            let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            trials.push(Trial::test(format!("{set}/{name}"), move || answers(&program, &name)));
        }
    }
    assert!(!trials.is_empty(), "no programs below {}", root.display());
    trials.sort_by(|a, b| a.name().cmp(b.name()));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn answers(program: &Path, name: &str) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let source = fs::read_to_string(program)?;
    fs::write(dir.path().join(format!("{name}.c")), &source)?;
    shell(dir.path(), &format!("whydunit cc -w {name}.c -o {name}"))?;
    let mut actual = String::new();
    for command in source.lines().filter_map(|l| l.strip_prefix("// $ ")) {
        actual += &format!("$ {command}\n{}\n", shell(dir.path(), command)?);
    }
    if actual.is_empty() {
        return Err("nothing is asked".into());
    }
    if let Some(wide) = actual.lines().find(|l| l.chars().count() > 80 && !l.starts_with("$ ") && !is_data(l)) {
        return Err(format!("wider than 80 columns: {wide}").into());
    }
    let expectation = program.with_extension("answers");
    snapshot::check(&expectation, &actual).map_err(Failed::from)
}

/// Lines of JSON, drawings and usage errors may be wider.
fn is_data(line: &str) -> bool {
    ["\"", "<", "whydunit: ", "::"].iter().any(|mark| line.trim_start().starts_with(mark)) || line.contains(" -> ")
}

/// Replaces the number of reruns, which may depend on the solver's speed, unless it is zero.
fn without_counts(text: &str) -> String {
    let digits = |c: char| c.is_ascii_digit();
    let line = |line: &str| match (line.strip_suffix(" reruns."), line.split_once("\"reruns\": ")) {
        (Some(start), _) => format!("{} some reruns.", start.trim_end_matches(digits).trim_end()),
        (_, Some((start, rest))) => format!("{start}\"reruns\": 0{}", rest.trim_start_matches(digits)),
        _ => line.to_string(),
    };
    let mut lines: Vec<String> = text.lines().map(line).collect();
    lines.push(String::new());
    lines.join("\n")
}

/// The output of a command on both streams, and its status unless that is 0.
fn shell(dir: &Path, command: &str) -> Result<String, Failed> {
    let bin = Path::new(WHYDUNIT).parent().ok_or("no directory")?;
    let output = Command::new("bash")
        .args(["-c", &format!("( {command} ) 2>&1")])
        .current_dir(dir)
        // Interactive commands find no input, unless the command provides some.
        .stdin(Stdio::null())
        .env_clear()
        .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).replace(&dir.display().to_string(), "<dir>");
    let text = without_counts(&text);
    Ok(match output.status.code() {
        Some(0) => text,
        code => format!("{text}status {}\n", code.unwrap_or(-1)),
    })
}
