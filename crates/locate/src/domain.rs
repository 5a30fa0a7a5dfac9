//! The part of a run that may hold the fault: instances between what is right and what is wrong.

use whydunit_trace::{Dependence, Slice};

use crate::cut::Graph;
use crate::strategy::Strategy;

/// Instances on ways from the ones held right to the ones known wrong. Instances are numbered by time, so
/// a cause has a smaller number than its effect.
pub struct Domain {
    /// By number: the time.
    times: Vec<u32>,
    /// By number: where its causes begin in `causes`.
    starts: Vec<u32>,
    causes: Vec<Cause>,
    /// Held right: nothing behind them is looked at.
    right: Vec<bool>,
    /// What cannot be asked about.
    fixed: Vec<bool>,
    /// Asked about without an answer: not asked about again.
    unknown: Vec<bool>,
    /// Where input comes in, if frontiers are to part the failure from that first.
    inputs: Option<Vec<bool>>,
    /// Known wrong.
    ends: Vec<u32>,
    /// Which causes of what is known wrong are looked at.
    open: Depth,
}

/// A cause, by number, and how far-fetched it is.
#[derive(Clone, Copy)]
struct Cause {
    number: u32,
    depth: Depth,
}

/// How far-fetched a cause is. Those of what is known wrong are looked at one depth after the other; of everything
/// else only the plain ones, because a wrong one shows in its effect, which can be asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// A value that was used, or a decision that led there.
    #[default]
    Plain,
    /// A value that only says where in memory another one lies.
    Address,
    /// A decision that may have left something undone.
    Omission,
}

/// A frontier of more members tells little and is dear to find: then the nearest are asked about.
const LARGEST: usize = 64;

impl Domain {
    /// Everything the failure at `end` depends on. `fixed` says what cannot be asked about.
    pub fn new(slice: &Slice, end: u32, first: &[Dependence], fixed: impl Fn(u32) -> bool) -> Self {
        Domain::by_depth(slice, end, first, fixed, |_, _| Depth::Plain)
    }

    /// Likewise; `depth` says of an instance's dependence how far-fetched it is.
    pub fn by_depth(
        slice: &Slice,
        end: u32,
        first: &[Dependence],
        fixed: impl Fn(u32) -> bool,
        mut depth: impl FnMut(u32, &Dependence) -> Depth,
    ) -> Self {
        let mut times: Vec<u32> = slice.nodes.keys().copied().filter(|&t| t != end).collect();
        times.push(end);
        let mut domain = Domain {
            starts: vec![0],
            causes: Vec::new(),
            right: vec![false; times.len()],
            unknown: vec![false; times.len()],
            fixed: times.iter().map(|&t| fixed(t)).collect(),
            inputs: None,
            ends: vec![times.len() as u32 - 1],
            open: Depth::Plain,
            times,
        };
        let inner = domain.times.len() - 1;
        for number in 0..inner {
            let time = domain.times[number];
            domain.add_causes(&slice.nodes[&time].on, |d| depth(time, d));
        }
        domain.add_causes(first, |d| depth(end, d));
        domain
    }

    /// Frontiers are to part the failure from its input. What stems from the program's text alone stays in the
    /// domain and is asked about when nothing that stems from input is left: frontiers get smaller by that.
    pub fn from_input(mut self, is_input: impl Fn(u32) -> bool) -> Self {
        self.inputs = Some(self.times.iter().map(|&t| is_input(t)).collect());
        self
    }

    fn add_causes(&mut self, on: &[Dependence], mut depth: impl FnMut(&Dependence) -> Depth) {
        let inner = &self.times[..self.times.len() - 1];
        let known = on.iter().filter_map(|d| Some((inner.binary_search(&d.on).ok()? as u32, d)));
        self.causes.extend(known.map(|(number, d)| Cause { number, depth: depth(d) }));
        self.starts.push(self.causes.len() as u32);
    }

    fn all_causes(&self, number: u32) -> impl Iterator<Item = u32> {
        self.causes_up_to(number, Depth::Omission)
    }

    /// The causes that are looked at now.
    fn causes_of(&self, number: u32) -> impl Iterator<Item = u32> {
        let passed = !self.may_ask(number) || self.ends.contains(&number);
        self.causes_up_to(number, if passed { self.open } else { Depth::Plain })
    }

    fn causes_up_to(&self, number: u32, most: Depth) -> impl Iterator<Item = u32> {
        let range = self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize;
        self.causes[range].iter().filter(move |c| c.depth <= most).map(|c| c.number)
    }

    fn number(&self, time: u32) -> Option<u32> {
        let inner = self.times.len() - 1;
        self.times[..inner].binary_search(&time).ok().map(|n| n as u32)
    }

    /// The numbers of the instances strictly between that are looked at now, each with its distance from the ends.
    fn inside(&self) -> Vec<(u32, u32)> {
        self.behind_ends(|number, visit| self.causes_of(number).for_each(visit))
    }

