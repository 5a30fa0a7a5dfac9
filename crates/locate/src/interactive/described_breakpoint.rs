//! Descriptions of breakpoints and items, complete enough to be shown without the run.

use whydunit_machine::{Site, Unsupported};
use whydunit_trace::{Dependence, DependenceKind, Time, Value};

use crate::explain::described::DescribedInstance;
use crate::interactive::breakpoint::{Breakpoint, Item};
use crate::interactive::continuation::Continuation;
use crate::interactive::debugger::Debugger;
use crate::session::Session;

/// Lengths of arrays that are shown whole. Nobody can judge longer ones.
const ELEMENTS: std::ops::RangeInclusive<u64> = 2..=32;

/// An item with everything that a sentence about it needs.
#[derive(Clone, Debug)]
pub struct DescribedItem {
    /// The item.
    pub item: Item,
    /// The instance at its spot: for a parameter the call that passes it.
    pub at: DescribedInstance,
    /// The instruction at its spot.
    pub site: Option<Site>,
}

/// A breakpoint with everything that sentences about it need.
#[derive(Clone, Debug)]
pub struct DescribedBreakpoint {
    /// The breakpoint.
    pub breakpoint: Breakpoint,
    /// The instance at its spot.
    pub at: DescribedInstance,
    /// The items.
    pub items: Vec<DescribedItem>,
    /// The arrays whose elements are read there, with their contents at that time.
    pub arrays: Vec<Value>,
    /// The instance that computed the wrong value from the items, if it was only passed on since.
    pub led_to: Option<DescribedItem>,
    /// Why the search continued, if it had ended before.
    pub continuation: Option<DescribedContinuation>,
    /// The wrong instances to be explained; none as long as only the failure is known to be wrong.
    pub explains: Vec<DescribedItem>,
}

/// Why a search that had ended continues.
#[derive(Clone, Debug)]
pub enum DescribedContinuation {
    /// See [`Continuation::Farther`].
    Farther,
    /// See [`Continuation::Misplaced`].
    Misplaced {
        /// The instance with the wrong value.
        wrong: Box<DescribedItem>,
        /// The instance that should have defined it.
        store: Box<DescribedItem>,
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

    /// Describes the instance at `time`; none if that is impossible.
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
    /// Describes a breakpoint; none if its place cannot be described.
    pub fn new(session: &mut Session, breakpoint: &Breakpoint) -> Result<Option<DescribedBreakpoint>, Unsupported> {
        let Some(at) = DescribedInstance::seen_from_program(session, breakpoint.spot.time)? else { return Ok(None) };
        let items = DescribedItem::all(session, breakpoint.items.iter())?;
        let arrays = arrays(session, breakpoint)?;
        let led_to = DescribedItem::all(session, breakpoint.led_to.iter())?.pop();
        let continuation = match &breakpoint.continuation {
            Some(continuation) => DescribedContinuation::new(session, continuation)?,
            None => None,
        };
        let failure = session.criterion.time;
        let mut explains = Vec::new();
        for &time in breakpoint.explains.iter().filter(|&&time| time != failure) {
            explains.extend(DescribedItem::at(session, time)?);
        }
        let breakpoint = breakpoint.clone();
        Ok(Some(DescribedBreakpoint { breakpoint, at, items, arrays, led_to, continuation, explains }))
    }
}

impl DescribedContinuation {
    fn new(session: &mut Session, continuation: &Continuation) -> Result<Option<DescribedContinuation>, Unsupported> {
        let Continuation::Misplaced { wrong, store } = continuation else {
            return Ok(Some(DescribedContinuation::Farther));
        };
        let (wrong, store) = (DescribedItem::new(session, wrong)?, DescribedItem::new(session, store)?);
        let both = wrong.zip(store);
        Ok(both.map(|(wrong, store)| DescribedContinuation::Misplaced { wrong: wrong.into(), store: store.into() }))
    }
}

impl Debugger {
    /// Describes the current breakpoint; none at the end.
    pub fn described_breakpoint(&mut self) -> Result<Option<DescribedBreakpoint>, Unsupported> {
        match self.breakpoint().cloned() {
            Some(breakpoint) => DescribedBreakpoint::new(&mut self.session, &breakpoint),
            None => Ok(None),
        }
    }

    /// Describes the direct causes of an instance, in order of time.
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

/// The arrays whose elements the statements of a breakpoint read. An element alone says little.
fn arrays(session: &mut Session, breakpoint: &Breakpoint) -> Result<Vec<Value>, Unsupported> {
    let read = breakpoint.items.iter().chain(&breakpoint.led_to).flat_map(|item| &item.instance.uses);
    // A library call that calls back is judged at its end.
    let time = breakpoint.items.last().map_or(breakpoint.spot.time, |item| item.time);
    let mut found = Vec::new();
    for element in read {
        found.extend(array_of(session, time, element)?);
    }
    Ok(found)
}

/// The array that a value is an element of, if the array begins where its name says.
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
