//! Backend: an external solver that reads SMT-LIB, one process per query.
//!
//! Made for Bitwuzla, the only solver with good performance on floats. It runs as a process and not
//! as a library because it terminates the whole process on an unsupported term.

mod reply;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use whydunit_terms::smtlib::Script;
use whydunit_terms::{Model, SymbolKey};

use crate::answer::{Answer, Reason};
use crate::query::{Limits, Query, Solver};
use crate::statistics::Statistics;
use reply::Replies;

/// A solver program.
pub struct Pipe {
    program: PathBuf,
    arguments: fn(Limits) -> Vec<String>,
    limits: Limits,
    counts: Statistics,
}

/// Finds Bitwuzla in `PATH` or in `.setup/bitwuzla/bin` of the checkout that this was built in.
pub fn find_bitwuzla() -> Option<PathBuf> {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.setup/bitwuzla/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    places.push(own.into());
    places.into_iter().map(|p| p.join("bitwuzla")).find(|p| p.is_file())
}

impl Pipe {
    /// Bitwuzla.
    pub fn bitwuzla(program: PathBuf, limits: Limits) -> Self {
        let arguments = |limits: Limits| vec!["--memory-limit".into(), limits.memory.to_string()];
        Pipe { program, arguments, limits, counts: Statistics::default() }
    }

    /// The Z3 program, for tests and for cross-checking the library.
    pub fn z3(program: PathBuf, limits: Limits) -> Self {
        let arguments = |limits: Limits| vec!["-in".into(), format!("-memory:{}", limits.memory)];
        Pipe { program, arguments, limits, counts: Statistics::default() }
    }

    /// cvc5, for tests: another reader of the printed text.
    pub fn cvc5(program: PathBuf, limits: Limits) -> Self {
        Pipe { program, arguments: |_| vec!["--incremental".into()], limits, counts: Statistics::default() }
    }

    fn ask(&self, query: &Query<'_>, limits: Limits) -> Result<Answer, Reason> {
        let script = Script::new(query.store, query.constraints);
        let mut child = self.start(limits)?;
        let answer = converse(&mut child, &script, Instant::now() + limits.time);
        // The process may still be running; its work is no longer needed.
        let _ = child.kill();
        let _ = child.wait();
        answer
    }

    fn start(&self, limits: Limits) -> Result<Child, Reason> {
        Command::new(&self.program)
            .args((self.arguments)(limits))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| Reason::Backend(format!("cannot start {}: {e}", self.program.display())))
    }
}

/// Sends the query, reads the verdict, requests the model or core.
fn converse(child: &mut Child, script: &Script, deadline: Instant) -> Result<Answer, Reason> {
    let broken = |e: std::io::Error| Reason::Backend(format!("the solver's pipe broke: {e}"));
    let missing = || Reason::Backend("the solver has no pipes".into());
    let mut input = child.stdin.take().ok_or_else(missing)?;
    let replies = Replies::of(child.stdout.take().ok_or_else(missing)?);
    input.write_all(commands(script).as_bytes()).and_then(|()| input.flush()).map_err(broken)?;
    match replies.next(deadline)?.as_str() {
        "sat" if script.symbols.is_empty() => Ok(Answer::Sat(Model::new())),
        "sat" => {
            let names: Vec<&str> = script.symbols.iter().map(|(_, name)| name.as_str()).collect();
            writeln!(input, "(get-value ({}))", names.join(" ")).and_then(|()| input.flush()).map_err(broken)?;
            read_model(&replies.next(deadline)?, &script.symbols).map(Answer::Sat)
        }
        "unsat" => {
            writeln!(input, "(get-unsat-assumptions)").and_then(|()| input.flush()).map_err(broken)?;
            read_core(&replies.next(deadline)?, script.conditions.len()).map(Answer::Unsat)
        }
        other => Err(Reason::Backend(format!("unexpected reply: {other}"))),
    }
}

fn commands(script: &Script) -> String {
    let mut text = String::from("(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n");
    text.push_str("(set-logic QF_BVFP)\n");
    text.push_str(&script.preamble);
    for (i, condition) in script.conditions.iter().enumerate() {
        text.push_str(&format!("(declare-const k{i} Bool)\n(assert (=> k{i} {condition}))\n"));
    }
    let literals: Vec<String> = (0..script.conditions.len()).map(|i| format!("k{i}")).collect();
    text.push_str(&format!("(check-sat-assuming ({}))\n", literals.join(" ")));
    text
}

/// Reads values in the order of the request.
fn read_model(reply: &str, symbols: &[(SymbolKey, String)]) -> Result<Model, Reason> {
    let values = reply::literals(reply);
    if values.len() != symbols.len() {
        return Err(Reason::Backend(format!("unreadable model: {reply}")));
    }
    Ok(symbols.iter().zip(values).map(|((key, _), value)| (*key, value)).collect())
}

/// Reads the indices of the contradicting conditions. An empty core is an error.
fn read_core(reply: &str, conditions: usize) -> Result<Vec<usize>, Reason> {
    let words = reply.split(|c: char| c.is_whitespace() || c == '(' || c == ')').filter(|w| !w.is_empty());
    let number = |w: &str| w.strip_prefix('k')?.parse().ok().filter(|&n| n < conditions);
    match words.map(number).collect::<Option<Vec<usize>>>() {
        Some(mut core) if !core.is_empty() => {
            core.sort_unstable();
            Ok(core)
        }
        _ => Err(Reason::Backend(format!("unreadable core: {reply}"))),
    }
}

impl Solver for Pipe {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        let limits = query.limits.unwrap_or(self.limits);
        self.counts.backend += 1;
        self.counts.backend_constraints += query.constraints.len() as u64;
        self.counts.floats += u64::from(query.constraints.iter().any(|&c| query.store.has_float(c)));
        let start = Instant::now();
        let answer = self.ask(query, limits).unwrap_or_else(Answer::Unknown);
        self.counts.backend_time += start.elapsed();
        answer
    }

    fn count(&self, into: &mut Statistics) {
        into.add(&self.counts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_that_cannot_be_read_is_none() {
        assert_eq!(read_core("(k2 k0)", 3), Ok(vec![0, 2]));
        for reply in ["()", "(error \"no core\")", "(k0 x1)", "(k3)"] {
            assert!(matches!(read_core(reply, 3), Err(Reason::Backend(_))), "{reply}");
        }
    }
}
