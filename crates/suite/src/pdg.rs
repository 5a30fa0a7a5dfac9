//! The program dependence graph between source lines, from the program text alone. Scores measure distances in it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use whydunit_locate::{Line, is_own, line_of};
use whydunit_machine::Site;
use whydunit_program::analysis::{Analyses, LocationSet, UseSite};
use whydunit_program::{BlockId, Function, FunctionId, Inst, Program, Slot};

/// Lines and their dependences, as an undirected graph.
#[derive(Clone, Debug, Default)]
pub struct Pdg {
    neighbours: BTreeMap<Line, BTreeSet<Line>>,
}

/// Most instructions of a program (without the library) that gets a graph: building it takes time quadratic in the
/// memory accesses.
const MAX_INSTRUCTIONS: usize = 60_000;

impl Pdg {
    /// The graph of a program's own code; none if the program is too large.
    pub fn new(program: &Arc<Program>, analyses: &Analyses) -> Option<Self> {
        let own: Vec<(FunctionId, &Function)> = program
            .functions
            .iter()
            .enumerate()
            .filter(|(_, f)| is_own(program, f))
            .map(|(id, f)| (FunctionId(id as u32), &**f))
            .collect();
        if own.iter().map(|(_, f)| f.insts.len()).sum::<usize>() > MAX_INSTRUCTIONS {
            return None;
        }
        let mut builder = Builder { program, analyses, graph: Pdg::default() };
        for &(id, function) in &own {
            builder.lines(id, function);
            builder.values(id, function);
            builder.control(id, function);
            builder.calls(id, function);
        }
        builder.memory(&own);
        Some(builder.graph)
    }

    /// A graph with the given edges.
    pub fn from_edges(edges: impl IntoIterator<Item = (Line, Line)>) -> Self {
        let mut graph = Pdg::default();
        edges.into_iter().for_each(|(a, b)| graph.join(a, b));
        graph
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Is the graph empty?
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    fn join(&mut self, a: Line, b: Line) {
        self.neighbours.entry(a).or_default();
        self.neighbours.entry(b).or_default();
        if a != b {
            self.neighbours.entry(a).or_default().insert(b);
            self.neighbours.entry(b).or_default().insert(a);
        }
    }

    /// The length of the shortest path from `from` to `to`, and the number of lines within that distance of `from`;
    /// none if there is no path.
    pub fn radius(&self, from: &BTreeSet<Line>, to: &BTreeSet<Line>) -> Option<(u32, usize)> {
        let mut sphere: BTreeSet<Line> = from.iter().filter(|l| self.neighbours.contains_key(l)).copied().collect();
        let mut rim = sphere.clone();
        let mut distance = 0;
        while !rim.is_empty() {
            if rim.iter().any(|l| to.contains(l)) {
                return Some((distance, sphere.len()));
            }
            let next = rim.iter().flat_map(|l| self.neighbours[l].iter()).copied();
            rim = next.filter(|l| !sphere.contains(l)).collect();
            sphere.extend(&rim);
            distance += 1;
        }
        None
    }
}

struct Builder<'a> {
    program: &'a Arc<Program>,
    analyses: &'a Analyses,
    graph: Pdg,
}

