//! Addresses at which a native debugger stops at the same executions.

use std::collections::BTreeMap;

use whydunit_machine::Unsupported;
use whydunit_program::NativeCode;
use whydunit_trace::{InstanceKind, NativeInstant, NativeRun, Time};

use crate::interactive::breakpoint::Item;
use crate::interactive::debugger::Debugger;
use crate::interactive::described_breakpoint::DescribedItem;

/// The items of all breakpoints so far, each with its place in the native program.
#[derive(Clone, Debug)]
pub struct NativeStops {
    /// In order of execution.
    pub stops: Vec<NativeStop>,
    /// The arguments of the program.
    pub arguments: Vec<Vec<u8>>,
}

/// The place of an item in the native program.
#[derive(Clone, Debug)]
pub struct NativeStop {
    /// The item.
    pub item: DescribedItem,
    /// Did it happen inside the library? The native program then stops at the call.
    pub in_library: bool,
    /// The beginning of the statement.
    pub begin: Option<NativeInstant>,
    /// Its end.
    pub done: Option<NativeInstant>,
    /// How often the program passes the end before the end of this execution.
    pub skip: Option<usize>,
}

impl Debugger {
    /// Finds the items of all breakpoints so far in native code.
    pub fn native_stops(&mut self, code: &NativeCode) -> Result<NativeStops, Unsupported> {
        let answered = self.history().iter().flat_map(|r| &r.breakpoint.items);
        let asked = self.breakpoint().into_iter().flat_map(|b| &b.items);
        let items: BTreeMap<Time, Item> = answered.chain(asked).map(|item| (item.time, item.clone())).collect();
        let mut described = Vec::new();
        for item in items.values() {
            described.extend(DescribedItem::new(&mut self.session, item)?);
        }
        let mut run = NativeRun::new(&self.session.recorded.recording, code);
        let stops = described.into_iter().filter_map(|item| NativeStop::new(&mut run, item)).collect();
        Ok(NativeStops { stops, arguments: self.session.recorded.last.world.case().args.clone() })
    }
}

impl NativeStop {
    fn new(run: &mut NativeRun<'_>, described: DescribedItem) -> Option<NativeStop> {
        let item = &described.item;
        // Functions passed to the library and memory written by it are seen at the call.
        let call = run.recording.ended_call(item.time).or_else(|| run.recording.gives_function(item.time));
        let position = run.recording.position(call.unwrap_or(item.time))?;
        let done = run.after(position);
        // A parameter has its value when the function begins.
        let is_parameter = item.instance.kind == InstanceKind::Argument && call.is_none();
        let begin = if is_parameter { done } else { run.beginning(position) };
        let skip = begin.zip(done).map(|(begin, done)| run.between(begin, done));
        Some(NativeStop { in_library: call.is_some(), begin, done, skip, item: described })
    }
}
