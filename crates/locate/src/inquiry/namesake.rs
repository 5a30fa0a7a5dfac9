//! Variables of one name: which of them the run came to last.

use std::collections::BTreeMap;

use whydunit_machine::{FrameView, Site};
use whydunit_program::{FileId, Function, FunctionId, GlobalId, Inst, LocalId, Program, ScopeId};
use whydunit_trace::{BlockNumber, ExecutedBlock, Formula, Time};

use crate::inquiry::Inquiry;

/// A variable of some name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Namesake {
    /// The function in which it can be named, none for those of a file.
    pub function: Option<FunctionId>,
    /// The file of its declaration.
    pub file: Option<FileId>,
    /// The line of its declaration, 0 when unknown.
    pub line: u32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Local(LocalId),
    Global(GlobalId),
}

/// When a variable is looked at, and where it can be named.
pub(crate) struct Moment {
    pub(crate) time: Time,
    pub(crate) until: Time,
    pub(crate) site: Option<Site>,
    pub(crate) others: Vec<Met>,
}

/// An executed block at the end of which a variable could be named for the last time, and the instruction there.
#[derive(Clone, Copy)]
pub(crate) struct Met {
    namesake: Namesake,
    block: ExecutedBlock,
    inst: u32,
}

/// By block of the program, the variables of a name that can be named there, each with its last such instruction.
type InScope = Vec<Vec<(Namesake, u32)>>;

/// Other variables told, and looked at.
const OTHERS: usize = 5;
const LOOKED_AT: usize = 20;

impl Inquiry {
    /// When the last variable of a name that the run came to was last there, and which others there are.
    pub(crate) fn last_moment_of(&self, name: &str) -> Moment {
        let recording = &self.recorded.recording;
        let in_scope = self.in_scope(name);
        let mut met: Vec<Met> = Vec::new();
        for block in recording.executed_blocks().rev() {
            for &(namesake, inst) in &in_scope[recording.number_of(block).index()] {
                if met.iter().all(|m| m.namesake != namesake) {
                    met.push(Met { namesake, block, inst });
                }
            }
        }
        if met.is_empty() {
            let end = recording.duration();
            return Moment { time: end.saturating_sub(1), until: end, site: None, others: Vec::new() };
        }
        let others = met.split_off(1);
        let (time, until, site) = self.moment_of(met[0], &others);
        Moment { time, until, site: Some(site), others }
    }

    /// For a name that means nothing any more at `time`: where in the same call it last did.
    pub(crate) fn where_it_was(&self, name: &str, time: Time) -> Option<Site> {
        let recording = &self.recorded.recording;
        let now = recording.position(time)?;
        let globals = globals(self.program(), name);
        let meant = self.meant(name, now.function, &globals);
        if meant[now.inst as usize].is_some() || meant.iter().all(Option::is_none) {
            return None;
        }
        let call = recording.call_number(now.block);
        let blocks =
            ExecutedBlock::FIRST.through(now.block).rev().filter(|&block| recording.call_number(block) == call);
        let mut insts = blocks.flat_map(|block| {
            let end = recording.position(recording.end_of(block)).map_or(0, |p| p.inst);
            let start = recording.position(recording.start_of(block)).map_or(0, |p| p.inst);
            (start..=if block == now.block { now.inst } else { end }).rev()
        });
        let inst = insts.find(|&inst| meant[inst as usize].is_some())?;
        Some(Site { function: now.function, inst })
    }

    /// When a variable is looked at, and where it can be named.
    fn moment_of(&self, met: Met, others: &[Met]) -> (Time, Time, Site) {
        let recording = &self.recorded.recording;
        let end = recording.duration();
        let (function, block) = recording.static_block(met.block);
        let first = self.program().function(function).blocks[block.0 as usize].first;
        let time = (recording.start_of(met.block) + met.inst - first).min(recording.end_of(met.block));
        let of_file = |met: &Met| met.namesake.function.is_none();
        let (time, until) = match met.namesake.kind {
            Kind::Global(_) if of_file(&met) && !others.iter().any(of_file) => (end.saturating_sub(1), end),
            Kind::Global(_) => (time, end),
            Kind::Local(local) => match self.end_of_life(function, local) {
                Some(end) => (end, end),
                None if self.is_inside(time, function) => (time, end),
                None => (time, time + 1),
            },
        };
        (time, until, Site { function, inst: met.inst })
    }

    /// Those of some variables that are such that an expression that begins with their name means something.
    pub(crate) fn that_have(&mut self, formula: &Formula, met: Vec<Met>) -> Vec<Namesake> {
        let has = |met: &Met| {
            let (time, _, site) = self.moment_of(*met, &[]);
            let Some(mut machine) = self.recorded.snapshots.paused_at(u64::from(time)) else { return false };
            let frame = machine.each_frame().find(|f| f.site.function == site.function);
            formula.locate(&self.index.program, &mut machine, frame.map(|f| FrameView { site, ..f })).is_ok()
        };
        let met: Vec<Met> = met.into_iter().take(LOOKED_AT).filter(has).take(OTHERS).collect();
        met.into_iter().map(|met| met.namesake).collect()
    }

