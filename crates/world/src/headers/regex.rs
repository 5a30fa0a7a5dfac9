//! `<regex.h>`: `regcomp` and related functions, and GNU's `re_*` functions.

mod buffer;
mod gnu;

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::{FailureKind, Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, at, c_bytes, pinned};
use crate::model::refusal::unsupported;
use crate::model::{Model, model};
use crate::regex::{Answer, Fault, MESSAGES, Regex, Span, Starts, Subject, Syntax, Wanted};
use buffer::Buffer;

pub(crate) const MODELS: &[Model] = &[
    model("regcomp", regcomp),
    model("regerror", regerror),
    model("regexec", regexec),
    model("regfree", regfree),
    model("re_compile_fastmap", gnu::re_compile_fastmap),
    model("re_compile_pattern", gnu::re_compile_pattern),
    model("re_match", gnu::re_match),
    model("re_match_2", gnu::re_match_2),
    model("re_search", gnu::re_search),
    model("re_search_2", gnu::re_search_2),
    model("re_set_registers", gnu::re_set_registers),
    model("re_set_syntax", gnu::re_set_syntax),
];

const REG_EXTENDED: u64 = 1;
const REG_ICASE: u64 = 2;
const REG_NEWLINE: u64 = 4;
const REG_NOSUB: u64 = 8;
const REG_NOTBOL: u64 = 1;
const REG_NOTEOL: u64 = 2;
const REG_STARTEND: u64 = 4;
const REG_NOMATCH: i32 = 1;

/// The compiled patterns of a run. The program holds their numbers, in the memory behind its
/// `re_pattern_buffer`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regexes {
    compiled: Arc<BTreeMap<u64, Arc<Regex>>>,
    last: u64,
    /// `re_syntax_options`, unless the program defines that variable itself.
    syntax: u64,
}

impl Regexes {
    fn keep(&mut self, regex: Regex) -> u64 {
        self.last += 1;
        Arc::make_mut(&mut self.compiled).insert(self.last, Arc::new(regex));
        self.last
    }

    fn forget(&mut self, number: u64) {
        Arc::make_mut(&mut self.compiled).remove(&number);
    }

    fn get(&self, number: u64) -> Option<Arc<Regex>> {
        self.compiled.get(&number).cloned()
    }
}

fn regcomp(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let flags = pinned(guest, 2, "the flags of regcomp")?;
    let (pattern, address) = (arg(guest, 1), arg(guest, 0));
    let pattern = c_bytes(guest, pattern, "a regular expression")?;
    let mut syntax = if flags & REG_EXTENDED != 0 { Syntax::EXTENDED } else { Syntax::BASIC };
    if flags & REG_ICASE != 0 {
        syntax = syntax.with(Syntax::ICASE);
    }
    if flags & REG_NEWLINE != 0 {
        syntax = syntax.without(Syntax::DOT_NEWLINE).with(Syntax::HAT_LISTS_NOT_NEWLINE);
    }
    let buffer = Buffer { address };
    buffer.clear(guest)?;
    let fastmap = guest.allocate(256, 16)?;
    if fastmap == 0 {
        return Ok((Fault::Space as i32).into());
    }
    buffer.set_fastmap(guest, fastmap)?;
    let bits = if flags & REG_NOSUB != 0 { buffer::NO_SUB } else { 0 }
        | if flags & REG_NEWLINE != 0 { buffer::NEWLINE_ANCHOR } else { 0 };
    match buffer.compile(world, guest, &pattern, syntax, bits)? {
        Ok(()) => {
            buffer.fill_fastmap(world, guest)?;
            Ok(0.into())
        }
        Err(fault) => {
            guest.release(fastmap)?;
            buffer.set_fastmap(guest, 0)?;
            // POSIX has a single code for unmatched parentheses.
            let fault = if fault == Fault::RightParen { Fault::Paren } else { fault };
            Ok((fault as i32).into())
        }
    }
}

fn regerror(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let code = pinned(guest, 0, "the code given to regerror")? as i32;
    let size = pinned(guest, 3, "the size given to regerror")?;
    // glibc aborts for other codes.
    let message = usize::try_from(code).ok().and_then(|i| MESSAGES.get(i));
    let message = message.ok_or_else(|| guest.fail(FailureKind::Signal(6)))?;
    if size > 0 {
        let kept = message.len().min(size as usize - 1);
        let out = arg(guest, 2);
        guest.write_bytes(out, &[&message.as_bytes()[..kept], b"\0"].concat())?;
    }
    Ok((message.len() as i64 + 1).into())
}

