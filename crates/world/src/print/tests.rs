//! `printf` against glibc's: thousands of random directives, and special cases.

use whydunit_machine::{Arg, Channel, Guest, OutByte, Word};
use whydunit_program::ArgClass;

use crate::native::{Dice, answers};
use crate::test_guest::{TestGuest, double, int};
use crate::{Case, Posix};

/// Reads "kind, tab, format, tab, value" and prints length and text of each.
const REFEREE: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static char line[1 << 16], out[1 << 20];
int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        char *format = strchr(line, '\t'), *value = strchr(format + 1, '\t'), *second;
        int length = -2;
        *strchr(value, '\n') = *format++ = *value++ = 0;
        uint64_t bits = strtoull(value, &second, 16);
        uint64_t high = strtoull(second, NULL, 16);
        switch (line[0]) {
        case 'i': length = snprintf(out, sizeof out, format, bits); break;
        case 'd': { double d; memcpy(&d, &bits, 8); length = snprintf(out, sizeof out, format, d); break; }
        case 'L': { long double x = 0; memcpy(&x, &bits, 8); memcpy((char *)&x + 8, &high, 2);
            length = snprintf(out, sizeof out, format, x); break; }
        case 's': length = snprintf(out, sizeof out, format, value); break;
        }
        printf("%d:%s\n", length, out);
    }
}
"#;

/// Calls `snprintf` in the model and shows length and text.
fn ours(world: &mut Posix, guest: &mut TestGuest, format: &str, values: &[Arg]) -> String {
    let (buffer, format) = (guest.reserve(1 << 20, 1), guest.string(format));
    let args = [&[int(buffer), int(1 << 20), int(format)], values].concat();
    let length = guest.call(world, "snprintf", &args).unwrap().slots[0].bits as i32;
    format!("{length}:{}", guest.text(buffer))
}

fn extended(mantissa: u64, sign_exponent: u16) -> Arg {
    Arg { class: ArgClass::X87, word: mantissa.into(), high: Word::new(sign_exponent.into()) }
}

/// A directive with random flags, width and precision.
fn directive(dice: &mut Dice, conversions: &[&str]) -> String {
    let mut text = String::from("<%");
    for flag in ["-", "+", " ", "#", "0", "'"] {
        if dice.roll(4) == 0 {
            text.push_str(flag);
        }
    }
    if dice.roll(2) == 0 {
        text.push_str(&(1 + dice.roll(30)).to_string());
    }
    if dice.roll(2) == 0 {
        text.push('.');
        if dice.roll(5) > 0 {
            text.push_str(&dice.roll(28).to_string());
        }
    }
    text.push_str(dice.pick(conversions));
    text.push('>');
    text
}

/// Random bits of numbers of all sizes, and limits of ranges.
fn number(dice: &mut Dice) -> u64 {
    match dice.roll(6) {
        0 => dice.roll(3),
        1 => u64::MAX - dice.roll(3),
        2 => 1 << dice.roll(64),
        3 => dice.roll(100_000),
        _ => (dice.roll(1 << 32) << 32 | dice.roll(1 << 32)) >> dice.roll(64),
    }
}

fn float(dice: &mut Dice) -> f64 {
    match dice.roll(8) {
        0 => [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 5e-324, 1.0][dice.roll(8) as usize],
        1 => dice.roll(100_000) as f64 / 64.0,
        2 => dice.roll(1_000_000) as f64 / 1000.0,
        3 => 10f64.powi(dice.roll(40) as i32 - 20),
        4 => 0.5 + dice.roll(20) as f64,
        _ => f64::from_bits(dice.roll(1 << 32) << 32 | dice.roll(1 << 32)),
    }
}

struct Trial {
    line: String,
    format: String,
    values: Vec<Arg>,
}

fn trial(dice: &mut Dice, guest: &mut TestGuest) -> Trial {
    match dice.roll(4) {
        0 => {
            let kinds = [
                "d", "i", "u", "x", "X", "o", "hhd", "hd", "ld", "lld", "qd", "jd", "zu", "tx", "hhx", "hu", "lo", "c",
                "p",
            ];
            let (format, value) = (directive(dice, &kinds), number(dice));
            // A zero byte would end the text; `%c` with zero has its own test.
            let value = if format.contains("c>") { 1 + value % 126 } else { value };
            Trial { line: format!("i\t{format}\t{value:x}"), format, values: vec![int(value)] }
        }
        1 => {
            let (format, value) = (directive(dice, &["e", "f", "g", "a", "E", "F", "G", "A", "lf"]), float(dice));
            Trial { line: format!("d\t{format}\t{:x}", value.to_bits()), format, values: vec![double(value)] }
        }
        2 => {
            let format = directive(dice, &["Le", "Lf", "Lg", "La", "LE", "LG", "LA"]);
            let mantissa = 1 << 63 | number(dice);
            let exponent = match dice.roll(4) {
                0 => dice.roll(0x8000) as u16,
                _ => 0x3fff - 60 + dice.roll(140) as u16,
            } | (dice.roll(2) as u16) << 15;
            let (mantissa, exponent) = match exponent & 0x7fff {
                // Denormals have no integer bit.
                0 => (mantissa & !(1 << 63), exponent),
                _ => (mantissa, exponent),
            };
            let line = format!("L\t{format}\t{mantissa:x} {exponent:x}");
            Trial { line, format, values: vec![extended(mantissa, exponent)] }
        }
        _ => {
            let format = directive(dice, &["s"]);
            let text = &"the quick brown fox"[..dice.roll(20) as usize];
            let address = guest.string(text);
            Trial { line: format!("s\t{format}\t{text}"), format, values: vec![int(address)] }
        }
    }
}

