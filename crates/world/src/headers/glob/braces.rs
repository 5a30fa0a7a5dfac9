//! Braces: `a{b,c{d,e}}` stands for `ab`, `acd` and `ace`.

/// The patterns that a pattern with braces stands for; itself if it has none.
pub(super) fn expand(pattern: &[u8], escapes: bool) -> Vec<Vec<u8>> {
    let Some(Braces { open, alternatives, rest }) = first(pattern, escapes) else { return vec![pattern.to_vec()] };
    let mut all = Vec::new();
    for alternative in alternatives {
        all.extend(expand(&[&pattern[..open], alternative, rest].concat(), escapes));
    }
    all
}

/// A pair of braces: its position, its alternatives, and the rest of the pattern.
struct Braces<'a> {
    open: usize,
    alternatives: Vec<&'a [u8]>,
    rest: &'a [u8],
}

/// The first pair of braces with a meaning.
fn first(pattern: &[u8], escapes: bool) -> Option<Braces<'_>> {
    let mut at = 0;
    while at < pattern.len() {
        match pattern[at] {
            b'\\' if escapes => at += 1,
            // Empty braces are literal.
            b'{' if pattern.get(at + 1) == Some(&b'}') => at += 1,
            b'{' => {
                let (alternatives, end) = alternatives(pattern, at + 1, escapes)?;
                return Some(Braces { open: at, alternatives, rest: &pattern[end..] });
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The alternatives up to the closing brace, and the position after it.
fn alternatives(pattern: &[u8], start: usize, escapes: bool) -> Option<(Vec<&[u8]>, usize)> {
    let (mut found, mut begin, mut depth, mut at) = (Vec::new(), start, 0, start);
    while at < pattern.len() {
        match pattern[at] {
            b'\\' if escapes => at += 1,
            b'{' => depth += 1,
            b'}' if depth == 0 => {
                found.push(&pattern[begin..at]);
                return Some((found, at + 1));
            }
            b'}' => depth -= 1,
            b',' if depth == 0 => {
                found.push(&pattern[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_stand_for_each_of_their_alternatives() {
        let shown = |pattern: &str| {
            let all: Vec<String> =
                expand(pattern.as_bytes(), true).iter().map(|p| String::from_utf8_lossy(p).into_owned()).collect();
            all.join(" ")
        };
        assert_eq!(shown("a{b,c{d,e}}f"), "abf acdf acef");
        assert_eq!(shown("{}x{a}"), "{}xa");
        assert_eq!(shown("\\{a,b}"), "\\{a,b}");
        assert_eq!(shown("{a,b"), "{a,b");
        assert_eq!(shown("{a,}{1,2}"), "a1 a2 1 2");
    }
}
