//! Where code may be missing: what values were left as they were.

use whydunit_locate::{Evidence, Explanation, Session, SourceChange, Suspect, Uninitialised};
use whydunit_machine::Site;
use whydunit_program::{Inst, Loc};
use whydunit_trace::{DependenceKind, InstanceKind};

use super::Words;
use crate::source::place_of;

impl Words<'_> {
    /// Says so when a suspect used a value that was right when it was given: nothing about the statement could
    /// be changed to make the run right, so something may be missing between the two.
    pub(super) fn missing_code(&mut self, suspect: &Suspect, explanation: &Explanation) -> Option<String> {
        let known = suspect.evidence.iter().find_map(|evidence| match evidence {
            Evidence::Incomplete(unset) => self.incomplete(unset),
            Evidence::DeadStore(name) => Some(format!("code may be missing: `{name}` is set here and never used")),
            _ => None,
        });
        match suspect.told() {
            Some(Evidence::Witness(_)) => {}
            // Another number in its place may be as good as a change of it later.
            Some(Evidence::TestedPatch(r))
                if matches!(r.mutant.rewrite, SourceChange::Constant { .. } | SourceChange::Plus(_)) =>
            {
                return known.or_else(|| self.never_changed(suspect));
            }
            _ => return known,
        }
        known
            .or_else(|| self.never_given(suspect))
            .or_else(|| self.never_changed(suspect))
            .or_else(|| self.kept(suspect, explanation))
    }

    /// Something that nobody gave a value, though other parts of the object got theirs.
    fn incomplete(&mut self, unset: &Uninitialised) -> Option<String> {
        let reader = self.executed(unset.reader)?;
        let name = &unset.name;
        Some(format!("code may be missing: nothing sets `{name}`, and line {} reads it", reader.line))
    }

    /// A variable that nobody gave a value, though others look at it.
    fn never_given(&mut self, suspect: &Suspect) -> Option<String> {
        let user = self.session.describe(suspect.instance)?;
        let value = self.session.untouched(&user)?;
        let line = place_of(self.session.program(), user.site).line;
        let name = value.name.split(['[', '.', '-']).next().unwrap_or(&value.name);
        Some(format!("an assignment may be missing before it: at line {line} `{name}` still has the 0 it starts with"))
    }

    /// A variable that nobody gives a second value.
    fn never_changed(&mut self, suspect: &Suspect) -> Option<String> {
        let instance = self.session.describe(suspect.instance)?;
        let (name, line) = self.session.never_changed(&instance)?;
        Some(format!("an assignment may be missing: only line {line} ever sets `{name}`"))
    }

    /// A value that was right when it was given and is used again: the oldest of them.
    fn kept(&mut self, suspect: &Suspect, explanation: &Explanation) -> Option<String> {
        let clean = |time: u32| {
            let steps = explanation.narrowing.steps.iter();
            steps.filter(|s| s.polluted.is_empty()).any(|s| s.members.contains(&time))
        };
        let user = explanation.slice.nodes.get(&suspect.instance)?;
        let flow = user.on.iter().filter(|d| d.kind == DependenceKind::Flow && clean(d.on));
        let mut givers: Vec<u32> = flow.map(|d| d.on).collect();
        givers.sort_unstable();
        givers.into_iter().find_map(|giver| self.kept_since(giver, suspect.instance))
    }

    /// Says that an instance uses what another gave, if it was used like that before.
    fn kept_since(&mut self, giver: u32, user: u32) -> Option<String> {
        let given = self.session.describe(giver)?;
        let (from, to) = (self.of_instance(&given), self.session.describe(user)?);
        let name = given.defines?.name;
        let line = place_of(self.session.program(), to.site).line;
        // Parameters and what a loop counts with keep their values: nobody expects otherwise.
        let kept = given.kind == InstanceKind::Argument || from.line == line || decides(self.session, given.site);
        let uses = !kept && to.uses.iter().any(|v| v.name == name);
        // What was given in this round is not old.
        let recording = &self.session.recorded.recording;
        let (since, now) = (recording.position(giver)?.block, recording.position(user)?.block);
        let again = (since + 1..now).any(|block| recording.number_of(block) == recording.number_of(now));
        (uses && again).then(|| {
            format!(
                "an assignment may be missing before it: at line {line} `{name}` still has the value from line {}",
                from.line
            )
        })
    }
}

/// Is there a decision in the line of an instruction, as in the head of a loop?
fn decides(session: &Session, site: Site) -> bool {
    let function = session.program().function(site.function);
    let line = function.locs[site.inst as usize].line;
    let decides = |(inst, loc): (&Inst, &Loc)| loc.line == line && matches!(inst, Inst::Branch { .. });
    function.insts.iter().zip(&function.locs).any(decides)
}
