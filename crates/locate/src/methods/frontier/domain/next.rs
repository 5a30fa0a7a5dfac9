//! The choice of the next frontier of a domain.

use whydunit_trace::Time;

use crate::methods::frontier::cut::{Graph, Node};
use crate::methods::frontier::domain::number::DomainNumber;
use crate::methods::frontier::domain::{Depth, Domain};
use crate::methods::frontier::strategy::Strategy;

/// The preference among the smallest cuts.
#[derive(Clone, Copy)]
enum Wanted {
    /// The one closest to the ends.
    Nearest,
    /// One with about half of the instances before it.
    Middle,
    /// The one closest to this instance without members before it; earlier instances are assumed correct.
    Behind(DomainNumber),
}

/// Larger frontiers are expensive to find and not informative; the nearest instances are taken instead.
const MAX_FRONTIER_SIZE: usize = 64;
/// Omissions asked about at once, the latest first, because most are correct.
const MAX_OMISSIONS: usize = 8;

impl Domain {
    /// The next frontier, by time; `None` if nothing is left to ask about. If a wrong value was only copied, the
    /// frontier before the place of its first occurrence comes first.
    pub fn frontier(&mut self, strategy: &mut Strategy) -> Option<Vec<Time>> {
        let passed_on = matches!(strategy, Strategy::Closest | Strategy::Balanced).then(|| self.origin()).flatten();
        let numbers = passed_on.and_then(|origin| self.behind(origin)).or_else(|| self.next_frontier(strategy))?;
        Some(self.named(numbers))
    }

    /// The smallest frontier that is closest to the wrong instances, even if their values were only copied.
    pub fn closest(&mut self) -> Option<Vec<Time>> {
        let numbers = self.next_frontier(&mut Strategy::Closest)?;
        Some(self.named(numbers))
    }

    fn named(&self, numbers: Vec<DomainNumber>) -> Vec<Time> {
        numbers.into_iter().map(|n| self.times[n.index()]).collect()
    }

    /// The frontier of an instance.
    fn behind(&mut self, number: DomainNumber) -> Option<Vec<DomainNumber>> {
        let ends = std::mem::replace(&mut self.ends, vec![number]);
        let [inside, askable] = self.looked_at();
        let found = self.cut(&inside, Wanted::Nearest, MAX_FRONTIER_SIZE);
        self.ends = ends;
        (!askable.is_empty()).then(|| found.unwrap_or_else(|| nearest(&askable)))
    }

    /// The instances considered now, and those of them that can be asked about.
    fn looked_at(&self) -> [Vec<(DomainNumber, u32)>; 2] {
        let inside = self.inside();
        let askable = inside.iter().copied().filter(|(n, _)| self.may_ask(*n)).collect();
        [inside, askable]
    }

    fn next_frontier(&mut self, strategy: &mut Strategy) -> Option<Vec<DomainNumber>> {
        let (inside, askable) = loop {
            if self.open > self.deepest {
                return None;
            }
            let [inside, askable] = self.looked_at();
            match self.open {
                _ if !askable.is_empty() => break (inside, askable),
                _ if !self.last => self.last = true,
                Depth::Plain => self.open = Depth::Address,
                Depth::Address => self.open = Depth::Omission,
                Depth::Omission => self.open = Depth::Detour,
                Depth::Detour => return None,
            }
        };
        let numbers = match strategy {
            Strategy::Closest => self.cut(&inside, Wanted::Nearest, MAX_FRONTIER_SIZE),
            Strategy::Balanced if self.inputs.is_some() => self.cut(&inside, Wanted::Middle, MAX_FRONTIER_SIZE),
            Strategy::Balanced => self.balanced(&inside),
            Strategy::SingleStep => Some(level(&askable, 1)),
            Strategy::Bisection => {
                let deepest = askable.iter().map(|a| a.1).max().unwrap_or(1);
                Some(level(&askable, deepest.div_ceil(2)))
            }
            Strategy::Random(dice) => Some(vec![askable[dice.below(askable.len())].0]),
        };
        // A path of instances that cannot be asked about leads to the failure, so there is no cut: ask about the
        // nearest others.
        let mut numbers = numbers.unwrap_or_else(|| nearest(&askable));
        if self.is_far_fetched() {
            numbers.drain(..numbers.len().saturating_sub(MAX_OMISSIONS));
        }
        Some(numbers)
    }

