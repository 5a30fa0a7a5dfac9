//! Whether an instance of the failing run agrees with a reference.
//!
//! The rules form one ordered table. The first rule that applies decides.

use whydunit_trace::{DependenceKind, Dependences, Time};

use crate::compare::condition_operand::is_condition_operand;
use crate::compare::counterpart::Counterpart;
use crate::compare::reference::Reference;
use crate::session::Session;

/// How an instance of the failing run compares with a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// The value or the outcome is the same.
    Same,
    /// It is another, or the reference does not execute the instance.
    Different,
    /// The two runs cannot be compared there.
    Unknown,
}

impl From<bool> for Agreement {
    fn from(same: bool) -> Self {
        if same { Agreement::Same } else { Agreement::Different }
    }
}

/// Longest chain of uses that is followed to judge one instance by the values of others.
const MAX_CHAIN: usize = 100;

/// A rule: decides how an instance agrees with the reference, or does not apply.
type Rule = fn(&mut Comparison<'_>) -> Option<Agreement>;

/// All rules, in the order in which they are tried. None applies: unknown.
const RULES: &[Rule] = &[
    whole_condition,
    counterpart_value,
    divergent_execution,
    condition_operand,
    superfluous_value,
    superfluous_temporary,
];

/// One instance to be compared.
struct Comparison<'a> {
    reference: &'a mut Reference,
    session: &'a mut Session,
    time: Time,
    /// How many more uses may be followed.
    chain: usize,
}

impl Reference {
    /// Does an instance of the failing run agree with this one?
    pub(crate) fn agreement(&mut self, session: &mut Session, time: Time) -> Agreement {
        self.agreement_within(session, time, MAX_CHAIN)
    }

    fn agreement_within(&mut self, session: &mut Session, time: Time, chain: usize) -> Agreement {
        let mut comparison = Comparison { reference: self, session, time, chain };
        RULES.iter().find_map(|rule| rule(&mut comparison)).unwrap_or(Agreement::Unknown)
    }
}

/// A decision that settled a whole condition, however its operands are written, is compared by the condition's outcome.
fn whole_condition(at: &mut Comparison<'_>) -> Option<Agreement> {
    at.reference.counterparts.condition_agrees(at.time).map(Agreement::from)
}

/// An instance with a counterpart is compared by value.
fn counterpart_value(at: &mut Comparison<'_>) -> Option<Agreement> {
    let Counterpart::At(other) = at.counterpart() else { return None };
    Some(at.reference.same(at.session, at.time, other).map_or(Agreement::Unknown, Agreement::from))
}

/// An instance behind a divergence should not have been executed.
fn divergent_execution(at: &mut Comparison<'_>) -> Option<Agreement> {
    matches!(at.counterpart(), Counterpart::Divergent { .. }).then_some(Agreement::Different)
}

/// An operand that only the failing run evaluates on the way to a decision agrees if the values it uses do. Whether it
/// should be evaluated at all shows in the outcome of the whole condition.
fn condition_operand(at: &mut Comparison<'_>) -> Option<Agreement> {
    let applies = match at.counterpart() {
        Counterpart::Operand { .. } => true,
        Counterpart::Unmatched => is_condition_operand(at.session, at.time),
        Counterpart::At(_) | Counterpart::Divergent { .. } => false,
    };
    applies.then(|| at.by_uses())
}

/// A value from code that the reference does not have is compared where both runs continue, if it is still there.
fn superfluous_value(at: &mut Comparison<'_>) -> Option<Agreement> {
    at.reference.superfluous_value(at.session, at.time).map(Agreement::from)
}

/// A value from such code that is gone where both runs continue did no harm by itself: it agrees if the values it
/// uses do.
fn superfluous_temporary(at: &mut Comparison<'_>) -> Option<Agreement> {
    let code = at.reference.superfluous_code(at.session, at.time)?;
    code.reference_is_idle.then(|| at.by_uses())
}

impl Comparison<'_> {
    fn counterpart(&self) -> Counterpart {
        self.reference.counterparts.of(self.time)
    }

    /// Judges the instance by the values it uses: different if one is, else unknown if one is.
    fn by_uses(&mut self) -> Agreement {
        if let Some(&known) = self.reference.judged_by_uses.get(&self.time) {
            return known;
        }
        let Some(chain) = self.chain.checked_sub(1) else { return Agreement::Unknown };
        let used = Dependences::of_values(&self.session.recorded.recording).of(self.time).into_iter();
        let used = used.filter(|d| d.kind == DependenceKind::Flow).map(|d| d.on);
        let used: Vec<Agreement> = used.map(|on| self.reference.agreement_within(self.session, on, chain)).collect();
        let doubts = [Agreement::Different, Agreement::Unknown];
        let agreement = doubts.into_iter().find(|doubt| used.contains(doubt)).unwrap_or(Agreement::Same);
        self.reference.judged_by_uses.insert(self.time, agreement);
        agreement
    }
}
