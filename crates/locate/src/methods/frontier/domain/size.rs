//! The size of a domain: the number of instances that may contain the fault.

use whydunit_trace::Time;

use crate::methods::frontier::domain::Domain;
use crate::methods::frontier::domain::number::DomainNumber;

impl Domain {
    /// The number of instances strictly between correct and wrong ones.
    pub fn size(&self) -> usize {
        self.count(|_| true)
    }

    /// The number of those that can be asked about; fixed instances are not at fault.
    pub fn in_question(&self) -> usize {
        self.count(|number| !self.fixed[number.index()])
    }

    /// All instances that can be asked about, judged or not, by time.
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

    /// The number of instances in question if these were all correct, and if they were all wrong. In the latter case
    /// correct instances are forgotten unless `remember` is set.
    pub fn outlook(&mut self, members: &[Time], remember: bool) -> (usize, usize) {
        let (right, wrong) = (self.right.clone(), self.wrong.clone());
        let (ends, open) = (self.ends.clone(), (self.open, self.last));
        self.mark_correct(members);
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
