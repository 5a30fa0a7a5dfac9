//! Executed statements and variables for a screen: short texts, no layout.

use whydunit_locate::inquiry::Event;
use whydunit_machine::{FrameView, Machine};
use whydunit_program::{FileId, Program};
use whydunit_trace::{Instance, place_of, variables_at};

use crate::scope::variable_text;
use crate::source::file_name;
use crate::wording::{outcome, used};

/// An executed statement in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The file it is written in.
    pub file: Option<FileId>,
    /// How that is called.
    pub name: String,
    /// The line.
    pub line: u32,
    /// What it did: "m = 1", "true".
    pub did: String,
    /// The values it used: "y = 1, z = 3".
    pub with: String,
}

impl Told {
    /// Tells an instance.
    pub fn of(program: &Program, instance: &Instance) -> Told {
        let place = place_of(program, instance.site);
        let (file, line, name) = (place.file, place.line, file_name(program, place.file).to_string());
        let event = Event { time: instance.time, place, instance: instance.clone(), wrote: Vec::new() };
        Told { file, name, line, did: outcome(program, &event), with: used(program, &event) }
    }
}

/// "name = value" of all variables in scope in a frame of a paused run, in order of declaration.
pub fn variables<W>(program: &Program, machine: &mut Machine<W>, frame: &FrameView) -> Vec<String> {
    let function = program.function(frame.site.function);
    let visible = variables_at(program, frame.site);
    visible.iter().filter_map(|v| variable_text(program, function, frame, v, machine)).collect()
}
