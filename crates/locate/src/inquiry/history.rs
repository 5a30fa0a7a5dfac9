//! Where a value came from: who gave a variable its value, and who gave that.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::ObjectKind;
use whydunit_program::{GlobalId, Inst};
use whydunit_trace::{Definition, Dependences, Item, Part, Time, Value, finds_classes};

use crate::inquiry::ancestry::{Ancestry, Step, together_by};
use crate::inquiry::{Event, Inquiry, Named};

/// Why a chain of definitions ends where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It goes on.
    Earlier,
    /// The program's text: a constant, an address.
    Text,
    /// Input that the program read.
    Input,
    /// The command line or the environment.
    CommandLine,
    /// Something libc made.
    Library,
}

/// One definition on the way.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The definition.
    pub event: Event,
    /// How many steps from the variable.
    pub depth: u32,
    /// For a parameter: the calls that passed the argument, latest first; several in a recursion.
    pub calls: Vec<Event>,
    /// Earlier executions of the same statement that were skipped: `i++` in a loop.
    pub rounds: u32,
    /// Other executions of the same statement, when a loop used what several gave: at least some of them, latest first.
    pub others: Vec<Event>,
    /// How many of those there were.
    pub other_count: u32,
    /// Variables whose value it used as it is in their declaration.
    pub declared: Vec<GlobalId>,
    /// Where its value comes from.
    pub source: Source,
    /// Is it a call of the library that might have given another value, but gave none?
    pub left_alone: bool,
    /// What gave this its value was shown before.
    pub shown_before: bool,
    /// It used values whose origin is left out because of the depth asked for.
    pub cut: bool,
}

/// The history of a variable.
#[derive(Clone, Debug)]
pub struct History {
    /// The variable.
    pub named: Named,
    /// Its value.
    pub value: Option<Value>,
    /// What freed it before that: the value is the one it had then.
    pub freed: Option<Event>,
    /// Definitions, each before what gave it its value. Empty when it was never given one.
    pub origins: Vec<Origin>,
    /// More definitions were left out.
    pub cut: bool,
}

/// Definitions, each with those inside a trusted function that it stands for (or itself).
pub(crate) type DefinitionMap = BTreeMap<Time, BTreeSet<Definition>>;

/// Definitions of an array or a struct told at most.
pub(crate) const PARTS: usize = 8;
/// Of something larger only the last writes are told, not who gave each of its bytes.
const BYTES: u64 = 4096;
/// Of other executions of a statement, so many are looked at, all over the run.
const OTHERS: usize = 1000;

impl Inquiry {
    /// The history of a variable, so many steps back; with `places` also that of the indices and pointers
    /// by which values were found.
    pub fn history(&mut self, named: Named, depth: u32, places: bool) -> History {
        let roots = self.last_definitions(&named);
        let mut ancestry = Ancestry::new(self, depth, places);
        roots.into_iter().for_each(|root| ancestry.go(root));
        let Ancestry { steps, cut, .. } = ancestry;
        let cut = cut || named.lvalue.size > BYTES;
        let others = |s: &Step| s.others.iter().copied().step_by(s.others.len() / OTHERS + 1).collect::<Vec<Time>>();
        let times = steps.iter().flat_map(|s| [vec![s.time], s.calls.clone(), others(s)].concat());
        let times: BTreeSet<Time> = times.collect();
        let events = self.describe(&times.into_iter().collect::<Vec<Time>>());
        let events: BTreeMap<Time, Event> = events.into_iter().map(|event| (event.time, event)).collect();
        let described = |times: &[Time]| times.iter().filter_map(|time| events.get(time).cloned()).collect();
        // Bit-fields are loaded with others beside them.
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
        let value = value.or_else(|| given(&named, &origins));
        let freed = freed.and_then(|time| self.fold(time)).and_then(|time| self.describe(&[time]).pop());
        History { origins, value, freed, named, cut }
    }

    /// Who wrote the variable last, latest first; of many that wrote its parts, those of one statement together.
    fn last_definitions(&mut self, named: &Named) -> Vec<DefinitionMap> {
        let mut found = self.givers_of(named);
        // What lies in the call's own variables was not there before the call; what pointers lead to may have been.
        let own = self.is_own(named);
        found.retain(|g| !own || g.time + 1 >= named.since);
        let mut folded = DefinitionMap::new();
        for giver in found {
            if let Some(time) = self.fold(giver.time) {
                folded.entry(time).or_default().insert(giver);
            }
        }
        let many = folded.len() > PARTS;
        let mut roots = together_by(folded, |time, inner| {
            let kind = self.kind_of(time, inner);
            (many || kind.1).then_some(kind)
        });
        roots.reverse();
        roots
    }

