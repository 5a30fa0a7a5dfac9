//! Describes breakpoints and items so that they can be shown without the run.

use whydunit_machine::{Site, Unsupported};
use whydunit_trace::{Dependence, DependenceKind, Time, Value};

use crate::explain::described::DescribedInstance;
use crate::interactive::breakpoint::{Breakpoint, Item};
use crate::interactive::continuation::Continuation;
use crate::interactive::debugger::Debugger;
use crate::session::Session;

/// How many elements an array has that is shown whole: of one the element says enough, more than these nobody can judge.
const ELEMENTS: std::ops::RangeInclusive<u64> = 2..=32;

/// One thing to look at, with everything that words about it need.
#[derive(Clone, Debug)]
pub struct DescribedItem {
    /// The item.
    pub item: Item,
    /// The instance at its spot: for a parameter the call that passes it.
    pub at: DescribedInstance,
    /// The instruction at its spot.
    pub site: Option<Site>,
}

/// A breakpoint with everything that words about it need.
#[derive(Clone, Debug)]
pub struct DescribedBreakpoint {
    /// The breakpoint.
    pub breakpoint: Breakpoint,
    /// The instance at its spot.
    pub at: DescribedInstance,
    /// What to look at.
    pub items: Vec<DescribedItem>,
    /// The arrays of which elements are read there, as they are at that moment.
    pub arrays: Vec<Value>,
    /// What the items led to.
    pub led_to: Option<DescribedItem>,
    /// Why the search went on, if it had come to an end before.
    pub onward: Option<DescribedContinuation>,
    /// What was known wrong already and is to be explained; nothing as long as that is the failure.
    pub explains: Vec<DescribedItem>,
}

/// Why a search that had come to an end goes on.
#[derive(Clone, Debug)]
pub enum DescribedContinuation {
    /// See [`Continuation::Farther`].
    Farther,
    /// See [`Continuation::Misplaced`].
    Misplaced {
        /// Where the wrong value is.
        wrong: Box<DescribedItem>,
        /// What should have defined it.
        gives: Box<DescribedItem>,
    },
}

/// A cause of an instance.
#[derive(Clone, Debug)]
pub struct DescribedCause {
    /// How the instance depends on it.
    pub kind: DependenceKind,
    /// The cause.
    pub item: DescribedItem,
}

impl DescribedItem {
    pub(crate) fn new(session: &mut Session, item: &Item) -> Result<Option<DescribedItem>, Unsupported> {
        let at = DescribedInstance::seen_from_program(session, item.spot.time)?;
        let site = session.recorded.recording.position(item.spot.time).map(|position| position.site());
        Ok(at.map(|at| DescribedItem { item: item.clone(), at, site }))
    }

    /// The instance at `time`, if it can be looked at.
    pub(crate) fn at(session: &mut Session, time: Time) -> Result<Option<DescribedItem>, Unsupported> {
        match Item::at(session, time) {
            Some(item) => DescribedItem::new(session, &item),
            None => Ok(None),
        }
    }

    fn all<'a>(
        session: &mut Session,
        items: impl Iterator<Item = &'a Item>,
    ) -> Result<Vec<DescribedItem>, Unsupported> {
        let mut found = Vec::new();
        for item in items {
            found.extend(DescribedItem::new(session, item)?);
        }
        Ok(found)
    }
}

impl DescribedBreakpoint {
    /// Describes a breakpoint; none if nothing is known of its place.
    pub fn new(session: &mut Session, breakpoint: &Breakpoint) -> Result<Option<DescribedBreakpoint>, Unsupported> {
        let Some(at) = DescribedInstance::seen_from_program(session, breakpoint.spot.time)? else { return Ok(None) };
        let items = DescribedItem::all(session, breakpoint.items.iter())?;
        let arrays = arrays(session, breakpoint)?;
        let led_to = DescribedItem::all(session, breakpoint.led_to.iter())?.pop();
        let onward = match &breakpoint.onward {
            Some(onward) => DescribedContinuation::new(session, onward)?,
            None => None,
        };
        let failure = session.criterion.time;
        let mut explains = Vec::new();
        for &time in breakpoint.explains.iter().filter(|&&time| time != failure) {
            explains.extend(DescribedItem::at(session, time)?);
        }
        Ok(Some(DescribedBreakpoint { breakpoint: breakpoint.clone(), at, items, arrays, led_to, onward, explains }))
    }
}

