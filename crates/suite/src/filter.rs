//! Selection of cases by name: `*` matches any text, `?` one character.

/// Does a name fit a pattern?
pub fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // The prefixes of the name that the pattern so far matches.
    let mut ends = vec![false; name.len() + 1];
    ends[0] = true;
    for part in pattern {
        let mut next = vec![false; name.len() + 1];
        for at in 0..=name.len() {
            next[at] = match part {
                '*' => ends[at] || at > 0 && next[at - 1],
                '?' => at > 0 && ends[at - 1],
                letter => at > 0 && ends[at - 1] && name[at - 1] == letter,
            };
        }
        ends = next;
    }
    ends[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_names() {
        for (pattern, name) in [("*", ""), ("*", "x"), ("calc/*", "calc/f01"), ("*/f0?", "a/f01"), ("a*b*c", "aXbbYc")]
        {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("", "x"), ("calc", "calc/f01"), ("*/f0?", "a/f0"), ("a*b*c", "acb")] {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