#[test]
fn random_directives() {
    let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
    let mut dice = Dice::new(7);
    let trials: Vec<_> = (0..8000).map(|_| trial(&mut dice, &mut guest)).collect();
    let input: String = trials.iter().map(|t| format!("{}\n", t.line)).collect();
    let expected = answers(REFEREE, input.as_bytes());
    for (trial, expected) in trials.iter().zip(&expected) {
        // The referee prints a text at another address, so only format and output must agree.
        let found = ours(&mut world, &mut guest, &trial.format, &trial.values);
        assert_eq!(&found, expected, "{}", trial.line);
    }
    assert!(expected.len() > 8000);
}

/// A format with its arguments, as C text and as machine values.
type Special = (&'static str, &'static str, Vec<Arg>);

fn specials(guest: &mut TestGuest) -> Vec<Special> {
    let (abc, long) = (guest.string("abc"), guest.string("a longer text"));
    let wide = guest.reserve(16, 4);
    for (index, c) in "h€x".chars().enumerate() {
        guest.store((wide + 4 * index as u64).into(), 4, Word::from(u32::from(c))).unwrap();
    }
    guest.store((wide + 12).into(), 4, Word::new(0)).unwrap();
    let many = (1..=12).flat_map(|i| [int(i), double(i as f64 / 2.0)]).collect();
    vec![
        ("%2$s %1$d", "5, \"abc\"", vec![int(5), int(abc)]),
        ("%1$d %1$x %2$*1$d|%2$-*1$d|", "12, 7", vec![int(12), int(7)]),
        ("%3$.*2$f %1$c", "'x', 3, 2.75828", vec![int(120), int(3), double(2.75828)]),
        ("%2$Lf %1$s", "\"abc\", 1.5L", vec![int(abc), extended(3 << 62, 0x3fff)]),
        (
            "%*d|%-*d|%.*f",
            "6, 42, -6, 42, 2, 3.24159",
            vec![int(6), int(42), int(-6i64 as u64), int(42), int(2), double(3.24159)],
        ),
        ("%.*s|%.*s", "2, \"abc\", -1, \"abc\"", vec![int(2), int(abc), int(-1i64 as u64), int(abc)]),
        ("%s|%.3s|%10s|%-10s|", "(char *)0, (char *)0, (char *)0, (char *)0", vec![int(0); 4]),
        ("%p|%10p|%-10p|", "(void *)0, (void *)0, (void *)0", vec![int(0); 3]),
        (
            "%p %#p %20p %-20p|%020p",
            "(void *)0xabc, (void *)0xabc, (void *)0xabc, (void *)0xabc, (void *)0xabc",
            vec![int(0xabc); 5],
        ),
        ("%%|%5%|%-5%|", "0", vec![int(0)]),
        ("%y|%5y|%-#+08.3k|%I5!", "0", vec![int(0)]),
        ("%m|%.4m|%12m|", "0", vec![int(0)]),
        (
            "%ls|%.4ls|%.3ls|%6ls|%-6ls|%S",
            "L\"h\u{20ac}x\", L\"h\u{20ac}x\", L\"h\u{20ac}x\", L\"h\u{20ac}x\", L\"h\u{20ac}x\", L\"h\u{20ac}x\"",
            vec![int(wide); 6],
        ),
        ("%lc|%C|%5lc|", "0x20ac, 'z', 0xe9", vec![int(0x20ac), int(122), int(0xe9)]),
        (
            "%d%f%d%f%d%f%d%f%d%f%d%f%d%f%d%f%d%f%d%f%d%f%d%f",
            "1,.5,2,1.,3,1.5,4,2.,5,2.5,6,3.,7,3.5,8,4.,9,4.5,10,5.,11,5.5,12,6.",
            many,
        ),
        ("%d %f %d", "1.5, 2, 3", vec![double(1.5), int(2), int(3)]),
        (
            "%#o %#o %#.0o %#x %#.0x|%.0d|%+.0d|% .0d|",
            "0, 8, 0, 0, 0, 0, 0, 0",
            vec![int(0), int(8), int(0), int(0), int(0), int(0), int(0), int(0)],
        ),
        ("%b %#b %08B %#B", "5, 5, 5, 5", vec![int(5); 4]),
        ("%.50f|%.40e|%.30g", "0.1, 0.1, 0.1", vec![double(0.1); 3]),
        (
            "%.0f %.0f %.0f %.0f %#.0f %.1f",
            "0.5, 1.5, 2.5, 3.5, 1.0, 0.25",
            vec![double(0.5), double(1.5), double(2.5), double(3.5), double(1.0), double(0.25)],
        ),
        ("%f %Lf", "1e300, 1e300L", vec![double(1e300), extended(0xbf21e44003acdd2d, 0x43e3)]),
        ("%s", "\"a longer text\"", vec![int(long)]),
        ("%99999999999d", "1", vec![int(1)]),
        ("trailing %", "1", vec![int(1)]),
    ]
}

