//! `<iconv.h>`: conversion between ASCII, UTF-8, UTF-16, UTF-32, ISO-8859-1 and ISO-8859-15.

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, at, c_bytes, pinned};
use crate::model::{Model, model};
use crate::text::charset::Charset;
use crate::text::encoding::{Encoding, Unit, transliterated};

pub(crate) const MODELS: &[Model] =
    &[model("iconv_open", iconv_open), model("iconv", iconv), model("iconv_close", iconv_close)];

const E2BIG: i32 = 7;
const EBADF: i32 = 9;
const EINVAL: i32 = 22;
const EILSEQ: i32 = 84;

/// Open conversions by their descriptors.
pub(crate) type Conversions = Arc<BTreeMap<u64, Conversion>>;

/// An open conversion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conversion {
    /// As opened; their byte orders are resolved per text.
    names: [Encoding; 2],
    from: Encoding,
    /// Has any input been read, and has the mark been written?
    begun: bool,
    marked: bool,
    transliterate: bool,
    ignore: bool,
}

/// The name before `//`, and the suffixes.
fn split(name: &str) -> (&str, Vec<&str>) {
    let mut parts = name.split("//");
    (parts.next().unwrap_or(""), parts.collect())
}

fn iconv_open(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let mut names = Vec::new();
    for index in 0..2 {
        let name = arg(guest, index);
        let name = c_bytes(guest, name, "name of an encoding")?;
        names.push(String::from_utf8_lossy(&name).into_owned());
    }
    let ((to, options), (from, _)) = (split(&names[0]), split(&names[1]));
    let (Some(to), Some(from)) = (Encoding::named(to, world.charset), Encoding::named(from, world.charset)) else {
        world.set_errno(guest, EINVAL)?;
        return Ok(u64::MAX.into());
    };
    let has = |option: &str| options.iter().any(|given| given.eq_ignore_ascii_case(option));
    let conversion = Conversion {
        names: [to, from],
        from,
        begun: false,
        marked: false,
        transliterate: has("TRANSLIT"),
        ignore: has("IGNORE"),
    };
    let descriptor = guest.reserve(16, 16);
    Arc::make_mut(&mut world.conversions).insert(descriptor, conversion);
    Ok(descriptor.into())
}

fn iconv_close(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let descriptor = pinned(guest, 0, "descriptor of a conversion")?;
    if Arc::make_mut(&mut world.conversions).remove(&descriptor).is_none() {
        world.set_errno(guest, EBADF)?;
        return Ok((-1i32).into());
    }
    Ok(0i32.into())
}

/// The result of a call.
struct Progress {
    used: usize,
    output: Vec<u8>,
    /// Number of transliterated characters.
    loose: u64,
    error: Option<i32>,
}

impl Conversion {
    /// Converts as much of `input` as fits into `room`.
    fn run(&mut self, input: &[u8], room: usize, locale: Charset) -> Progress {
        let mut progress = Progress { used: 0, output: Vec::new(), loose: 0, error: None };
        if !self.begun && !input.is_empty() {
            (self.from, progress.used) = self.names[1].settled(input);
            self.begun = true;
        }
        let mut skipped = false;
        while progress.used < input.len() {
            let rest = &input[progress.used..];
            let mut text = if self.marked { Vec::new() } else { self.names[0].mark().to_vec() };
            let (error, len) = match self.from.decode(rest) {
                Unit::Incomplete => (Some(EINVAL), 0),
                Unit::Invalid => (Some(EILSEQ), 1),
                Unit::Char(c, len) if self.put(c, locale, &mut text, &mut progress.loose) => (None, len),
                Unit::Char(_, len) => (Some(EILSEQ), len),
            };
            match error {
                Some(EILSEQ) if self.ignore => skipped = true,
                Some(_) => {
                    progress.error = error;
                    break;
                }
                None if progress.output.len() + text.len() > room => {
                    progress.error = Some(E2BIG);
                    break;
                }
                None => {
                    progress.output.extend(text);
                    self.marked = true;
                }
            }
            progress.used += len;
        }
        if skipped && progress.error.is_none() {
            progress.error = Some(EILSEQ);
        }
        progress
    }

    /// Appends a character or its transliteration.
    fn put(&self, c: u32, locale: Charset, out: &mut Vec<u8>, loose: &mut u64) -> bool {
        if self.names[0].encode(c, out) {
            return true;
        }
        if !self.transliterate {
            return false;
        }
        *loose += 1;
        transliterated(c, locale).chars().all(|c| self.names[0].encode(c.into(), out))
    }
}

/// A concrete pointer or size from the program's memory.
fn cell(guest: &mut dyn Guest, place: Word) -> Run<u64> {
    let word = guest.load(place, 8)?;
    guest.pin(word, "place in a conversion")
}

