//! Renders answers to questions about a run: the origin of a value, why a line ran or did not, statistics.

mod history;
mod stats;
mod why;
mod why_not;

use whydunit_locate::inquiry::Event;
use whydunit_machine::Outcome;
use whydunit_program::{FileId, Program};

use crate::paint::{Paint, WIDTH, fill, fit};
use crate::source::{SOURCELESS, SourceText, file_name};
use crate::wording::sentence;

pub use history::{history_json, render_history};
pub use stats::{render_stats, stats_json};
pub use why::{render_why, why_json};
pub use why_not::{render_why_not, why_not_json};

/// The version of the JSON formats of answers (docs/json.md).
const VERSION: u32 = 1;

/// Renders executed statements of a run.
pub struct Answerer<'a> {
    /// The program.
    pub program: &'a Program,
    /// The outcome of its run.
    pub outcome: &'a Outcome,
    /// Its source text.
    pub sources: &'a mut SourceText,
    /// Colours, or none.
    pub paint: Paint,
}

impl Answerer<'_> {
    /// A source line, trimmed.
    fn line(&mut self, file: Option<FileId>, line: u32) -> String {
        let program = self.program;
        file.and_then(|f| self.sources.line(program, f, line)).unwrap_or(SOURCELESS).trim().to_string()
    }

    /// "FILE:LINE  text" of a source line, indented by a number of spaces.
    fn place(&mut self, file: Option<FileId>, line: u32, indent: usize) -> String {
        let name = format!("{}:{line}", file_name(self.program, file));
        let room = WIDTH.saturating_sub(indent + name.chars().count() + 2).max(20);
        let text = fit(&self.line(file, line), room);
        format!("{}{}  {text}\n", " ".repeat(indent), self.paint.place(&name))
    }

    /// An executed statement: its place, its effect, and a remark.
    fn event(&mut self, event: &Event, indent: usize, remark: &str) -> String {
        let said = sentence(self.program, event);
        self.told(event, indent, &join(&said, remark))
    }

    /// The place of an executed statement with a text below it.
    fn told(&mut self, event: &Event, indent: usize, said: &str) -> String {
        let mut text = self.place(event.place.file, event.place.line, indent);
        text += &self.remark(said, indent + 4);
        text
    }

    /// A remark about a statement, on lines of its own.
    fn remark(&self, said: &str, indent: usize) -> String {
        let lines = if said.is_empty() { String::new() } else { fill(said, indent, WIDTH) };
        lines.lines().map(|l| self.paint.value(l) + "\n").collect()
    }

    fn headline(&self, text: &str) -> String {
        fill(text, 0, WIDTH).lines().map(|l| self.paint.strong(l) + "\n").collect()
    }
}

fn join(said: &str, remark: &str) -> String {
    match (said.is_empty(), remark.is_empty()) {
        (true, _) => remark.into(),
        (_, true) => said.into(),
        _ => format!("{said}; {remark}"),
    }
}

/// "once", "3 times".
fn times(n: u32) -> String {
    match n {
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{n} times"),
    }
}