#[test]
fn special_formats() {
    let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
    world.charset = crate::text::charset::Charset::Utf8;
    let cases = specials(&mut guest);
    let mut source = String::from(
        "#include <stdio.h>\n#include <locale.h>\n#include <errno.h>\nint main(void) { char out[4096]; int n;\
         setlocale(LC_ALL, \"C.UTF-8\");\n",
    );
    for (format, arguments, _) in &cases {
        source += &format!(
            "out[0] = 0; errno = 2; n = snprintf(out, sizeof out, \"{format}\", {arguments});\
             printf(\"%d:%s\\n\", n, out);\n"
        );
    }
    source += "}\n";
    let expected = answers(&source, b"");
    for ((format, arguments, values), expected) in cases.iter().zip(&expected) {
        world.set_errno(&mut guest, 2).unwrap();
        assert_eq!(&ours(&mut world, &mut guest, format, values), expected, "{format} with {arguments}");
    }
}

#[test]
fn counts_are_stored_and_bytes_know_their_arguments() {
    let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
    let (count, text) = (guest.reserve(8, 8), guest.string("xy"));
    assert_eq!(ours(&mut world, &mut guest, "ab%s%n%hhn", &[int(text), int(count), int(count + 4)]), "4:abxy");
    assert_eq!(guest.load(count.into(), 8).unwrap(), Word::new(4 << 32 | 4));
    let (format, out) = (guest.string("a%d%s\n"), Vec::new());
    guest.set_args(&[int(format), int(17), int(text)]);
    let arguments = super::Arguments::direct(&guest, 1);
    let printed = super::print(&mut world, &mut guest, format.into(), false, arguments, out).unwrap();
    let args: Vec<u16> = printed.out.iter().map(|b| b.arg).collect();
    assert_eq!(args, [OutByte::LITERAL, 1, 1, 2, 2, OutByte::LITERAL]);
}

#[test]
fn an_uninitialised_number_prints_uninitialised_bytes() {
    let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
    let format = guest.string("n=%5d!");
    let unknown = Arg { class: ArgClass::Int, word: Word { bits: 7, undef: 0xff, term: 0 }, high: Word::default() };
    guest.set_args(&[int(format), unknown]);
    let arguments = super::Arguments::direct(&guest, 1);
    let printed = super::print(&mut world, &mut guest, format.into(), false, arguments, Vec::new()).unwrap();
    let undefined: Vec<bool> = printed.out.iter().map(|b| b.word.undef != 0).collect();
    assert_eq!(undefined, [false, false, false, false, false, false, true, false]);
}

#[test]
fn printed_text_reaches_the_stream_on_flush() {
    let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
    crate::streams::Streams::start(&mut world, &mut guest).unwrap();
    let format = guest.string("%d-%s\n");
    let text = guest.string("x");
    let reply = guest.call(&mut world, "printf", &[int(format), int(5), int(text)]).unwrap();
    assert_eq!(reply.slots[0], Word::new(4));
    assert_eq!(guest.emitted[&Channel::Stdout], b"5-x\n");
    assert_eq!(world.stdout(), b"");
    guest.call(&mut world, "__whydunit_flush", &[]).unwrap();
    assert_eq!(world.stdout(), b"5-x\n");
}

#[test]
fn a_symbolic_number_prints_symbolic_digits() {
    let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
    for (format, bits, expected, symbolic) in [
        ("%d!", 4_294_967_173, "-123!", vec![false, true, true, true, false]),
        ("%5u", 42, "   42", vec![false, false, false, true, true]),
        ("%#x", 0xbeef, "0xbeef", vec![false, false, true, true, true, true]),
        ("%hho", 0o377, "377", vec![true; 3]),
        ("%.3d", 7, "007", vec![false, false, true]),
        ("%ld", u64::MAX, "-1", vec![false, true]),
        ("%c%s", 65, "A", vec![true]),
    ] {
        let (address, empty) = (guest.string(format), guest.string(""));
        let value = Arg { class: ArgClass::Int, word: Word { bits, undef: 0, term: 1 }, high: Word::default() };
        guest.set_args(&[int(address), value, int(empty)]);
        let arguments = super::Arguments::direct(&guest, 1);
        let printed = super::print(&mut world, &mut guest, address.into(), false, arguments, Vec::new()).unwrap();
        let text: Vec<u8> = printed.out.iter().map(|b| b.word.bits as u8).collect();
        assert_eq!(String::from_utf8_lossy(&text), expected);
        let terms: Vec<bool> = printed.out.iter().map(|b| b.word.term != 0).collect();
        assert_eq!(terms, symbolic, "{format}");
    }
    assert!(guest.pinned.is_empty(), "{:?}", guest.pinned);
    assert!(guest.decisions > 0);
}
