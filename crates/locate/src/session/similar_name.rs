//! Names that the user may have meant by a mistyped one.

use std::collections::BTreeSet;

use strsim::levenshtein;

/// At most five names, the most similar first. Names that are not similar are listed only if there are few.
pub fn nearest(wrong: &str, names: BTreeSet<String>) -> Vec<String> {
    let base = |n: &str| n.rsplit('/').next().unwrap_or(n).to_lowercase();
    let mut ranked: Vec<(usize, String)> =
        names.into_iter().map(|n| (levenshtein(&base(wrong), &base(&n)), n)).collect();
    ranked.sort();
    let few = ranked.len() <= 5;
    let limit = wrong.len() / 2 + 1;
    ranked.into_iter().filter(|(d, _)| few || *d <= limit).take(5).map(|(_, n)| n).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_names_come_first() {
        let names = ["count", "table", "i", "counter", "size", "length", "total"].map(String::from);
        assert_eq!(nearest("conut", names.into()), ["count"]);
    }
}
