//! How many may hold the fault.

use whydunit_trace::Time;

use crate::methods::frontier::domain::Domain;
use crate::methods::frontier::domain::number::DomainNumber;

impl Domain {
    /// How many instances are strictly between what is right and what is wrong.
    pub fn size(&self) -> usize {
        self.count(|_| true)
    }

    /// How many of them somebody could be asked about: what is given is not at fault.
    pub fn in_question(&self) -> usize {
        self.count(|number| !self.fixed[number.index()])
    }

    /// All that somebody could be asked about, judged or not, by time.
    pub fn questions(&self) -> impl Iterator<Item = Time> {
        let inner = self.times.len() - 1;
        self.times[..inner].iter().zip(&self.fixed).filter(|(_, fixed)| !**fixed).map(|(&time, _)| time)
    }

    fn count(&self, counts: impl Fn(DomainNumber) -> bool) -> usize {
        let mut seen = self.right.clone();
        self.ends.iter().for_each(|&e| seen[e.index()] = true);
        let (mut left, mut count) = (self.ends.clone(), 0);
        while let Some(number) = left.pop() {
            for cause in self.all_causes(number) {
                if !std::mem::replace(&mut seen[cause.index()], true) {
                    left.push(cause);
                    count += usize::from(counts(cause));
                }
            }
        }
        count
    }

    /// How many would be in question if these were all right, and if they were all wrong: then, unless that is to
    /// `remember`, also what was right before.
    pub fn outlook(&mut self, members: &[Time], remember: bool) -> (usize, usize) {
        let (right, wrong) = (self.right.clone(), self.wrong.clone());
        let (ends, open) = (self.ends.clone(), (self.open, self.last));
        self.after(members);
        let if_right = self.in_question();
        self.right.clone_from(&right);
        self.blame(members);
        if !remember {
            self.doubt();
        }
        let if_wrong = self.in_question();
        (self.right, self.wrong, self.ends, (self.open, self.last)) = (right, wrong, ends, open);
        (if_right, if_wrong)
    }
}