impl Builder<'_> {
    fn line(&self, function: FunctionId, inst: u32) -> Option<Line> {
        line_of(self.program, Site { function, inst })
    }

    fn join(&mut self, a: Option<Line>, b: Option<Line>) {
        if let (Some(a), Some(b)) = (a, b) {
            self.graph.join(a, b);
        }
    }

    /// Adds every line with code as a node.
    fn lines(&mut self, id: FunctionId, function: &Function) {
        for inst in 0..function.insts.len() as u32 {
            let line = self.line(id, inst);
            self.join(line, line);
        }
    }

    /// Adds edges for values in slots: expressions that span several lines.
    fn values(&mut self, id: FunctionId, function: &Function) {
        let mut defined: BTreeMap<Slot, Vec<u32>> = BTreeMap::new();
        for (at, inst) in function.insts.iter().enumerate() {
            inst.defs().into_iter().flat_map(|d| d.first..d.first + d.count).for_each(|slot| {
                defined.entry(slot).or_default().push(at as u32);
            });
        }
        for (at, inst) in function.insts.iter().enumerate() {
            let mut used = Vec::new();
            inst.uses(|slot| used.push(slot));
            for &definition in used.iter().flat_map(|slot| defined.get(slot).into_iter().flatten()) {
                self.join(self.line(id, definition), self.line(id, at as u32));
            }
        }
    }

    fn control(&mut self, id: FunctionId, function: &Function) {
        let flow = self.analyses.flow(id);
        for block in 0..function.blocks.len() as u32 {
            let facts = function.blocks[block as usize];
            for decision in flow.control.decisions(BlockId(block)) {
                let decider = function.blocks[decision.block.0 as usize];
                let from = self.line(id, decider.first + decider.len - 1);
                (facts.first..facts.first + facts.len).for_each(|inst| self.join(from, self.line(id, inst)));
            }
        }
    }

    /// Adds edges between a call and the first line of its callee, and between the returned value and the call.
    fn calls(&mut self, id: FunctionId, function: &Function) {
        for inst in
            (0..function.insts.len() as u32).filter(|i| matches!(function.insts[*i as usize], Inst::Call { .. }))
        {
            let call = self.line(id, inst);
            let callees: Vec<FunctionId> = self.analyses.aliasing().callees(id, inst).collect();
            for callee in callees {
                let code = self.program.function(callee);
                let first = (0..code.insts.len() as u32).find_map(|i| self.line(callee, i));
                self.join(call, first);
                for at in (0..code.insts.len() as u32)
                    .filter(|i| matches!(code.insts[*i as usize], Inst::Return { count: 1.., .. }))
                {
                    self.join(call, self.line(callee, at));
                }
            }
        }
    }

    /// Adds edges through memory: for locals whose address is not taken by reaching definitions, otherwise by aliasing.
    fn memory(&mut self, own: &[(FunctionId, &Function)]) {
        let mut writes: Vec<(UseSite, LocationSet)> = Vec::new();
        let mut reads: Vec<(UseSite, LocationSet)> = Vec::new();
        for &(id, function) in own {
            for inst in 0..function.insts.len() as u32 {
                let site = UseSite { function: id, inst };
                let reaching = self.analyses.ssa(id).reaching(inst);
                if !reaching.defs.is_empty() || reaching.entry {
                    reaching.defs.iter().for_each(|&def| self.join(self.line(id, def), self.line(id, inst)));
                    continue;
                }
                if self.line(id, inst).is_none() {
                    continue;
                }
                let (written, read) = (self.analyses.written_at(site), self.analyses.read_at(site));
                writes.extend((!written.is_empty()).then_some((site, written)));
                reads.extend((!read.is_empty()).then_some((site, read)));
            }
        }
        let (sites, sets): (Vec<UseSite>, Vec<LocationSet>) = writes.into_iter().unzip();
        for (reader, read) in reads {
            for at in self.analyses.meeting(&read, &sets) {
                let writer = sites[at];
                self.join(self.line(writer.function, writer.inst), self.line(reader.function, reader.inst));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use whydunit_program::FileId;

    fn line(line: u32) -> Line {
        Line { file: FileId(0), line }
    }

    fn set(lines: &[u32]) -> BTreeSet<Line> {
        lines.iter().map(|l| line(*l)).collect()
    }

    #[test]
    fn spheres_grow_by_one_edge_at_a_time() {
        // A path 1-2-3-4-5, 6 adjacent to 2, and 9 isolated.
        let edges = [(1, 2), (2, 3), (3, 4), (4, 5), (2, 6), (9, 9)];
        let graph = Pdg::from_edges(edges.map(|(a, b)| (line(a), line(b))));
        assert_eq!(graph.len(), 7);
        assert_eq!(graph.radius(&set(&[1]), &set(&[1])), Some((0, 1)));
        assert_eq!(graph.radius(&set(&[1]), &set(&[3])), Some((2, 4)));
        assert_eq!(graph.radius(&set(&[1, 5]), &set(&[3, 6])), Some((2, 6)));
        assert_eq!(graph.radius(&set(&[1]), &set(&[9])), None);
        assert_eq!(graph.radius(&set(&[77]), &set(&[1])), None);
    }
}
