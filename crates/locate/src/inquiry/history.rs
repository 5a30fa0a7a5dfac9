//! The history of a value: its definition, the definitions that this used, and so on.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::ObjectKind;
use whydunit_program::{GlobalId, Inst};
use whydunit_trace::{Definition, Dependences, Item, Part, Time, Value, finds_classes};

use crate::inquiry::ancestry::{Ancestry, Step, group_by_kind};
use crate::inquiry::{Event, Inquiry, Named};

/// The reason why a chain of definitions ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It does not end: there are earlier definitions.
    Earlier,
    /// The program's text: a constant, an address.
    Text,
    /// Input that the program read.
    Input,
    /// The command line or the environment.
    CommandLine,
    /// A value computed by libc.
    Library,
}

/// A definition in the history of a value.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The definition.
    pub event: Event,
    /// Number of definitions from the variable.
    pub depth: u32,
    /// For a parameter: the calls that passed the argument, latest first; there are several in a recursion.
    pub calls: Vec<Event>,
    /// Earlier executions of the same statement that were skipped, as of `i++` in a loop.
    pub rounds: u32,
    /// Other executions of the same statement, if a loop used the values of several; at least some of them, latest
    /// first.
    pub others: Vec<Event>,
    /// The number of those executions.
    pub other_count: u32,
    /// Variables that it used with the value of their declaration.
    pub declared: Vec<GlobalId>,
    /// Where its value comes from.
    pub source: Source,
    /// Is it a library call that could have written another value, but did not?
    pub left_alone: bool,
    /// Its definitions were shown before.
    pub shown_before: bool,
    /// It used values whose origin exceeds the depth asked for.
    pub cut: bool,
}

/// The history of a variable.
#[derive(Clone, Debug)]
pub struct History {
    /// The variable.
    pub named: Named,
    /// Its value.
    pub value: Option<Value>,
    /// The release of its memory, if before that time: the value is the one it had then.
    pub freed: Option<Event>,
    /// Definitions, each before the ones that it used. Empty if the variable was never written.
    pub origins: Vec<Origin>,
    /// Further definitions were left out.
    pub cut: bool,
}

/// Definitions, each with those inside of a trusted function that it represents (or itself).
pub(crate) type DefinitionMap = BTreeMap<Time, BTreeSet<Definition>>;

/// Definitions of an array or a struct that are shown separately.
pub(crate) const MAX_PARTS: usize = 8;
/// Of larger variables only the last writes are shown, not the definition of each byte.
const MAX_BYTES: u64 = 4096;
/// Other executions of a statement that are described, spread over the run.
const MAX_OTHERS: usize = 1000;

impl Inquiry {
    /// The history of a variable, `depth` definitions back; with `places` also the history of the indices and pointers
    /// by which values were found.
    pub fn history(&mut self, named: Named, depth: u32, places: bool) -> History {
        let roots = self.last_definitions(&named);
        let mut ancestry = Ancestry::new(self, depth, places);
        roots.into_iter().for_each(|root| ancestry.follow(root));
        let Ancestry { steps, cut, .. } = ancestry;
        let cut = cut || named.lvalue.size > MAX_BYTES;
        let others =
            |s: &Step| s.others.iter().copied().step_by(s.others.len() / MAX_OTHERS + 1).collect::<Vec<Time>>();
        let times = steps.iter().flat_map(|s| [vec![s.time], s.calls.clone(), others(s)].concat());
        let times: BTreeSet<Time> = times.collect();
        let events = self.describe(&times.into_iter().collect::<Vec<Time>>());
        let events: BTreeMap<Time, Event> = events.into_iter().map(|event| (event.time, event)).collect();
        let described = |times: &[Time]| times.iter().filter_map(|time| events.get(time).cloned()).collect();
        // Bit-fields are loaded together with their neighbours, which do not count as used.
        let used = |event: &Event, id: &GlobalId| {
            event.instance.uses.iter().any(|value| self.program().global_at(value.address) == Some(*id))
        };
        let origins = steps.iter().filter_map(|s| {
            let event = events.get(&s.time)?.clone();
            Some(Origin {
                depth: s.depth,
                calls: described(&s.calls),
                rounds: s.rounds,
                others: described(&others(s)),
                other_count: s.others.len() as u32,
                declared: s.declared.iter().copied().filter(|id| used(&event, id)).collect(),
                event,
                source: s.source,
                left_alone: s.left_alone,
                shown_before: s.shown_before,
                cut: s.cut,
            })
        });
        let origins: Vec<Origin> = origins.collect();
        let freed = self.freed(&named);
        let value = match freed {
            Some(time) => self.value_at(&named, time),
            None => self.value_of(&named),
        };
        let value = value.or_else(|| written_value(&named, &origins));
        let freed = freed.and_then(|time| self.fold(time)).and_then(|time| self.describe(&[time]).pop());
        History { origins, value, freed, named, cut }
    }

    /// The last definitions of the variable, latest first. If there are many for its parts, those of one statement are
    /// grouped.
    fn last_definitions(&mut self, named: &Named) -> Vec<DefinitionMap> {
        let mut found = self.definitions_of(named);
        // A local did not exist before its call; memory that pointers lead to may have.
        let own = self.is_own(named);
        found.retain(|g| !own || g.time + 1 >= named.since);
        let mut folded = DefinitionMap::new();
        for definition in found {
            if let Some(time) = self.fold(definition.time) {
                folded.entry(time).or_default().insert(definition);
            }
        }
        let many = folded.len() > MAX_PARTS;
        let mut roots = group_by_kind(folded, |time, inner| {
            let kind = self.kind_of(time, inner);
            (many || kind.1).then_some(kind)
        });
        roots.reverse();
        roots
    }

