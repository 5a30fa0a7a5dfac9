//! Where code may be missing: what values were left as they were.

use std::ops::Range;

use whydunit_locate::{Evidence, Explanation, Session, Suspect};
use whydunit_machine::{Observer, Site};
use whydunit_program::{Inst, Loc};
use whydunit_trace::{DependenceKind, InstanceKind, Value};

use super::Words;
use crate::source::place_of;

/// Variables of more bytes are not looked through.
const LOOKED_AT: u64 = 64 << 10;

impl Words<'_> {
    /// Says so when a suspect used a value that was right when it was given: nothing about the statement could
    /// be changed to make the run right, so something may be missing between the two.
    pub(super) fn missing_code(&mut self, suspect: &Suspect, explanation: &Explanation) -> Option<String> {
        let Some(Evidence::Witness(_)) = suspect.told() else { return None };
        self.never_given(suspect).or_else(|| self.kept(suspect, explanation))
    }

    /// A variable that nobody gave a value, though others look at it: all of it is 0 as at the start.
    fn never_given(&mut self, suspect: &Suspect) -> Option<String> {
        let user = self.session.describe(suspect.instance)?;
        let program = self.program();
        let mut machine = self.session.recorded.ladder.at(u64::from(suspect.instance)).ok()?;
        let mut is_blank = |value: &&Value| {
            let Some(global) = program.global_at(value.address).map(|id| &program.globals[id.0 as usize]) else {
                return false;
            };
            !global.constant
                && !global.external
                && (1..=LOOKED_AT).contains(&global.size)
                && global.init.iter().all(|&byte| byte == 0)
                && (0..global.size).all(|i| machine.inspect(global.address + i, 1) == Some(vec![Some(0)]))
        };
        let value = user.uses.iter().find(|value| is_blank(value))?;
        let global = &program.globals[program.global_at(value.address)?.0 as usize];
        // It may have been set and set back.
        let mut written = Written { range: global.address..global.address + global.size, found: false };
        let mut again = self.session.recorded.ladder.before(0);
        again.run_until(u64::from(suspect.instance), &mut written).ok()?;
        if written.found {
            return None;
        }
        let line = place_of(&program, user.site).line;
        let name = value.name.split(['[', '.', '-']).next().unwrap_or(&value.name);
        Some(format!(
            "something may be missing before it: at line {line} nothing has given `{name}` any other value than the 0 of \
             the start"
        ))
    }

    /// A value that was right when it was given and is used again.
    fn kept(&mut self, suspect: &Suspect, explanation: &Explanation) -> Option<String> {
        let clean = |time: u32| {
            let steps = explanation.narrowing.steps.iter();
            steps.filter(|s| s.polluted.is_empty()).any(|s| s.members.contains(&time))
        };
        let user = explanation.slice.nodes.get(&suspect.instance)?;
        let giver = user.on.iter().filter(|d| d.kind == DependenceKind::Flow && clean(d.on)).max_by_key(|d| d.on)?.on;
        let given = self.session.describe(giver)?;
        let (from, to) = (self.of_instance(&given), self.session.describe(suspect.instance)?);
        let name = given.defines?.name;
        let line = place_of(self.session.program(), to.site).line;
        // Parameters and what a loop counts with keep their values: nobody expects otherwise.
        let kept = given.kind == InstanceKind::Argument || from.line == line || decides(self.session, given.site);
        let uses = !kept && to.uses.iter().any(|v| v.name == name);
        uses.then(|| {
            format!(
                "something may be missing before it: at line {line} `{name}` still has the value from line {}; nothing \
                 assigned it since",
                from.line
            )
        })
    }
}

/// Notes whether something is written to.
struct Written {
    range: Range<u64>,
    found: bool,
}

impl Written {
    fn see(&mut self, addr: u64, bytes: u64) {
        self.found |= addr < self.range.end && self.range.start < addr.saturating_add(bytes);
    }
}

impl Observer for Written {
    fn store(&mut self, _inst: u32, addr: u64, bytes: u64, _value: u64) {
        self.see(addr, bytes);
    }

    fn copy(&mut self, _inst: u32, dst: u64, _src: u64, len: u64) {
        self.see(dst, len);
    }
}

/// Is there a decision in the line of an instruction, as in the head of a loop?
fn decides(session: &Session, site: Site) -> bool {
    let function = session.program().function(site.function);
    let line = function.locs[site.inst as usize].line;
    let decides = |(inst, loc): (&Inst, &Loc)| loc.line == line && matches!(inst, Inst::Branch { .. });
    function.insts.iter().zip(&function.locs).any(decides)
}