    /// Is a call of one of the program's own functions at `time` that was not over when the run was?
    fn is_inside(&self, time: Time, function: FunctionId) -> bool {
        let recording = &self.recorded.recording;
        let call = recording.position(time).filter(|p| matches!(recording.inst(*p), Inst::Call { .. }));
        let last = recording.block_end().checked_sub(1);
        let mut around = std::iter::successors(last, |&block| recording.caller_of(block));
        call.is_some_and(|p| p.function == function && around.any(|block| block == p.block))
    }

    /// Where the variables of a name can be named, in the program's own functions.
    fn in_scope(&self, name: &str) -> InScope {
        let program = self.program();
        let mut found: InScope = vec![Vec::new(); self.index.block_count()];
        let globals = globals(program, name);
        for id in (0..program.functions.len() as u32).map(FunctionId).filter(|&id| !self.trust.has(id)) {
            for (inst, namesake) in (0u32..).zip(self.meant(name, id, &globals)) {
                let Some(namesake) = namesake else { continue };
                let here = &mut found[self.index.number(id, program.function(id).block_of(inst)).index()];
                here.retain(|known| known.0 != namesake);
                // The last comes first.
                here.insert(0, (namesake, inst));
            }
        }
        found
    }

    /// What a name means at each instruction of a function.
    fn meant(&self, name: &str, id: FunctionId, globals: &[(Namesake, Option<ScopeId>)]) -> Vec<Option<Namesake>> {
        let program = self.program();
        let function = program.function(id);
        let names = Names { program, name, function, id, globals };
        let mut innermost = function.scope;
        let mut named = names.at(innermost);
        let meant = function.locs.iter().map(|loc| {
            if loc.scope.is_some() && loc.scope != innermost {
                innermost = loc.scope;
                named = names.at(innermost);
            }
            named
        });
        meant.collect()
    }

    /// When a variable that had a scope ceased to be for the last time, if it did.
    fn end_of_life(&self, id: FunctionId, of: LocalId) -> Option<Time> {
        let recording = &self.recorded.recording;
        let function = self.program().function(id);
        let mark =
            |inst: &Inst| matches!(*inst, Inst::LifetimeStart { local } | Inst::LifetimeEnd { local } if local == of);
        let marks = (0..function.insts.len() as u32).filter(|&at| mark(&function.insts[at as usize]));
        // The last of each block counts.
        let marks: BTreeMap<BlockNumber, u32> =
            marks.map(|at| (self.index.number(id, function.block_of(at)), at)).collect();
        let mut blocks = recording.executed_blocks().rev();
        let (block, at) = blocks.find_map(|b| Some((b, *marks.get(&recording.number_of(b))?)))?;
        let first = function.blocks[function.block_of(at).0 as usize].first;
        let ended = matches!(function.insts[at as usize], Inst::LifetimeEnd { .. });
        ended.then(|| recording.start_of(block) + at - first)
    }
}

/// What a name means in a function.
struct Names<'a> {
    program: &'a Program,
    name: &'a str,
    function: &'a Function,
    id: FunctionId,
    globals: &'a [(Namesake, Option<ScopeId>)],
}

impl Names<'_> {
    /// What it means in a scope: the innermost variable, or one of a file.
    fn at(&self, innermost: Option<ScopeId>) -> Option<Namesake> {
        let scope = |id: ScopeId| self.program.scopes[id.0 as usize];
        let around: Vec<ScopeId> = std::iter::successors(innermost, |&s| scope(s).parent).collect();
        let file = around.last().map(|&s| scope(s).file);
        let depth = |of: Option<ScopeId>| around.iter().position(|s| Some(*s) == of);
        let locals = self.function.variables.iter().filter(|v| v.name == self.name).filter_map(|v| {
            let depth = if v.scope.is_none() { Some(around.len()) } else { depth(v.scope) };
            let (function, kind) = (Some(self.id), Kind::Local(v.local));
            let file = v.scope.map(|s| scope(s).file).or(file);
            Some((depth?, Namesake { function, file, line: v.line, kind }))
        });
        let statics = self
            .globals
            .iter()
            .filter(|g| g.1.is_some())
            .filter_map(|&(global, of)| Some((depth(of)?, Namesake { function: Some(self.id), ..global })));
        let inner = locals.chain(statics).min_by_key(|(depth, _)| *depth).map(|(_, namesake)| namesake);
        let mut of_files = self.globals.iter().filter(|g| g.1.is_none()).map(|g| g.0);
        // Each file has its own, if there are several; the only one may be named anywhere.
        let only = of_files.clone().count() == 1;
        inner.or_else(|| of_files.find(|g| only || g.file == file))
    }
}

/// The global variables of a name, each with its scope inside a function if it has one.
fn globals(program: &Program, name: &str) -> Vec<(Namesake, Option<ScopeId>)> {
    let named = (0u32..)
        .zip(program.globals.iter())
        .filter(|(_, g)| g.ty.is_some() && g.variable.as_deref().unwrap_or(&g.name) == name);
    named
        .map(|(id, global)| {
            let scope = global.scope.map(|s| program.scopes[s.0 as usize]);
            // The scope of a whole file has no line.
            let inner = global.scope.filter(|_| scope.is_some_and(|s| s.line != 0 || s.parent.is_some()));
            let kind = Kind::Global(GlobalId(id));
            (Namesake { function: None, file: scope.map(|s| s.file), line: global.line, kind }, inner)
        })
        .collect()
}