impl DescribedContinuation {
    fn new(session: &mut Session, onward: &Continuation) -> Result<Option<DescribedContinuation>, Unsupported> {
        let Continuation::Misplaced { wrong, gives } = onward else { return Ok(Some(DescribedContinuation::Farther)) };
        let (wrong, gives) = (DescribedItem::new(session, wrong)?, DescribedItem::new(session, gives)?);
        let both = wrong.zip(gives);
        Ok(both.map(|(wrong, gives)| DescribedContinuation::Misplaced { wrong: wrong.into(), gives: gives.into() }))
    }
}

impl Debugger {
    /// Describes what is asked now; none at the end.
    pub fn described_breakpoint(&mut self) -> Result<Option<DescribedBreakpoint>, Unsupported> {
        match self.breakpoint().cloned() {
            Some(breakpoint) => DescribedBreakpoint::new(&mut self.session, &breakpoint),
            None => Ok(None),
        }
    }

    /// Describes what an instance depends on directly, in order of time.
    pub fn described_causes(&mut self, time: Time) -> Result<Vec<DescribedCause>, Unsupported> {
        let causes: Vec<Dependence> = self.causes(time);
        let mut found = Vec::new();
        for cause in causes {
            let item = DescribedItem::at(&mut self.session, cause.on)?;
            found.extend(item.map(|item| DescribedCause { kind: cause.kind, item }));
        }
        found.sort_by_key(|cause| cause.item.item.time);
        Ok(found)
    }
}

/// The arrays of which the statements of a breakpoint read elements: an element alone says little.
fn arrays(session: &mut Session, breakpoint: &Breakpoint) -> Result<Vec<Value>, Unsupported> {
    let read = breakpoint.items.iter().chain(&breakpoint.led_to).flat_map(|item| &item.instance.uses);
    // A call of the library that calls back is looked at when it is over.
    let time = breakpoint.items.last().map_or(breakpoint.spot.time, |item| item.time);
    let mut found = Vec::new();
    for element in read {
        found.extend(array_of(session, time, element)?);
    }
    Ok(found)
}

/// The array of which something is an element, if that begins where the array's name says.
fn array_of(session: &mut Session, time: Time, element: &Value) -> Result<Option<Value>, Unsupported> {
    let Some(((name, index), ty)) = element_of(&element.name).zip(element.ty) else { return Ok(None) };
    let size = session.program().types.size(ty);
    let mut machine = session.recorded.snapshots.at(u64::from(time) + 1)?;
    let Some(object) = machine.object_at(element.address) else { return Ok(None) };
    let Some(count) = object.size.checked_div(size) else { return Ok(None) };
    let fits = object.start + index * size == element.address && count * size == object.size;
    if !fits || !ELEMENTS.contains(&count) {
        return Ok(None);
    }
    let Some(bytes) = machine.inspect(object.start, object.size as usize) else { return Ok(None) };
    let (name, elements) = (name.into(), Some(count));
    Ok(Some(Value { name, address: object.start, elements, bytes, ..element.clone() }))
}

/// The `a` and the 3 of `a[3]`.
fn element_of(name: &str) -> Option<(&str, u64)> {
    let (array, index) = name.strip_suffix(']')?.split_once('[')?;
    let is_name = array.chars().all(|c| c.is_alphanumeric() || c == '_');
    Some((array, index.parse().ok()?)).filter(|_| is_name)
}