    /// A frontier with about half of the domain on either side, hardly larger than the smallest one.
    fn balanced(&self, inside: &[(DomainNumber, u32)]) -> Option<Vec<DomainNumber>> {
        let closest = self.cut(inside, Wanted::Nearest, MAX_FRONTIER_SIZE)?;
        for share in [2, 3, 4] {
            // Everything before this instance is assumed correct; the smallest cut behind it is searched.
            let from = inside[inside.len() - inside.len().div_ceil(share)].0;
            if let Some(cut) = self.cut(inside, Wanted::Behind(from), closest.len() + 1)
                && cut != closest
            {
                return Some(cut);
            }
        }
        Some(closest)
    }

    /// The smallest set of instances that all paths to the ends pass; `None` if it has more than `most`.
    fn cut(&self, inside: &[(DomainNumber, u32)], wanted: Wanted, most: usize) -> Option<Vec<DomainNumber>> {
        let without_causes = |number: DomainNumber| self.causes_of(number).next().is_none();
        let parted = self.inputs.as_ref().and_then(|inputs| self.cut_off(inside, wanted, most, |n| inputs[n.index()]));
        parted.or_else(|| self.cut_off(inside, wanted, most, without_causes))
    }

    /// As [`Domain::cut`] for paths that begin at `is_root` instances and at instances with causes that are correct or
    /// too far away.
    fn cut_off(
        &self,
        inside: &[(DomainNumber, u32)],
        wanted: Wanted,
        most: usize,
        is_root: impl Fn(DomainNumber) -> bool,
    ) -> Option<Vec<DomainNumber>> {
        let from = if let Wanted::Behind(from) = wanted { from } else { DomainNumber::at(0) };
        let inside = &inside[inside.partition_point(|(n, _)| *n < from)..];
        let place = |number: DomainNumber| inside.binary_search_by_key(&number, |i| i.0).ok().map(Node::at);
        let (begin, end) = (Node::at(inside.len()), Node::at(inside.len() + 1));
        // In the reversed graph, closest to the end means closest to the begin.
        let turned = matches!(wanted, Wanted::Behind(_));
        let mut graph = Graph::new(inside.len() + 2);
        let mut edge = |a: Node, b: Node| if turned { graph.edge(b, a) } else { graph.edge(a, b) };
        for (node, &(number, _)) in inside.iter().enumerate() {
            let mut outside = is_root(number) || self.is_cut_off(number);
            for cause in self.causes_of(number) {
                match place(cause) {
                    Some(cause) => edge(cause, Node::at(node)),
                    None => outside = true,
                }
            }
            if outside {
                edge(begin, Node::at(node));
            }
        }
        // A path from begin straight to an end cannot be cut. It need not be, because its begin is correct.
        for &wrong in &self.ends {
            self.causes_of(wrong).filter_map(place).for_each(|c| edge(c, end));
        }
        for (node, &(number, _)) in inside.iter().enumerate() {
            if !self.may_ask(number) {
                graph.fix(Node::at(node));
            }
        }
        let (from, to) = if turned { (end, begin) } else { (begin, end) };
        let cut = match wanted {
            Wanted::Middle => graph.halving_cut(from, to, most)?,
            _ => graph.small_cut(from, to, most)?,
        };
        let cut: Vec<DomainNumber> = cut.into_iter().map(|n| inside[n.index()].0).collect();
        (!cut.is_empty()).then_some(cut)
    }
}

/// The askable instances at a distance, or the farthest ones if they are nearer.
fn level(askable: &[(DomainNumber, u32)], distance: u32) -> Vec<DomainNumber> {
    let nearest = askable.iter().map(|a| a.1).filter(|d| *d >= distance).min();
    let wanted = nearest.unwrap_or_else(|| askable.iter().map(|a| a.1).max().unwrap_or(1));
    askable.iter().filter(|a| a.1 == wanted).map(|a| a.0).collect()
}

fn nearest(askable: &[(DomainNumber, u32)]) -> Vec<DomainNumber> {
    level(askable, 1)
}
