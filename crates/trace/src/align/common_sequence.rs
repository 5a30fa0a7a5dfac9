//! The longest common subsequence of two short sequences.

/// Limit on comparisons; beyond it only the common prefix and suffix are used.
const MOST: usize = 4_000_000;

/// The index pairs of a longest common subsequence of two sequences with lengths `a` and `b`, in order.
pub(crate) fn common_sequence(a: usize, b: usize, same: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let head = (0..a.min(b)).take_while(|&i| same(i, i)).count();
    let tail = (0..a.min(b) - head).take_while(|&i| same(a - 1 - i, b - 1 - i)).count();
    let (rows, columns) = (a - head - tail, b - head - tail);
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|i| (i, i)).collect();
    if rows * columns <= MOST {
        let width = columns + 1;
        let mut longest = vec![0u32; (rows + 1) * width];
        for i in (0..rows).rev() {
            for j in (0..columns).rev() {
                longest[i * width + j] = if same(head + i, head + j) {
                    longest[(i + 1) * width + j + 1] + 1
                } else {
                    longest[(i + 1) * width + j].max(longest[i * width + j + 1])
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < rows && j < columns {
            if same(head + i, head + j) {
                pairs.push((head + i, head + j));
                (i, j) = (i + 1, j + 1);
            } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
    }
    pairs.extend((0..tail).rev().map(|i| (a - 1 - i, b - 1 - i)));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_common_subsequences() {
        let find = |a: &str, b: &str| {
            let (x, y) = (a.as_bytes(), b.as_bytes());
            let pairs = common_sequence(x.len(), y.len(), |i, j| x[i] == y[j]);
            pairs.iter().map(|p| char::from(x[p.0])).collect::<String>()
        };
        assert_eq!(find("xaybzc", "abc"), "abc");
        assert_eq!(find("abcdef", "abXdef"), "abdef");
        assert_eq!(find("abc", ""), "");
        assert_eq!(find("aXbYc", "aPbQc"), "abc");
        assert_eq!(find("same", "same"), "same");
    }
}
