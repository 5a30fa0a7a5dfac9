//! Executed statements as JSON.

use serde::Serialize;
use whydunit_locate::inquiry::Event;
use whydunit_program::Program;
use whydunit_trace::Value;

use crate::frozen::value_text;
use crate::source::file_name;
use crate::wording::outcome;

/// An executed statement.
#[derive(Serialize)]
pub(crate) struct EventData {
    time: u32,
    file: String,
    line: u32,
    column: u32,
    function: String,
    outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    defines: Option<ValueData>,
    uses: Vec<ValueData>,
}

/// A named value.
#[derive(Serialize)]
pub(crate) struct ValueData {
    name: String,
    /// The variable that contains it, if it was reached through a pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    denotes: Option<String>,
    value: String,
}

/// Renders a document as indented text.
pub(crate) fn to_text(document: &impl Serialize) -> String {
    // Serialisation fails only for maps whose keys are no strings, and there are none.
    serde_json::to_string_pretty(document).unwrap_or_default() + "\n"
}

pub(crate) fn event_data(program: &Program, event: &Event) -> EventData {
    let place = &event.place;
    let instance = &event.instance;
    EventData {
        time: event.time.0,
        file: file_name(program, place.file).into(),
        line: place.line,
        column: place.column,
        function: program.function(place.function).name.clone(),
        outcome: outcome(program, event),
        defines: instance.defines.as_ref().map(|v| value_data(program, v)),
        uses: instance.uses.iter().map(|v| value_data(program, v)).collect(),
    }
}

fn value_data(program: &Program, value: &Value) -> ValueData {
    ValueData { name: value.name.clone(), denotes: value.denotes.clone(), value: value_text(program, value) }
}