    /// Is it part of a local of the call that it was asked about in?
    fn is_own(&mut self, named: &Named) -> bool {
        let before = u64::from(named.until.saturating_sub(1));
        let (Some(function), Some(mut machine)) = (named.function, self.recorded.snapshots.paused_at(before)) else {
            return false;
        };
        let depth = machine.frames().iter().find(|f| f.site.function == function).map(|f| f.depth);
        let kind = machine.object_at(named.lvalue.address).map(|o| o.kind);
        matches!(kind, Some(ObjectKind::Local { function: f, depth: at, .. }) if f == function && Some(at) == depth)
    }

    fn definitions_of(&mut self, named: &Named) -> Vec<Definition> {
        let (address, size, until) = (named.lvalue.address, named.lvalue.size, u64::from(named.until));
        if size > MAX_BYTES {
            let writes = self.recorded.snapshots.last_writes(address, size, until);
            let writes = self.refusals.unless(writes).unwrap_or_default();
            return writes.into_iter().map(Definition::whole).collect();
        }
        // Its bytes may have different definitions.
        let writers = self.recorded.snapshots.writers_of(address, size, until);
        let writers = self.refusals.unless(writers).unwrap_or_default();
        let recording = &self.recorded.recording;
        let definitions = writers.iter().zip(address..).filter_map(|(w, at)| Some(recording.definition_at((*w)?, at)));
        let definitions: BTreeSet<Definition> = definitions.collect();
        let since = writers.iter().copied().min().flatten();
        let left = recording.left_alone(address, size, since, named.until).into_iter();
        let left: Vec<Definition> = left.map(|time| Definition { time, part: Part::LeftAlone }).collect();
        left.into_iter()
            .chain(definitions.into_iter().flat_map(|definition| self.definitions_of_field(named, definition)))
            .collect()
    }

    /// For a bit-field: the definitions of its bits, where `definition` wrote the bytes that contain them last.
    fn definitions_of_field(&mut self, named: &Named, definition: Definition) -> Vec<Definition> {
        if named.lvalue.bits.is_none() {
            return vec![definition];
        }
        let Some(machine) = self.recorded.snapshots.paused_at(u64::from(definition.time)) else {
            return vec![definition];
        };
        let of_field = Dependences::new(&self.recorded.recording).of_field(&machine, &named.lvalue);
        of_field.unwrap_or(vec![definition])
    }

    fn value_at(&mut self, named: &Named, time: Time) -> Option<Value> {
        let mut machine = self.recorded.snapshots.paused_at(u64::from(time))?;
        let value = Value::read(&self.index.program, &mut machine, named.lvalue.clone());
        (!value.bytes.is_empty()).then_some(value)
    }

    /// The time at which it was freed, if it was freed at the time asked about.
    fn freed(&mut self, named: &Named) -> Option<Time> {
        let mut machine = self.recorded.snapshots.paused_at(u64::from(named.until))?;
        match machine.object_at(named.lvalue.address)?.kind {
            ObjectKind::Heap { freed: Some(step), .. } => Time::try_from(step).ok(),
            _ => None,
        }
    }

    /// The value of a variable at the time asked about, or just before if its scope ended then.
    fn value_of(&mut self, named: &Named) -> Option<Value> {
        let moments = [named.until, named.until.saturating_sub(1)];
        let mut values: Vec<Value> = moments.into_iter().filter_map(|time| self.value_at(named, time)).collect();
        // The variables of a finished call may be gone.
        let known = values.iter().position(|v| !v.bytes.contains(&None));
        (!values.is_empty()).then(|| values.swap_remove(known.unwrap_or(0)))
    }

    /// The source of a value that no other definition was used for.
    pub(crate) fn source_of(&self, time: Time) -> Source {
        let recording = &self.recorded.recording;
        let Some(position) = recording.position(time) else { return Source::Text };
        let consumed = recording.effect(time).items.iter().any(|i| matches!(i, Item::Consume { .. }));
        match recording.inst(position) {
            _ if consumed => Source::Input,
            Inst::Call { .. } => Source::Library,
            _ if self.is_argument(time) && recording.call_of(time).is_none() => Source::CommandLine,
            _ => Source::Text,
        }
    }

    /// Is it a call that only returns the table of `isdigit` and the like?
    pub(crate) fn finds_classes(&self, time: Time) -> bool {
        let recording = &self.recorded.recording;
        let Some(position) = recording.position(time) else { return false };
        let Inst::Call { site } = recording.inst(position) else { return false };
        finds_classes(self.program(), &self.program().function(position.function).calls[site as usize])
    }
}

/// The value written by the last definition of a variable, if it covers the whole variable.
fn written_value(named: &Named, origins: &[Origin]) -> Option<Value> {
    let event = &origins.iter().find(|origin| !origin.left_alone)?.event;
    let values = event.instance.defines.iter().chain(&event.wrote);
    values.into_iter().find(|v| v.address == named.lvalue.address && v.ty == named.lvalue.ty).cloned()
}
