//! The breakpoints as a script for gdb, which stops at the same executions in the native program.
//!
//! gdb has no name for the K-th execution of a line: a breakpoint on a line with a loop's head is put at one of its
//! several pieces of code only. The script therefore puts one at the beginning of every stretch of code of the line
//! and counts what comes to any of them, which is what an execution of a line is here, also in recursion.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use whydunit_locate::debug::{Debugger, Item};
use whydunit_trace::{Arrival, InstanceKind, LineCode, RESULT, Visits};

use super::asked::Asked;
use crate::explanation::Words;
use crate::source::SourceText;

/// JSON's words in Python's.
const JSON: &str = "true, false, null = True, False, None\n";
/// What gdb does with the stops.
const DRIVER: &str = include_str!("gdb.py");

/// A script that stops at every item of the breakpoints so far and shows it. `stdin` is the program's input.
pub fn gdb_script(debugger: &mut Debugger, sources: &mut SourceText, stdin: Option<&Path>) -> String {
    let answered = debugger.history().iter().flat_map(|r| &r.breakpoint.items);
    let asked = debugger.breakpoint().into_iter().flat_map(|b| &b.items);
    // By time: the order in which the run comes by.
    let items: BTreeMap<u32, Item> = answered.chain(asked).map(|item| (item.time, item.clone())).collect();
    let stops: Vec<Value> = items.values().filter_map(|item| stop(debugger, sources, item)).collect();
    let list = serde_json::to_string_pretty(&stops).unwrap_or_default();
    let input = stdin.map_or_else(String::new, |file| file.display().to_string());
    format!(
        "# Stops where the breakpoints of whydunit debug are, and shows what to look at there. Use it with the\n\
         # executable and the arguments that were debugged:   gdb -x THIS --args PROGRAM ARGUMENTS\n\
         # It stops at the first; `continue` goes to the next, `whydunit-all` shows all that are to come.\n\
         set pagination off\npython\n{JSON}INPUT = {}\nSTOPS = {list}\n{DRIVER}end\n",
        json!(input)
    )
}

/// How gdb writes several in a row: `p[0]@3` for `p[0..2]`, and text: `&p[3]` for `p[3..]`.
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

/// Where the native program is to stop for an item, and what to show.
fn stop(debugger: &mut Debugger, sources: &mut SourceText, item: &Item) -> Option<Value> {
    let asked = Asked::new(&mut Words::new(&mut debugger.session, sources), item)?;
    let recording = &debugger.session.recorded.recording;
    let program = debugger.session.program();
    let position = recording.position(item.time)?;
    let argument = item.instance.kind == InstanceKind::Argument;
    let (place, arrival) = if argument {
        let calls = recording.runs_of(recording.number_of(position.block));
        let name = program.function(position.function).name.clone();
        let count = calls.partition_point(|&b| b <= position.block) as u32;
        (name, Arrival { count, ..Arrival::default() })
    } else {
        let files: Vec<_> = item.spot.place.file.into_iter().collect();
        let code = LineCode::new(&debugger.session.index, &files, item.spot.place.line);
        let arrival = Visits::arrival(recording, &code, position.block)?;
        (format!("{}:{}", asked.at.file, asked.at.line), arrival)
    };
    // Names that only the compiler knows mean nothing to gdb.
    let known = |name: &&str| !name.contains("...") && !name.contains(RESULT) && !name.contains("((char");
    let made = item.instance.defines.iter().chain(&item.instance.wrote).filter(|d| d.ty.is_some());
    let defines: Vec<String> = made.filter(|d| known(&d.name.as_str())).map(|d| in_gdb(&d.name)).collect();
    let uses: Vec<&str> =
        item.instance.uses.iter().filter(|u| u.ty.is_some()).map(|u| u.name.as_str()).filter(known).collect();
    let kind = &item.instance.kind;
    let result = item.instance.defines.as_ref().is_some_and(|d| d.name == RESULT);
    let returns = (result || matches!(kind, InstanceKind::Return { .. })).then_some(&asked.at.function);
    let decides = matches!(kind, InstanceKind::Decision { .. } | InstanceKind::Choice { .. });
    Some(json!({
        "place": place, "count": arrival.count, "round": arrival.round, "inside": arrival.inside,
        "title": format!("{}  {}", asked.place(), asked.at.text),
        "said": asked.sentence(), "uses": uses, "defines": defines, "argument": argument,
        "function": returns, "decides": decides,
    }))
}
