//! `scanf` against glibc's: random formats on random inputs.

use whydunit_machine::{Guest, Word};

use crate::native::{Dice, answers};
use crate::streams::Streams;
use crate::test_guest::{TestGuest, int};
use crate::{Case, Posix};

/// Bytes of memory for each of three targets.
const ROOM: u64 = 64;

/// Reads "format, tab, input" with `~` for a newline and prints result, position and memory.
const REFEREE: &str = r#"
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char line[1 << 16];
static unsigned char a[64], b[64], c[64];
static void show(unsigned char *p) { for (int i = 0; i < 24; i++) printf("%02x", p[i]); putchar(' '); }
int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        char *input = strchr(line, '\t');
        *strchr(input, '\n') = *input++ = 0;
        for (char *p = input; *p; p++) if (*p == '~') *p = '\n';
        memset(a, 0xaa, 64); memset(b, 0xaa, 64); memset(c, 0xaa, 64);
        FILE *f = tmpfile();
        fputs(input, f);
        rewind(f);
        int n = fscanf(f, line, a, b, c);
        printf("%d %ld %d ", n, ftell(f), feof(f));
        show(a); show(b); show(c);
        memset(a, 0xaa, 64); memset(b, 0xaa, 64); memset(c, 0xaa, 64);
        printf("%d ", sscanf(input, line, a, b, c));
        show(a); show(b); show(c);
        putchar('\n');
        fclose(f);
    }
}
"#;

const DIRECTIVES: &[&str] = &[
    "%d", "%i", "%u", "%o", "%x", "%X", "%ld", "%lld", "%hd", "%hhd", "%hu", "%zu", "%jd", "%3d", "%2x", "%1d", "%5i",
    "%p", "%n", "%hhn", "%c", "%3c", "%s", "%4s", "%[a-z]", "%[^,]", "%3[0-9]", "%[]x]", "%f", "%lf", "%Lf", "%e",
    "%g", "%a", "%3f", "%5lf", "%*d", "%*s", "%*c", "%*f", "%%", " ", ",", "x", "%2$d", "%1$d", "%2$s",
];

const PIECES: &[&str] = &[
    "0",
    "1",
    "12",
    "-5",
    "+7",
    "007",
    "0x1f",
    "0X",
    "0xg",
    "99999999999",
    "-99999999999999999999",
    "18446744073709551615",
    "3.14",
    "-.5e3",
    "1e",
    "1e+",
    "1e+5",
    ".",
    "-",
    "+",
    "nan",
    "inf",
    "infinity",
    "infinix",
    "0x1.8p3",
    "0x.p",
    "1.5e-320",
    "abc",
    "x",
    "xyz",
    ",",
    "%",
    " ",
    "  ",
    "~",
    "1,2",
    "a b",
    "(nil)",
    "0x",
    "1.2.3",
    "hello",
    "]",
    "8",
    "08",
    "e",
    "4e9999",
];