fn iconv(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let descriptor = pinned(guest, 0, "descriptor of a conversion")?;
    let Some(mut conversion) = world.conversions.get(&descriptor).copied() else {
        world.set_errno(guest, EBADF)?;
        return Ok(u64::MAX.into());
    };
    let (source, source_left, target, target_left) = (arg(guest, 1), arg(guest, 2), arg(guest, 3), arg(guest, 4));
    let from = if source.bits == 0 { 0 } else { cell(guest, source)? };
    if from == 0 {
        // Reset to the initial state; our encodings have no closing sequences.
        (conversion.begun, conversion.marked) = (false, false);
        Arc::make_mut(&mut world.conversions).insert(descriptor, conversion);
        return Ok(0u64.into());
    }
    let (len, to, room) = (cell(guest, source_left)?, cell(guest, target)?, cell(guest, target_left)?);
    let mut input = vec![0; len as usize];
    if len > 0 {
        guest.read_bytes(from.into(), &mut input, false)?;
    }
    let progress = conversion.run(&input, room as usize, world.charset);
    if !progress.output.is_empty() {
        guest.write_bytes(to.into(), &progress.output)?;
    }
    let (used, made) = (progress.used as u64, progress.output.len() as u64);
    let moved = [(source, from + used), (source_left, len - used), (target, to + made), (target_left, room - made)];
    for (place, value) in moved {
        let place = at(guest, place, 0);
        guest.store(place, 8, value.into())?;
    }
    Arc::make_mut(&mut world.conversions).insert(descriptor, conversion);
    if let Some(error) = progress.error {
        world.set_errno(guest, error)?;
        return Ok(u64::MAX.into());
    }
    Ok(progress.loose.into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::native::answers;
    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    /// Encodings, input in hexadecimal, room for output.
    const ROWS: [(&str, &str, &str, u64); 28] = [
        ("UTF-16", "UTF-8", "6162", 100),
        ("UTF-32", "UTF-8", "61", 100),
        ("UTF-16LE", "UTF-8", "61f09f9880", 100),
        ("UTF-8", "UTF-16", "fffe6100", 100),
        ("UTF-8", "UTF-16", "feff0061", 100),
        ("UTF-8", "UTF-16", "6100", 100),
        ("ISO-8859-1", "UTF-8", "c3a978", 100),
        ("ASCII", "UTF-8", "78c3a979", 100),
        ("ASCII//IGNORE", "UTF-8", "78c3a979", 100),
        ("ASCII//TRANSLIT", "UTF-8", "78c3a979e2809c71e282acc2a9e280a6c2ab", 100),
        ("ISO-8859-15", "UTF-8", "e282ac", 100),
        ("UTF-8", "ISO-8859-15", "a4a6", 100),
        ("UTF-8", "UTF-8", "61ff62", 100),
        ("UTF-8//IGNORE", "UTF-8", "61ff62", 100),
        ("UTF-8", "UTF-8", "61c3", 100),
        ("UTF-16LE", "UTF-8", "616263", 5),
        ("UTF-8", "ASCII", "6180", 100),
        ("nope", "UTF-8", "61", 100),
        ("UTF-8", "UTF-8", "eda080", 100),
        ("UTF-8", "UTF-16LE", "00d8", 100),
        ("UTF-8", "UTF-16LE", "00d86100", 100),
        ("UTF-8", "UTF-16LE", "00dc", 100),
        ("UTF-8", "UTF-8", "e228", 100),
        ("WCHAR_T", "UTF-8", "c3a9", 100),
        ("UTF-32BE", "UTF-8", "c3a9", 100),
        ("UTF-8", "UTF-32LE", "00001100", 100),
        ("latin1", "utf8", "c3a9", 100),
        ("UTF-8", "UTF-16LE", "61", 100),
    ];

    fn ours(to: &str, from: &str, input: &[u8], room: u64) -> String {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let (to, from) = (guest.string(to), guest.string(from));
        let descriptor = guest.call(&mut world, "iconv_open", &[int(to), int(from)]).unwrap().slots[0].bits;
        if descriptor == u64::MAX {
            return "refused".into();
        }
        let (source, target) = (guest.reserve(100, 1), guest.reserve(100, 1));
        guest.write_bytes(source.into(), input).unwrap();
        let cells = guest.reserve(32, 8);
        for (index, value) in [source, input.len() as u64, target, room].into_iter().enumerate() {
            guest.store((cells + 8 * index as u64).into(), 8, value.into()).unwrap();
        }
        let args = [int(descriptor), int(cells), int(cells + 8), int(cells + 16), int(cells + 24)];
        let reply = guest.call(&mut world, "iconv", &args).unwrap().slots[0].bits as i64;
        let errno = world.errno_address(&mut guest);
        let mut load = |at: u64, size: u8| guest.load(at.into(), size).unwrap().bits;
        let (left, end, errno) = (load(cells + 8, 8), load(cells + 16, 8), load(errno, 4));
        let output: String = (target..end).map(|at| format!("{:02x}", load(at, 1))).collect();
        format!("{reply} {errno} {left} {output}")
    }

    #[test]
    fn conversions_are_glibcs() {
        let source = r#"
            #include <errno.h>
            #include <iconv.h>
            #include <stdio.h>
            #include <string.h>
            int main(void) {
                char to[99], from[99], hex[99], in[99], out[99];
                size_t room;
                while (scanf("%98s %98s %98s %zu", to, from, hex, &room) == 4) {
                    size_t left = strlen(hex) / 2;
                    for (size_t i = 0; i < left; i++) sscanf(hex + 2 * i, "%2hhx", &in[i]);
                    iconv_t cd = iconv_open(to, from);
                    if (cd == (iconv_t)-1) { puts("refused"); continue; }
                    char *p = in, *q = out;
                    errno = 0;
                    long reply = iconv(cd, &p, &left, &q, &room);
                    printf("%ld %d %zu ", reply, reply == -1 ? errno : 0, left);
                    for (char *o = out; o < q; o++) printf("%02x", *o & 255);
                    puts("");
                    iconv_close(cd);
                }
            }"#;
        let input: String = ROWS.iter().map(|(to, from, hex, room)| format!("{to} {from} {hex} {room}\n")).collect();
        let native = answers(source, input.as_bytes());
        for ((to, from, hex, room), native) in ROWS.iter().zip(&native) {
            let bytes: Vec<u8> =
                (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
            assert_eq!(&ours(to, from, &bytes, *room), native, "{to} from {from}: {hex}");
        }
    }
}
