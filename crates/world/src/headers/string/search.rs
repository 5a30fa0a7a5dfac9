//! Searching in strings: characters, sets of characters, strings.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::find::{Haystack, find};
use crate::Posix;
use crate::model::cursor::Cursor;
use crate::model::guest_ext::{arg, at, c_words, is_nul};
use crate::model::words::{equal, folded, low_byte};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("strchr", strchr),
    model("index", strchr),
    model("strchrnul", strchrnul),
    model("strrchr", strrchr),
    model("rindex", strrchr),
    model("strspn", strspn),
    model("strcspn", strcspn),
    model("strpbrk", strpbrk),
    model("strstr", strstr),
    model("strcasestr", strcasestr),
    model("__strcasestr", strcasestr),
];

/// The first position of the byte, or the end of the string (and then false).
fn first_or_end(guest: &mut dyn Guest, start: Word, byte: Word) -> Run<(u64, bool)> {
    let mut cursor = Cursor::new(start);
    loop {
        let here = cursor.next(guest)?;
        let found = equal(guest, 8, here, byte)?;
        if found || is_nul(guest, here)? {
            cursor.report(guest)?;
            return Ok((cursor.position() - 1, found));
        }
    }
}

fn strchr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, byte) = (arg(guest, 0), arg(guest, 1));
    let byte = low_byte(guest, byte);
    let (position, found) = first_or_end(guest, start, byte)?;
    Ok(if found { at(guest, start, position) } else { Word::new(0) }.into())
}

fn strchrnul(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, byte) = (arg(guest, 0), arg(guest, 1));
    let byte = low_byte(guest, byte);
    let (position, _) = first_or_end(guest, start, byte)?;
    Ok(at(guest, start, position).into())
}

fn strrchr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, byte) = (arg(guest, 0), arg(guest, 1));
    let byte = low_byte(guest, byte);
    let (mut cursor, mut last) = (Cursor::new(start), None);
    loop {
        let here = cursor.next(guest)?;
        if equal(guest, 8, here, byte)? {
            last = Some(cursor.position() - 1);
        }
        if is_nul(guest, here)? {
            break;
        }
    }
    cursor.report(guest)?;
    Ok(last.map_or(Word::new(0), |position| at(guest, start, position)).into())
}

/// A set of bytes, given as a string.
pub(super) struct ByteSet {
    plain: [bool; 256],
    others: Vec<Word>,
    all: Vec<Word>,
}

impl ByteSet {
    pub(super) fn read(guest: &mut dyn Guest, string: Word) -> Run<Self> {
        let all = c_words(guest, string)?;
        let mut plain = [false; 256];
        all.iter().filter(|w| w.is_plain()).for_each(|w| plain[w.bits as usize] = true);
        let others = all.iter().copied().filter(|w| !w.is_plain()).collect();
        Ok(ByteSet { plain, others, all })
    }

    fn contains(&self, guest: &mut dyn Guest, byte: Word) -> Run<bool> {
        if byte.is_plain() && self.plain[byte.bits as usize] {
            return Ok(true);
        }
        let candidates = if byte.is_plain() { &self.others } else { &self.all };
        for &candidate in candidates {
            if equal(guest, 8, byte, candidate)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The number of leading bytes in the set (or, with `inside` false, outside it).
    pub(super) fn span(&self, guest: &mut dyn Guest, start: Word, inside: bool) -> Run<u64> {
        let mut cursor = Cursor::new(start);
        loop {
            let byte = cursor.next(guest)?;
            if is_nul(guest, byte)? || self.contains(guest, byte)? != inside {
                cursor.report(guest)?;
                return Ok(cursor.position() - 1);
            }
        }
    }
}

fn span(guest: &mut dyn Guest, inside: bool) -> Run<u64> {
    let (start, set) = (arg(guest, 0), arg(guest, 1));
    ByteSet::read(guest, set)?.span(guest, start, inside)
}

fn strspn(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(span(guest, true)?.into())
}

fn strcspn(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(span(guest, false)?.into())
}

fn strpbrk(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let len = span(guest, false)?;
    let start = arg(guest, 0);
    let here = at(guest, start, len);
    let byte = guest.load(here, 1)?;
    Ok(if is_nul(guest, byte)? { Word::new(0) } else { here }.into())
}

fn find_string(guest: &mut dyn Guest, fold: bool) -> Run<Reply> {
    let (hay, needle) = (arg(guest, 0), arg(guest, 1));
    let mut needle = c_words(guest, needle)?;
    if fold {
        needle = needle.into_iter().map(|word| folded(guest, word)).collect::<Run<_>>()?;
    }
    let found = find(guest, Haystack::string(hay), &needle, fold)?;
    Ok(found.map_or(Word::new(0), |position| at(guest, hay, position)).into())
}

fn strstr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    find_string(guest, false)
}

fn strcasestr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    find_string(guest, true)
}

#[cfg(test)]
mod tests {
    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    /// Calls a search with a string and a character; returns the result as an offset.
    fn offset(name: &str, text: &str, second: Result<char, &str>) -> Option<u64> {
        let mut guest = TestGuest::default();
        let text = guest.string(text);
        let second = second.map_or_else(|string| guest.string(string), |c| c as u64);
        let reply = guest.call(&mut Posix::new(Case::default()), name, &[int(text), int(second)]);
        let bits = reply.unwrap().slots[0].bits;
        if name.ends_with("spn") { Some(bits) } else { bits.checked_sub(text) }
    }

    #[test]
    fn characters() {
        assert_eq!(offset("strchr", "banana", Ok('n')), Some(2));
        assert_eq!(offset("strchr", "banana", Ok('\0')), Some(6));
        assert_eq!(offset("strchr", "banana", Ok('x')), None);
        assert_eq!(offset("strrchr", "banana", Ok('n')), Some(4));
        assert_eq!(offset("strchrnul", "banana", Ok('x')), Some(6));
    }

    #[test]
    fn sets() {
        assert_eq!(offset("strspn", "aabbc", Err("ab")), Some(4));
        assert_eq!(offset("strcspn", "aabbc", Err("cx")), Some(4));
        assert_eq!(offset("strpbrk", "aabbc", Err("cb")), Some(2));
        assert_eq!(offset("strpbrk", "aabbc", Err("x")), None);
    }

    #[test]
    fn strings() {
        assert_eq!(offset("strstr", "ababac", Err("abac")), Some(2));
        assert_eq!(offset("strstr", "ababac", Err("")), Some(0));
        assert_eq!(offset("strstr", "ababac", Err("abad")), None);
        assert_eq!(offset("strcasestr", "xxHeLLo", Err("hELlo")), Some(2));
    }
}