fn memory(guest: &mut TestGuest, address: u64) -> String {
    let mut bytes = [0; 24];
    guest.read_bytes(address.into(), &mut bytes, true).unwrap();
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn targets(guest: &mut TestGuest) -> [u64; 3] {
    [0; 3].map(|_| {
        let address = guest.reserve(ROOM, 16);
        guest.fill(address.into(), Word::new(0xaa), ROOM).unwrap();
        address
    })
}

fn ours(world: &mut Posix, guest: &mut TestGuest, format: &str, input: &str) -> String {
    let [a, b, c] = targets(guest);
    let file = guest.call(world, "tmpfile", &[]).unwrap().slots[0].bits;
    let (text, format) = (guest.string(input), guest.string(format));
    guest.call(world, "fputs", &[int(text), int(file)]).unwrap();
    guest.call(world, "rewind", &[int(file)]).unwrap();
    let args = [file, format, a, b, c].map(int);
    let count = guest.call(world, "__isoc99_fscanf", &args).unwrap().slots[0].bits as i32;
    let place = guest.call(world, "ftell", &[int(file)]).unwrap().slots[0].bits;
    let end = guest.call(world, "feof", &[int(file)]).unwrap().slots[0].bits;
    let mut out = format!("{count} {place} {end} ");
    out += &[a, b, c].map(|t| memory(guest, t) + " ").concat();
    let [a, b, c] = targets(guest);
    let args = [text, format, a, b, c].map(int);
    let count = guest.call(world, "__isoc99_sscanf", &args).unwrap().slots[0].bits as i32;
    out += &format!("{count} ");
    out += &[a, b, c].map(|t| memory(guest, t) + " ").concat();
    guest.call(world, "fclose", &[int(file)]).unwrap();
    out
}

/// A random format. Mixed numbering is undefined, so a format names its arguments all by number or none.
fn format(dice: &mut Dice) -> String {
    let positional = dice.roll(10) == 0;
    let mut format = String::new();
    let mut stored = 0;
    while format.is_empty() || dice.roll(3) > 0 && stored < 3 {
        let piece = dice.pick(DIRECTIVES);
        let takes = piece.starts_with('%') && !piece.contains('*') && *piece != *"%%";
        if takes && piece.contains('$') != positional {
            continue;
        }
        stored += i32::from(takes);
        format += piece;
    }
    format
}

#[test]
fn random_formats_and_inputs() {
    let mut dice = Dice::new(11);
    let mut trials = Vec::new();
    for _ in 0..2000 {
        let input: String = (0..dice.roll(5)).map(|_| dice.pick(PIECES)).collect();
        trials.push((format(&mut dice), input));
    }
    let lines: String = trials.iter().map(|(format, input)| format!("{format}\t{input}\n")).collect();
    let expected = answers(REFEREE, lines.as_bytes());
    let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
    Streams::start(&mut world, &mut guest).unwrap();
    for ((format, input), expected) in trials.iter().zip(&expected) {
        let found = ours(&mut world, &mut guest, format, &input.replace('~', "\n"));
        assert_eq!(&found, expected, "{format:?} on {input:?}");
    }
    assert!(expected.len() > 2000);
}

#[test]
fn memory_is_allocated_on_request() {
    let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
    let place = guest.reserve(8, 8);
    let (text, format) = (guest.string("hello world"), guest.string("%ms"));
    let reply = guest.call(&mut world, "__isoc99_sscanf", &[int(text), int(format), int(place)]).unwrap();
    assert_eq!(reply.slots[0], Word::new(1));
    let found = guest.load(place.into(), 8).unwrap().bits;
    assert_eq!(guest.text(found), "hello");
    assert_eq!(guest.allocated_size_known(found), Some(6));
    let format = guest.string("%as");
    guest.call(&mut world, "sscanf", &[int(text), int(format), int(place)]).unwrap();
    let found = guest.load(place.into(), 8).unwrap().bits;
    assert_eq!(guest.text(found), "hello");
}

#[test]
fn wide_text_is_scanned_in_utf8() {
    let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
    world.charset = crate::text::charset::Charset::Utf8;
    let target = guest.reserve(64, 8);
    let (text, format) = (guest.string("h€x y"), guest.string("%2ls%s"));
    let rest = guest.reserve(16, 1);
    let reply = guest.call(&mut world, "sscanf", &[int(text), int(format), int(target), int(rest)]).unwrap();
    assert_eq!(reply.slots[0], Word::new(2));
    assert_eq!(guest.load((target + 4).into(), 4).unwrap(), Word::new(0x20ac));
    assert_eq!(guest.load((target + 8).into(), 4).unwrap(), Word::new(0));
    assert_eq!(guest.text(rest), "x");
}

#[test]
fn symbolic_input_becomes_symbolic_numbers() {
    let case = Case { stdin: b" -42 1f word".to_vec().into(), ..Case::default() };
    let (mut world, mut guest) = (Posix::new(case), TestGuest::default());
    guest.symbolic_input = true;
    Streams::start(&mut world, &mut guest).unwrap();
    let [a, b, c] = targets(&mut guest);
    let format = guest.string("%d %hx %3s");
    let reply = guest.call(&mut world, "__isoc99_scanf", &[int(format), int(a), int(b), int(c)]).unwrap();
    assert_eq!(reply.slots[0], Word::new(3));
    let number = guest.load(a.into(), 4).unwrap();
    assert_eq!((number.bits as i32, number.term), (-42, 1));
    let number = guest.load(b.into(), 2).unwrap();
    assert_eq!((number.bits, number.term), (0x1f, 1));
    assert_eq!((guest.text(c), guest.load(c.into(), 1).unwrap().term), ("wor".into(), 1));
    assert!(guest.pinned.is_empty(), "{:?}", guest.pinned);
    assert!(guest.decisions > 10);
    // The character that was examined but not taken is still in the stream, with its term.
    let next = guest.call(&mut world, "getchar", &[]).unwrap().slots[0];
    assert_eq!((next.bits, next.term), (u64::from(b'd'), 1));
}

#[test]
fn symbolic_decimals_become_symbolic_floats() {
    let case = Case { stdin: b"-12.75 0.1 1e3".to_vec().into(), ..Case::default() };
    let (mut world, mut guest) = (Posix::new(case), TestGuest::default());
    guest.symbolic_input = true;
    Streams::start(&mut world, &mut guest).unwrap();
    let [a, b, c] = targets(&mut guest);
    let format = guest.string("%lf %f %lf");
    let reply = guest.call(&mut world, "__isoc99_scanf", &[int(format), int(a), int(b), int(c)]).unwrap();
    assert_eq!(reply.slots[0], Word::new(3));
    let number = guest.load(a.into(), 8).unwrap();
    assert_eq!((f64::from_bits(number.bits), number.term), (-12.75, 1));
    let number = guest.load(b.into(), 4).unwrap();
    assert_eq!((f32::from_bits(number.bits as u32), number.term), (0.1, 1));
    // A number with an exponent is made concrete, and that is recorded.
    let number = guest.load(c.into(), 8).unwrap();
    assert_eq!((f64::from_bits(number.bits), number.term), (1000.0, 0));
    assert!(guest.pinned.iter().all(|why| *why == "text of a floating-point number"), "{:?}", guest.pinned);
    assert!(!guest.pinned.is_empty());
}