fn regfree(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let buffer = Buffer { address: arg(guest, 0) };
    buffer.free(world, guest)?;
    Ok(().into())
}

fn regexec(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let flags = pinned(guest, 4, "the flags of regexec")? & 0xffff_ffff;
    if flags & !(REG_NOTBOL | REG_NOTEOL | REG_STARTEND) != 0 {
        return Ok((Fault::BadPattern as i32).into());
    }
    let buffer = Buffer { address: arg(guest, 0) };
    let (text, registers) = (arg(guest, 1), arg(guest, 3));
    let count = pinned(guest, 2, "the number of matches asked for")?;
    let (start, bytes) = if flags & REG_STARTEND != 0 {
        let [start, end] = [load_offset(guest, registers, 0)?, load_offset(guest, registers, 4)?];
        (start, read(guest, text, end)?)
    } else {
        (0, c_text(guest, text)?)
    };
    let bits = buffer.bits(guest)?;
    let Some(regex) = buffer.regex(world, guest)? else { return Ok(REG_NOMATCH.into()) };
    let subject = Subject {
        bytes: &bytes,
        stop: bytes.len(),
        not_bol: flags & REG_NOTBOL != 0,
        not_eol: flags & REG_NOTEOL != 0,
        newline_anchor: bits & buffer::NEWLINE_ANCHOR != 0,
    };
    let count = if bits & buffer::NO_SUB != 0 { 0 } else { count };
    let wanted = [Wanted::Existence, Wanted::Place, Wanted::Groups][count.min(2) as usize];
    let answer = search(guest, &regex, &subject, Starts::Forward(start, bytes.len()), wanted)?;
    let Some(found) = answer.found else { return Ok(REG_NOMATCH.into()) };
    let whole = Some((found.start, found.end));
    let spans = std::iter::once(whole).chain(found.groups).chain(std::iter::repeat(None));
    let known = count.min(u64::from(regex.groups()) + 1);
    let out: Vec<u8> = spans.take(known as usize).flat_map(span_bytes).collect();
    guest.write_bytes(registers, &out)?;
    if count > known {
        let rest = at(guest, registers, 8 * known);
        guest.fill(rest, Word::new(0xff), (count - known).saturating_mul(8))?;
    }
    Ok(0.into())
}

/// A `regmatch_t`.
fn span_bytes(span: Span) -> impl Iterator<Item = u8> {
    let (start, end) = span.map_or((-1, -1), |(start, end)| (start as i32, end as i32));
    start.to_le_bytes().into_iter().chain(end.to_le_bytes())
}

fn load_offset(guest: &mut dyn Guest, registers: Word, offset: u64) -> Run<usize> {
    let here = at(guest, registers, offset);
    let word = guest.load(here, 4)?;
    Ok((guest.pin(word, "the start or end given to regexec")? as i32).max(0) as usize)
}

/// Searches; reports a search that exceeds the step limit and ends the run.
fn search(guest: &dyn Guest, regex: &Regex, subject: &Subject, starts: Starts, wanted: Wanted) -> Run<Answer> {
    match regex.search(subject, starts, wanted) {
        Ok(answer) => Ok(answer),
        Err(_) => unsupported(guest, "this pattern with back-references needs too many steps here; simplify it"),
    }
}

/// Most bytes read at once.
const PIECE: usize = 1 << 20;

/// Reads bytes.
fn read(guest: &mut dyn Guest, from: Word, length: usize) -> Run<Vec<u8>> {
    // In pieces: a wrong length must not cost memory before the access fails.
    let mut bytes = Vec::new();
    while bytes.len() < length {
        let start = bytes.len();
        bytes.resize(length.min(start + PIECE), 0);
        let here = at(guest, from, start as u64);
        guest.read_bytes(here, &mut bytes[start..], false)?;
    }
    Ok(bytes)
}

