//! The breakpoints as a script for gdb, which stops at the same executions in the native program.
//!
//! gdb cannot name the K-th execution of a statement: one line is many pieces of code, of which it picks one or
//! several. The script therefore stops at addresses, whose executions the recording counts (`trace/src/native.rs`).

use std::path::Path;

use serde_json::json;
use whydunit_locate::interactive::{Item, NativeStop, NativeStops};
use whydunit_program::{NativeCode, Program};
use whydunit_trace::{InstanceKind, RESULT, Value};

use super::asked::Asked;
use crate::explanation::Words;
use crate::source::SourceText;

/// Defines JSON's literals in Python.
const JSON: &str = "true, false, null = True, False, None\n";
/// The part of the script that handles the stops.
const DRIVER: &str = include_str!("gdb.py");

/// A script that stops at every item of the breakpoints so far and shows it. `code` is the code of the executable,
/// `stdin` the program's input.
pub fn gdb_script(
    facts: &NativeStops,
    program: &Program,
    sources: &mut SourceText,
    code: &NativeCode,
    stdin: Option<&Path>,
) -> String {
    let words = &mut Words::new(program, sources);
    let stops: Vec<serde_json::Value> = facts.stops.iter().map(|found| stop(words, found)).collect();
    let list = serde_json::to_string_pretty(&stops).unwrap_or_default();
    let main = code.functions.iter().find(|f| f.name == "main").map_or(0, |f| f.start);
    let given: Vec<_> = facts.arguments.iter().skip(1).map(|arg| String::from_utf8_lossy(arg).into_owned()).collect();
    let input = stdin.map_or_else(String::new, |file| file.display().to_string());
    format!(
        "# Stops where the breakpoints of whydunit debug are, and shows what to look at there. Use it with the\n\
         # executable and the arguments that were debugged:   gdb -x THIS --args PROGRAM ARGUMENTS\n\
         # It stops at the first; `continue` goes to the next, `whydunit-all` shows all that are to come.\n\
         set pagination off\npython\n{JSON}INPUT = {}\nARGUMENTS = {}\nMAIN = {main:#x}\nCODE = {}\nSTOPS = {list}\n{DRIVER}end\n",
        json!(input),
        json!(given),
        json!([code.text.start, code.text.len, code.text.sum]),
    )
}

/// gdb's notation for consecutive elements: `p[0]@3` for `p[0..2]`, and for text: `&p[3]` for `p[3..]`.
fn in_gdb(name: &str) -> String {
    if let Some((text, first)) = name.strip_suffix("..]").and_then(|n| n.rsplit_once('[')) {
        return format!("&{text}[{first}]");
    }
    let parts = || {
        let (array, indices) = name.strip_suffix(']')?.rsplit_once('[')?;
        let (first, last) = indices.split_once("..")?;
        Some((array, first.parse::<u64>().ok()?, last.parse::<u64>().ok()?))
    };
    parts().map_or_else(|| name.into(), |(array, first, last)| format!("{array}[{first}]@{}", last - first + 1))
}

/// The stop of the native program for an item, with the expressions to show there and after the statement.
fn stop(words: &mut Words<'_>, stop: &NativeStop) -> serde_json::Value {
    let NativeStop { item: described, in_library, begin, done, skip } = stop;
    let (asked, item) = (Asked::new(words, described), &described.item);
    let kind = &item.instance.kind;
    let argument = *kind == InstanceKind::Argument && !in_library;
    let given = *kind == InstanceKind::Argument && !argument;
    let (defines, uses) = if given { Default::default() } else { names(item) };
    let result = item.instance.defines.as_ref().is_some_and(|d| d.name == RESULT);
    let returned = result || matches!(kind, InstanceKind::Return { .. }) && !in_library;
    let returns = returned.then_some(&asked.at.function);
    let at_once = if argument { &defines } else { &uses };
    let later: &[String] = if argument { &[] } else { &defines };
    let shared = begin.is_some_and(|b| b.shared) || !later.is_empty() && done.is_some_and(|d| d.shared);
    json!({
        "title": format!("{}  {}", asked.place(), asked.at.text), "said": asked.sentence(),
        "address": begin.map(|b| b.address), "count": begin.map(|b| b.count), "shared": shared,
        "divided": begin.is_some_and(|b| b.divided),
        "uses": at_once, "defines": later, "done": done.map(|d| d.address), "skip": skip, "function": returns,
    })
}

/// The names that a statement defines and uses, as gdb writes them. gdb does not know the compiler's names.
fn names(item: &Item) -> (Vec<String>, Vec<String>) {
    let strange = ["...", RESULT, "((char", "'s "];
    let known = |name: &str| !strange.iter().any(|part| name.contains(part));
    let made = item.instance.defines.iter().chain(&item.instance.wrote);
    let written = |value: &&Value| value.ty.is_some() && known(&value.name);
    let defines = made.filter(written).map(|d| in_gdb(&d.name)).collect();
    let uses = item.instance.uses.iter().filter(written).map(|u| in_gdb(&u.name)).collect();
    (defines, uses)
}
