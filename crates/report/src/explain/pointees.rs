//! Shortens pointers to structs in text: the target appears once and abbreviated.

use std::collections::BTreeSet;

/// Members shown of a pointer's target.
const MEMBERS: usize = 3;

/// The pointers whose struct the reader has seen.
#[derive(Debug, Default)]
pub(crate) struct Pointees {
    seen: BTreeSet<String>,
}

impl Pointees {
    /// The text with the first few members of each struct behind a pointer, shown only once per pointer.
    pub(crate) fn shorten(&mut self, text: &str) -> String {
        let mut shown = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(" -> {") {
            let open = at + " -> ".len();
            let Some(len) = closing(&rest[open..]) else { break };
            shown += &rest[..at];
            if self.seen.insert(pointer(&rest[..at])) {
                shown += &format!(" -> {}", abbreviated(&rest[open..open + len]));
            }
            rest = &rest[open + len..];
        }
        shown + rest
    }
}

/// The text without the targets of pointers to structs.
pub(super) fn without_pointees(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(" -> {") {
        let open = at + " -> ".len();
        let Some(len) = closing(&rest[open..]) else { break };
        shown += &rest[..at];
        rest = &rest[open + len..];
    }
    shown + rest
}

/// The pointer at the end of a text: `0x100000020`, `&c`, `&c of main`.
fn pointer(text: &str) -> String {
    let words: Vec<&str> = text.rsplitn(4, ' ').collect();
    match words[..] {
        [function, "of", variable, ..] => format!("{variable} of {function}"),
        _ => words[0].to_string(),
    }
}

/// Length of the struct at the beginning of a text.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut before) = (0, false, ' ');
    for (at, c) in text.char_indices() {
        match c {
            '"' if before != '\\' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        before = if (before, c) == ('\\', '\\') { ' ' } else { c };
    }
    None
}

/// The first members of a struct.
fn abbreviated(text: &str) -> String {
    let (mut depth, mut quoted, mut members) = (0, false, 0);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '{' | '(' if !quoted => depth += 1,
            '}' | ')' if !quoted => depth -= 1,
            ',' if depth == 1 && !quoted => {
                members += 1;
                if members == MEMBERS {
                    return format!("{}, ...}}", &text[..at]);
                }
            }
            _ => {}
        }
    }
    text.to_string()
}

#[cfg(test)]
mod tests {
    use super::Pointees;

    #[test]
    fn a_struct_is_shown_once_and_not_all_of_it() {
        let mut pointees = Pointees::default();
        assert_eq!(
            pointees.shorten("set p = 0x10 -> {a = 1, b = {2, 3}, c = \"},\", d = 4} from q = 0x10 -> {a = 1}, n = 2"),
            "set p = 0x10 -> {a = 1, b = {2, 3}, c = \"},\", ...} from q = 0x10, n = 2"
        );
        assert_eq!(pointees.shorten("&c of main -> {a = 1}"), "&c of main -> {a = 1}");
        assert_eq!(pointees.shorten("&c of main -> {a = 1}"), "&c of main");
        assert_eq!(pointees.shorten("box = 0x20 -> 7"), "box = 0x20 -> 7");
    }
}
