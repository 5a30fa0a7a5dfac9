//! Ascending numbers with fast lookup. A binary search over millions of numbers waits for memory at every step; a table
//! of the positions of values leaves only the last steps to it.

/// Numbers per entry of the table, on average.
const NUMBERS_PER_ENTRY: usize = 16;

/// Ascending numbers.
#[derive(Clone, Debug)]
pub(crate) struct Sorted<T> {
    numbers: Vec<T>,
    /// A number shifted right by this many bits is its index in the table.
    shift: u32,
    /// The position of the first number of each entry.
    table: Vec<u32>,
}

impl<T: Copy + Ord + Into<u32>> Sorted<T> {
    /// Takes numbers in ascending order.
    pub(crate) fn new(numbers: Vec<T>) -> Sorted<T> {
        let entries = (numbers.len() / NUMBERS_PER_ENTRY) as u64;
        let end = numbers.last().map_or(0, |&last| u64::from(last.into()) + 1);
        let shift = (0..32).find(|&shift| end >> shift <= entries).unwrap_or(32);
        let mut table = Vec::new();
        if entries > 0 {
            table.reserve_exact((end >> shift) as usize + 2);
            for (at, &number) in (0u32..).zip(&numbers) {
                let entry = (number.into() >> shift) as usize;
                table.resize(table.len().max(entry + 1), at);
            }
            table.push(numbers.len() as u32);
        }
        Sorted { numbers, shift, table }
    }

    /// All numbers.
    pub(crate) fn all(&self) -> &[T] {
        &self.numbers
    }

    /// The numbers below `limit`.
    pub(crate) fn below(&self, limit: T) -> &[T] {
        let entry = (limit.into() >> self.shift.min(31)) as usize;
        let (first, end) = match self.table.get(entry..entry + 2) {
            Some(around) => (around[0] as usize, around[1] as usize),
            // Either `limit` is above all numbers, or there are too few for a table.
            None if self.table.is_empty() => (0, self.numbers.len()),
            None => (self.numbers.len(), self.numbers.len()),
        };
        let within = self.numbers[first..end].partition_point(|&n| n < limit);
        &self.numbers[..first + within]
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        (self.numbers.len() + self.table.len()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_agrees_with_a_binary_search() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut dice = move || random.u32(..);
        for round in 0..300 {
            let (by, count) = (round % 32, dice() % 300);
            let mut numbers: Vec<u32> = (0..count).map(|_| dice() >> by).collect();
            numbers.sort_unstable();
            let sorted = Sorted::new(numbers.clone());
            let limits = (0..20).map(|_| dice() >> by).chain(numbers.clone()).chain([0, u32::MAX]);
            for limit in limits.flat_map(|l| [l, l.saturating_add(1)]) {
                let plain = numbers.partition_point(|&n| n < limit);
                assert_eq!(sorted.below(limit), &numbers[..plain], "below {limit} of {numbers:?}");
            }
        }
    }
}
