//! The part of a run that may hold the fault: instances between what is right and what is wrong.

use whydunit_trace::Slice;

use crate::cut::Graph;
use crate::strategy::Strategy;

/// Instances on ways from the ones held right to the ones known wrong. Instances are numbered by time, so
/// a cause has a smaller number than its effect.
pub struct Domain {
    /// By number: the time.
    times: Vec<u32>,
    /// By number: where its causes begin in `causes`.
    starts: Vec<u32>,
    causes: Vec<u32>,
    /// Held right: nothing behind them is looked at.
    right: Vec<bool>,
    /// What cannot be asked about.
    fixed: Vec<bool>,
    /// Known wrong.
    ends: Vec<u32>,
}

impl Domain {
    /// Everything the failure at `end` depends on. `fixed` says what cannot be asked about.
    pub fn new(slice: &Slice, end: u32, first: &[u32], fixed: impl Fn(u32) -> bool) -> Self {
        let mut times: Vec<u32> = slice.nodes.keys().copied().filter(|&t| t != end).collect();
        times.push(end);
        let mut domain = Domain {
            starts: vec![0],
            causes: Vec::new(),
            right: vec![false; times.len()],
            fixed: times.iter().map(|&t| fixed(t)).collect(),
            ends: vec![times.len() as u32 - 1],
            times,
        };
        let inner = domain.times.len() - 1;
        for number in 0..inner {
            let on = slice.nodes[&domain.times[number]].on.iter().map(|d| d.on).collect::<Vec<_>>();
            domain.add_causes(&on);
        }
        domain.add_causes(first);
        domain
    }

    fn add_causes(&mut self, on: &[u32]) {
        let inner = self.times.len() - 1;
        self.causes.extend(on.iter().filter_map(|t| self.times[..inner].binary_search(t).ok()).map(|n| n as u32));
        self.starts.push(self.causes.len() as u32);
    }

    fn causes_of(&self, number: u32) -> &[u32] {
        &self.causes[self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize]
    }

    fn number(&self, time: u32) -> Option<u32> {
        let inner = self.times.len() - 1;
        self.times[..inner].binary_search(&time).ok().map(|n| n as u32)
    }

    /// The numbers of the instances strictly between, each with its distance from the ends.
    fn inside(&self) -> Vec<(u32, u32)> {
        let mut distance = vec![u32::MAX; self.times.len()];
        self.ends.iter().for_each(|&e| distance[e as usize] = 0);
        let mut level = self.ends.clone();
        let mut found = Vec::new();
        for depth in 1.. {
            let mut next = Vec::new();
            for &number in &level {
                for &cause in self.causes_of(number) {
                    if distance[cause as usize] == u32::MAX && !self.right[cause as usize] {
                        distance[cause as usize] = depth;
                        next.push(cause);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            found.extend(next.iter().map(|&n| (n, depth)));
            level = next;
        }
        found.sort_unstable();
        found
    }

    /// The instances strictly between what is right and what is wrong, by time.
    pub fn interior(&self) -> Vec<u32> {
        self.inside().into_iter().map(|(number, _)| self.times[number as usize]).collect()
    }

    /// The next frontier, by time; none when nothing is left to ask about.
    pub fn frontier(&self, strategy: &mut Strategy) -> Option<Vec<u32>> {
        let inside = self.inside();
        let askable: Vec<(u32, u32)> = inside.iter().copied().filter(|(n, _)| !self.fixed[*n as usize]).collect();
        if askable.is_empty() {
            return None;
        }
        let numbers = match strategy {
            Strategy::Closest => self.cut(&inside, 0),
            Strategy::Balanced => self.balanced(&inside),
            Strategy::SingleStep => Some(level(&askable, 1)),
            Strategy::Bisection => {
                let deepest = askable.iter().map(|a| a.1).max().unwrap_or(1);
                Some(level(&askable, deepest.div_ceil(2)))
            }
            Strategy::Random(dice) => Some(vec![askable[dice.below(askable.len())].0]),
        };
        // A way of instances that cannot be asked about leads to the failure: ask about the nearest others.
        let numbers = numbers.unwrap_or_else(|| nearest(&askable));
        Some(numbers.into_iter().map(|n| self.times[n as usize]).collect())
    }

    /// A frontier that leaves about half of the domain on either side, hardly larger than the smallest.
    fn balanced(&self, inside: &[(u32, u32)]) -> Option<Vec<u32>> {
        let closest = self.cut(inside, 0)?;
        for share in [2, 3, 4] {
            // Everything before this is taken for right; the smallest cut behind it is looked for.
            let from = inside[inside.len() - inside.len().div_ceil(share)].0;
            if let Some(cut) = self.cut(inside, from)
                && cut.len() <= closest.len() + 1
                && cut != closest
            {
                return Some(cut);
            }
        }
        Some(closest)
    }

    /// The smallest set of instances, none before `from`, that all ways to the ends pass. With `from`
    /// the one closest to it, otherwise closest to the ends.
    fn cut(&self, inside: &[(u32, u32)], from: u32) -> Option<Vec<u32>> {
        let inside = &inside[inside.partition_point(|(n, _)| *n < from)..];
        let place = |number: u32| inside.binary_search_by_key(&number, |i| i.0).ok().map(|i| i as u32);
        let (begin, end) = (inside.len() as u32, inside.len() as u32 + 1);
        // With everything turned round, closest to the end means closest to the begin.
        let turned = from > 0;
        let mut graph = Graph::new(inside.len() + 2);
        let mut edge = |a: u32, b: u32| if turned { graph.edge(b, a) } else { graph.edge(a, b) };
        for (node, &(number, _)) in inside.iter().enumerate() {
            let causes = self.causes_of(number);
            let mut outside = causes.is_empty();
            for &cause in causes {
                match place(cause) {
                    Some(cause) => edge(cause, node as u32),
                    None => outside = true,
                }
            }
            if outside {
                edge(begin, node as u32);
            }
        }
        // A way from begin straight to an end cannot be cut; it does not matter, what is right is right.
        for &wrong in &self.ends {
            self.causes_of(wrong).iter().filter_map(|&c| place(c)).for_each(|c| edge(c, end));
        }
        for (node, &(number, _)) in inside.iter().enumerate() {
            if self.fixed[number as usize] {
                graph.fix(node as u32);
            }
        }
        let cut = if turned { graph.minimum_cut(end, begin) } else { graph.minimum_cut(begin, end) }?;
        let cut: Vec<u32> = cut.into_iter().map(|n| inside[n as usize].0).collect();
        (!cut.is_empty()).then_some(cut)
    }

    /// The members are right: only what comes after them matters.
    pub fn after(&mut self, members: &[u32]) {
        for &time in members {
            if let Some(number) = self.number(time) {
                self.right[number as usize] = true;
            }
        }
    }

    /// The members are wrong: only what leads to them matters.
    pub fn before(&mut self, members: &[u32]) {
        self.ends = members.iter().filter_map(|&t| self.number(t)).collect();
    }
}

/// The askable instances at a distance, or those that end before it.
fn level(askable: &[(u32, u32)], distance: u32) -> Vec<u32> {
    let nearest = askable.iter().map(|a| a.1).filter(|d| *d >= distance).min();
    let wanted = nearest.unwrap_or_else(|| askable.iter().map(|a| a.1).max().unwrap_or(1));
    askable.iter().filter(|a| a.1 == wanted).map(|a| a.0).collect()
}

fn nearest(askable: &[(u32, u32)]) -> Vec<u32> {
    level(askable, 1)
}