    /// What is behind the ends, with distances, where `causes` lists the causes of an instance.
    fn behind_ends(&self, causes: impl Fn(u32, &mut dyn FnMut(u32))) -> Vec<(u32, u32)> {
        let mut distance = vec![u32::MAX; self.times.len()];
        self.ends.iter().for_each(|&e| distance[e as usize] = 0);
        let mut level = self.ends.clone();
        let mut found = Vec::new();
        for depth in 1.. {
            let mut next = Vec::new();
            for &number in &level {
                causes(number, &mut |cause| {
                    if distance[cause as usize] == u32::MAX && !self.right[cause as usize] {
                        distance[cause as usize] = depth;
                        next.push(cause);
                    }
                });
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

    fn between(&self) -> Vec<(u32, u32)> {
        self.behind_ends(|number, visit| self.all_causes(number).for_each(visit))
    }

    /// The instances strictly between what is right and what is wrong, by time.
    pub fn interior(&self) -> Vec<u32> {
        self.between().into_iter().map(|(number, _)| self.times[number as usize]).collect()
    }

    /// The next frontier, by time; none when nothing is left to ask about.
    pub fn frontier(&mut self, strategy: &mut Strategy) -> Option<Vec<u32>> {
        let (inside, askable) = loop {
            let inside = self.inside();
            let askable: Vec<(u32, u32)> = inside.iter().copied().filter(|(n, _)| self.may_ask(*n)).collect();
            match self.open {
                _ if !askable.is_empty() => break (inside, askable),
                Depth::Plain => self.open = Depth::Address,
                Depth::Address => self.open = Depth::Omission,
                Depth::Omission => return None,
            }
        };
        let numbers = match strategy {
            Strategy::Closest => self.cut(&inside, 0, LARGEST),
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
        let closest = self.cut(inside, 0, LARGEST)?;
        for share in [2, 3, 4] {
            // Everything before this is taken for right; the smallest cut behind it is looked for.
            let from = inside[inside.len() - inside.len().div_ceil(share)].0;
            if let Some(cut) = self.cut(inside, from, closest.len() + 1)
                && cut != closest
            {
                return Some(cut);
            }
        }
        Some(closest)
    }

    /// The smallest set of instances, none before `from`, that all ways to the ends pass. With `from`
    /// the one closest to it, otherwise closest to the ends. None when it has more than `most`.
    fn cut(&self, inside: &[(u32, u32)], from: u32, most: usize) -> Option<Vec<u32>> {
        let without_causes = |number: u32| self.causes_of(number).next().is_none();
        let parted = self.inputs.as_ref().and_then(|inputs| self.cut_off(inside, from, most, |n| inputs[n as usize]));
        parted.or_else(|| self.cut_off(inside, from, most, without_causes))
    }

    /// Likewise; ways begin at what `is_root` says and at what depends on instances that are right.
    fn cut_off(
        &self,
        inside: &[(u32, u32)],
        from: u32,
        most: usize,
        is_root: impl Fn(u32) -> bool,
    ) -> Option<Vec<u32>> {
        let inside = &inside[inside.partition_point(|(n, _)| *n < from)..];
        let place = |number: u32| inside.binary_search_by_key(&number, |i| i.0).ok().map(|i| i as u32);
        let (begin, end) = (inside.len() as u32, inside.len() as u32 + 1);
        // With everything turned round, closest to the end means closest to the begin.
        let turned = from > 0;
        let mut graph = Graph::new(inside.len() + 2);
        let mut edge = |a: u32, b: u32| if turned { graph.edge(b, a) } else { graph.edge(a, b) };
        for (node, &(number, _)) in inside.iter().enumerate() {
            let mut outside = is_root(number);
            for cause in self.causes_of(number) {
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
            self.causes_of(wrong).filter_map(place).for_each(|c| edge(c, end));
        }
        for (node, &(number, _)) in inside.iter().enumerate() {
            if !self.may_ask(number) {
                graph.fix(node as u32);
            }
        }
        let (from, to) = if turned { (end, begin) } else { (begin, end) };
        let cut = graph.small_cut(from, to, most)?;
        let cut: Vec<u32> = cut.into_iter().map(|n| inside[n as usize].0).collect();
        (!cut.is_empty()).then_some(cut)
    }

    fn may_ask(&self, number: u32) -> bool {
        !self.fixed[number as usize] && !self.unknown[number as usize]
    }

    /// The members are right: only what comes after them matters.
    pub fn after(&mut self, members: &[u32]) {
        for number in members.iter().filter_map(|&t| self.number(t)).collect::<Vec<_>>() {
            self.right[number as usize] = true;
        }
    }

    /// Nobody can tell whether the members are right: they are not asked about again.
    pub fn beside(&mut self, members: &[u32]) {
        for number in members.iter().filter_map(|&t| self.number(t)).collect::<Vec<_>>() {
            self.unknown[number as usize] = true;
        }
    }

    /// Forgets which instances are right.
    pub fn doubt(&mut self) {
        self.right.fill(false);
    }

    /// Forgets all that was learnt.
    pub fn reset(&mut self) {
        self.doubt();
        self.unknown.fill(false);
        self.ends = vec![self.times.len() as u32 - 1];
        self.open = Depth::Plain;
    }

    /// How many instances would be left if these were all right, and if they were all wrong.
    pub fn outlook(&mut self, members: &[u32]) -> [usize; 2] {
        let (right, ends, open) = (self.right.clone(), self.ends.clone(), self.open);
        self.after(members);
        let if_right = self.between().len();
        self.right = right;
        self.before(members);
        let if_wrong = self.between().len();
        (self.ends, self.open) = (ends, open);
        [if_right, if_wrong]
    }

    /// Of several members that are wrong the one behind which least lies: some fault is behind each of them.
    pub fn narrowest(&mut self, wrong: &[u32]) -> Option<u32> {
        let mut behind = |time: u32| {
            let before = (std::mem::take(&mut self.ends), self.open);
            self.before(&[time]);
            let count = self.between().len();
            (self.ends, self.open) = before;
            count
        };
        wrong.iter().copied().min_by_key(|&time| (behind(time), time))
    }

    /// What is known wrong, by time: the failure, at first.
    pub fn ends(&self) -> Vec<u32> {
        self.ends.iter().map(|&n| self.times[n as usize]).collect()
    }

    /// The members are wrong: only what leads to them matters.
    pub fn before(&mut self, members: &[u32]) {
        self.ends = members.iter().filter_map(|&t| self.number(t)).collect();
        self.open = Depth::Plain;
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