    /// Does it lie in a variable of the call that it was asked about in?
    fn is_own(&mut self, named: &Named) -> bool {
        let before = u64::from(named.until.saturating_sub(1));
        let (Some(function), Some(mut machine)) = (named.function, self.recorded.snapshots.paused_at(before)) else {
            return false;
        };
        let depth = machine.frames().iter().find(|f| f.site.function == function).map(|f| f.depth);
        let kind = machine.object_at(named.lvalue.address).map(|o| o.kind);
        matches!(kind, Some(ObjectKind::Local { function: f, depth: at, .. }) if f == function && Some(at) == depth)
    }

    fn givers_of(&mut self, named: &Named) -> Vec<Definition> {
        let (address, size, until) = (named.lvalue.address, named.lvalue.size, u64::from(named.until));
        let snapshots = &mut self.recorded.snapshots;
        if size > BYTES {
            return snapshots
                .last_writes(address, size, until)
                .unwrap_or_default()
                .into_iter()
                .map(Definition::whole)
                .collect();
        }
        // Its bytes may have been given one by one.
        let writers = snapshots.writers_of(address, size, until).unwrap_or_default();
        let recording = &self.recorded.recording;
        let givers = writers.iter().zip(address..).filter_map(|(w, at)| Some(recording.definition_at((*w)?, at)));
        let givers: BTreeSet<Definition> = givers.collect();
        let since = writers.iter().copied().min().flatten();
        let left = recording.left_alone(address, size, since, named.until).into_iter();
        let left: Vec<Definition> = left.map(|time| Definition { time, part: Part::LeftAlone }).collect();
        left.into_iter().chain(givers.into_iter().flat_map(|giver| self.givers_of_field(named, giver))).collect()
    }

    /// Of a bit-field: who gave it its bits, when `giver` is the last that wrote to their bytes.
    fn givers_of_field(&mut self, named: &Named, giver: Definition) -> Vec<Definition> {
        if named.lvalue.bits.is_none() {
            return vec![giver];
        }
        let Some(machine) = self.recorded.snapshots.paused_at(u64::from(giver.time)) else { return vec![giver] };
        let of_field = Dependences::new(&self.recorded.recording).of_field(&machine, &named.lvalue);
        of_field.unwrap_or(vec![giver])
    }

    fn value_at(&mut self, named: &Named, time: Time) -> Option<Value> {
        let mut machine = self.recorded.snapshots.paused_at(u64::from(time))?;
        let value = Value::read(&self.index.program, &mut machine, named.lvalue.clone());
        (!value.bytes.is_empty()).then_some(value)
    }

    /// When it was freed, if it was at the moment it is asked about.
    fn freed(&mut self, named: &Named) -> Option<Time> {
        let mut machine = self.recorded.snapshots.paused_at(u64::from(named.until))?;
        match machine.object_at(named.lvalue.address)?.kind {
            ObjectKind::Heap { freed: Some(step), .. } => Time::try_from(step).ok(),
            _ => None,
        }
    }

    /// The value of a variable at the moment it is asked about, unless its scope is over just then.
    fn value_of(&mut self, named: &Named) -> Option<Value> {
        let moments = [named.until, named.until.saturating_sub(1)];
        let mut values: Vec<Value> = moments.into_iter().filter_map(|time| self.value_at(named, time)).collect();
        // When the call is over its variables may be gone.
        let known = values.iter().position(|v| !v.bytes.contains(&None));
        (!values.is_empty()).then(|| values.swap_remove(known.unwrap_or(0)))
    }

    /// Where a value comes from that no other definition gave.
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

    /// Is it a call that only finds the table of `isdigit` and the like?
    pub(crate) fn finds_classes(&self, time: Time) -> bool {
        let recording = &self.recorded.recording;
        let Some(position) = recording.position(time) else { return false };
        let Inst::Call { site } = recording.inst(position) else { return false };
        finds_classes(self.program(), &self.program().function(position.function).calls[site as usize])
    }
}

/// The value that the last definition gave a variable, if it was all of it.
fn given(named: &Named, origins: &[Origin]) -> Option<Value> {
    let event = &origins.iter().find(|origin| !origin.left_alone)?.event;
    let values = event.instance.defines.iter().chain(&event.wrote);
    values.into_iter().find(|v| v.address == named.lvalue.address && v.ty == named.lvalue.ty).cloned()
}
