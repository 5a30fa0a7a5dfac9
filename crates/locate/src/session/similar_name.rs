//! Names that a mistyped one may have meant.

use std::collections::BTreeSet;

/// The names most like a wrong one: at most five, and none that is nothing like it unless there are few.
pub fn nearest(wrong: &str, names: BTreeSet<String>) -> Vec<String> {
    let base = |n: &str| n.rsplit('/').next().unwrap_or(n).to_lowercase();
    let mut ranked: Vec<(usize, String)> =
        names.into_iter().map(|n| (letters_apart(&base(wrong), &base(&n)), n)).collect();
    ranked.sort();
    let few = ranked.len() <= 5;
    let limit = wrong.len() / 2 + 1;
    ranked.into_iter().filter(|(d, _)| few || *d <= limit).take(5).map(|(_, n)| n).collect()
}

/// Letters to change, add or leave out to make one word of the other.
pub fn letters_apart(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, c) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, d) in b.iter().enumerate() {
            let cost = diagonal + usize::from(c != *d);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_names_come_first() {
        let names = ["count", "table", "i", "counter", "size", "length", "total"].map(String::from);
        assert_eq!(nearest("conut", names.into()), ["count"]);
        assert_eq!(letters_apart("kitten", "sitting"), 3);
        assert_eq!((letters_apart("sytem", "system"), letters_apart("", "abc")), (1, 3));
    }
}