/// The bytes of a C string, read in one piece if the guest permits it.
fn c_text(guest: &mut dyn Guest, from: Word) -> Run<Vec<u8>> {
    let mut length = 0;
    let mut chunk = [0; 256];
    loop {
        let here = at(guest, from, length as u64);
        let seen = guest.peek(here, &mut chunk);
        if let Some(end) = chunk[..seen].iter().position(|&b| b == 0) {
            let mut bytes = read(guest, from, length + end + 1)?;
            bytes.pop();
            return Ok(bytes);
        }
        if seen == 0 {
            return c_bytes(guest, from, "the subject of a regular expression");
        }
        length += seen;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Case;
    use crate::test_guest::{TestGuest, int};

    fn world() -> (Posix, TestGuest) {
        (Posix::new(Case::default()), TestGuest::default())
    }

    fn offsets(guest: &mut TestGuest, from: u64, count: u64) -> Vec<i32> {
        (0..count).map(|i| guest.load((from + 4 * i).into(), 4).unwrap().bits as i32).collect()
    }

    fn bits(reply: Run<Reply>) -> i32 {
        reply.unwrap().slots[0].bits as i32
    }

    #[test]
    fn posix_patterns_are_compiled_matched_and_freed() {
        let (mut world, mut guest) = world();
        let (preg, found) = (guest.reserve(64, 8), guest.reserve(80, 4));
        let (pattern, text) = (guest.string("(b+)(c)?"), guest.string("aabbd"));
        assert_eq!(bits(guest.call(&mut world, "regcomp", &[int(preg), int(pattern), int(1)])), 0);
        assert_eq!(guest.load((preg + 48).into(), 8).unwrap().bits, 2);
        let call = [int(preg), int(text), int(4), int(found), int(0)];
        assert_eq!(bits(guest.call(&mut world, "regexec", &call)), 0);
        assert_eq!(offsets(&mut guest, found, 8), [2, 4, 2, 4, -1, -1, -1, -1]);
        guest.call(&mut world, "regfree", &[int(preg)]).unwrap();
        assert_eq!(guest.load(preg.into(), 8).unwrap().bits, 0);
        assert!(world.regexes.compiled.is_empty());
    }

    #[test]
    fn bad_patterns_have_glibcs_codes_and_messages() {
        let (mut world, mut guest) = world();
        let (preg, text) = (guest.reserve(64, 8), guest.reserve(40, 1));
        let pattern = guest.string("a\\(b");
        let code = bits(guest.call(&mut world, "regcomp", &[int(preg), int(pattern), int(0)]));
        assert_eq!(code, 8);
        let size = bits(guest.call(&mut world, "regerror", &[int(8), int(preg), int(text), int(40)]));
        assert_eq!((size, guest.text(text).as_str()), (18, "Unmatched ( or \\("));
        guest.call(&mut world, "regerror", &[int(8), int(preg), int(text), int(5)]).unwrap();
        assert_eq!(guest.text(text), "Unma");
    }

    #[test]
    fn gnu_searches_fill_registers_they_allocate() {
        let (mut world, mut guest) = world();
        let (buffer, registers) = (guest.reserve(64, 8), guest.reserve(24, 8));
        guest.call(&mut world, "re_set_syntax", &[int(Syntax::EXTENDED.0)]).unwrap();
        let (pattern, text) = (guest.string("(x)|(y)"), guest.string("..y.x"));
        assert_eq!(bits(guest.call(&mut world, "re_compile_pattern", &[int(pattern), int(7), int(buffer)])), 0);
        let mut search = |guest: &mut TestGuest, start: i64, range: i64| {
            let args = [int(buffer), int(text), int(5), int(start as u64), int(range as u64), int(registers)];
            bits(guest.call(&mut world, "re_search", &args))
        };
        assert_eq!(search(&mut guest, 0, 5), 2);
        let starts = guest.load((registers + 8).into(), 8).unwrap().bits;
        assert_eq!(offsets(&mut guest, starts, 4), [2, -1, 2, -1]);
        assert_eq!(search(&mut guest, 3, 2), 4);
        assert_eq!(offsets(&mut guest, starts, 4), [4, 4, -1, -1]);
        assert_eq!(search(&mut guest, 5, -5), 4);
        assert_eq!(search(&mut guest, 5, 0), -1);
        assert_eq!(search(&mut guest, 6, 0), -1);
    }

    #[test]
    fn far_matches_and_long_ones_are_found_beyond_the_first_window() {
        let (mut world, mut guest) = world();
        let buffer = guest.reserve(64, 8);
        guest.call(&mut world, "re_set_syntax", &[int(Syntax::EXTENDED.0)]).unwrap();
        let text = format!("{}b{}c", "a".repeat(10_000), "d".repeat(10_000));
        let (pattern, address) = (guest.string("bd*c$"), guest.string(&text));
        guest.call(&mut world, "re_compile_pattern", &[int(pattern), int(5), int(buffer)]).unwrap();
        let length = text.len() as u64;
        let args = [int(buffer), int(address), int(length), int(0), int(length), int(0)];
        assert_eq!(bits(guest.call(&mut world, "re_search", &args)), 10_000);
        let args = [int(buffer), int(address), int(length), int(10_000), int(0)];
        assert_eq!(bits(guest.call(&mut world, "re_match", &args)), 10_002);
    }
}
