//! Numbers of the instances of a domain.

/// The number of an instance in a [`Domain`](crate::methods::frontier::domain::Domain), in the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DomainNumber(u32);

impl DomainNumber {
    /// The number of an entry of a table.
    pub(crate) fn at(index: usize) -> Self {
        DomainNumber(index as u32)
    }

    /// As an index into a table.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}
