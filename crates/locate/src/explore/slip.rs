//! What runs do that C leaves undefined: a value that makes a run right only by such luck is no good advice.

use whydunit_machine::{Alteration, Change, Constraint, ConstraintKind, Origin, Site, Undefined};
use whydunit_terms::{Model, Store, TermId};

use super::ran::{Ran, Subject};
use super::{Altered, Bounds};
use crate::session::Session;

/// Something that C leaves undefined was done with a symbolic value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slip {
    /// Where.
    pub site: Site,
    /// What.
    pub what: Undefined,
}

impl Ran {
    /// The first thing that C leaves undefined and this run does with symbolic values.
    pub fn slip(&self) -> Option<Slip> {
        let slip = |c: &Constraint| c.undefined().map(|what| Slip { site: c.at.site, what });
        self.symbolic.path().iter().find_map(slip)
    }
}

/// What must hold on a path for C to say what it does.
pub(super) fn sane(store: &mut Store, path: &[Constraint]) -> Vec<TermId> {
    let hazards = path.iter().filter(|c| matches!(c.kind, ConstraintKind::Hazard(_)));
    hazards.map(|c| if c.holds { c.term } else { store.not(c.term) }).collect()
}

/// What the run with these values in place of others does with them that C leaves undefined.
pub(crate) fn slip(session: &mut Session, alterations: &[Alteration], bounds: &Bounds) -> Option<Slip> {
    let mut values = Model::new();
    for alteration in alterations {
        match alteration.change {
            // One of these widths is its own.
            Change::Put(value) => [1, 8, 16, 32, 64].into_iter().for_each(|width| {
                values.set(Origin::Value { number: alteration.time }.key(width), value.into());
            }),
            Change::Flip => {}
            // Where a switch goes is no value.
            Change::Goto(_) | Change::Symbol(_) => return None,
        }
    }
    // Without a value nothing was done with one.
    values.iter().next()?;
    let times: Vec<u32> = alterations.iter().map(|a| a.time as u32).collect();
    Altered::new(session, &times, bounds)?.run(&values)?.slip()
}
