//! Renders statistics of a run.

use serde::Serialize;
use whydunit_locate::inquiry::Stats;

use super::{Answerer, VERSION};
use crate::describe::describe_failure;
use crate::event_data::to_text;
use crate::source::file_name;

/// Maximum number of functions.
const SHOWN: usize = 12;

/// Renders statistics as text.
pub fn render_stats(answerer: &Answerer<'_>, stats: &Stats) -> String {
    let program = answerer.program;
    let mut text = answerer.headline(&format!("The run {}", ended(answerer)));
    let rows = [
        ("instructions of the machine", u64::from(stats.instructions)),
        ("decisions", stats.decisions),
        ("source lines executed", stats.lines as u64),
        ("functions called", stats.functions.len() as u64),
        ("functions never called", stats.not_called as u64),
        ("bytes read", stats.read),
        ("bytes written", stats.written),
        ("heap objects allocated", stats.heap.0),
        ("heap objects freed", stats.heap.1),
        ("bytes of recording", stats.bytes as u64),
        ("snapshots", stats.snapshots as u64),
    ];
    rows.iter().for_each(|(what, figure)| text += &format!("{figure:>14}  {what}\n"));
    if !stats.functions.is_empty() {
        text += "\nCalls of\n";
    }
    for (id, calls) in stats.functions.iter().take(SHOWN) {
        let function = program.function(*id);
        let file = function.scope.map(|s| program.scopes[s.0 as usize].file);
        let place = format!("{}:{}", file_name(program, file), function.line);
        text += &format!("{calls:>14}  {}  {}\n", function.name, answerer.paint.place(&place));
    }
    if stats.functions.len() > SHOWN {
        text += &format!("{:>14}  others\n", stats.functions.len() - SHOWN);
    }
    text
}

fn ended(answerer: &Answerer<'_>) -> String {
    use whydunit_machine::Outcome;
    match answerer.outcome {
        Outcome::Exited(status) => format!("ended with status {status}"),
        Outcome::Failed(failure) => format!("failed: {}", describe_failure(answerer.program, failure)),
        Outcome::Stopped(_) => "did not end within its budget".into(),
    }
}

#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    outcome: String,
    instructions: u32,
    blocks: usize,
    decisions: u64,
    lines: usize,
    functions: Vec<FunctionData>,
    not_called: usize,
    bytes_read: u64,
    bytes_written: u64,
    allocated: u64,
    freed: u64,
    recording_bytes: usize,
    snapshots: usize,
}

#[derive(Serialize)]
struct FunctionData {
    name: String,
    calls: u64,
}

/// Renders statistics as JSON.
pub fn stats_json(answerer: &Answerer<'_>, stats: &Stats) -> String {
    let program = answerer.program;
    let functions = stats.functions.iter();
    to_text(&Document {
        format: "whydunit-stats",
        version: VERSION,
        outcome: ended(answerer),
        instructions: stats.instructions,
        blocks: stats.blocks,
        decisions: stats.decisions,
        lines: stats.lines,
        functions: functions
            .map(|(f, calls)| FunctionData { name: program.function(*f).name.clone(), calls: *calls })
            .collect(),
        not_called: stats.not_called,
        bytes_read: stats.read,
        bytes_written: stats.written,
        allocated: stats.heap.0,
        freed: stats.heap.1,
        recording_bytes: stats.bytes,
        snapshots: stats.snapshots,
    })
}
