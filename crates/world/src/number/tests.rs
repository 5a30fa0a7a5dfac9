//! Numbers from text against glibc's `strtof`, `strtod` and `strtold`: value, length and range.

use super::{Format, parse};
use crate::native::{Dice, answers};

const REFEREE: &str = r#"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static char line[1 << 16];
int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        char *end;
        errno = 0;
        float f = strtof(line, &end);
        uint32_t single;
        memcpy(&single, &f, 4);
        printf("%x %d %d ", single, (int)(end - line), errno == ERANGE);
        errno = 0;
        double d = strtod(line, &end);
        uint64_t bits;
        memcpy(&bits, &d, 8);
        printf("%lx %d %d ", bits, (int)(end - line), errno == ERANGE);
        errno = 0;
        long double x = strtold(line, &end);
        uint16_t high;
        memcpy(&bits, &x, 8);
        memcpy(&high, (char *)&x + 8, 2);
        printf("%lx %x %d %d\n", bits, high, (int)(end - line), errno == ERANGE);
    }
}
"#;

fn digits(dice: &mut Dice, most: u64) -> String {
    (0..dice.roll(most)).map(|_| char::from(b'0' + dice.roll(10) as u8)).collect()
}

/// A random text, most often a number.
fn text(dice: &mut Dice) -> String {
    let sign = dice.pick(&["", "", "-", "+"]);
    let point = dice.pick(&["", ".", "."]);
    let whole = digits(dice, 25);
    let fraction = digits(dice, 25);
    match dice.roll(8) {
        0 => {
            let power = dice.pick(&["", "p0", "p-1074", "p-16445", "p1023", "p+16383", "p-149", "p-1080", "p5"]);
            format!("{sign}0x{whole}{point}{:x}{power}", dice.roll(1 << 40))
        }
        1 => dice
            .pick(&["inf", "infinity", "nan", "infin", "-inf", "+nan", "nan(12)", "e5", ".", "0x", "1e", "-"])
            .into(),
        2 => format!("{sign}{whole}{point}{fraction}e{}", dice.roll(10_000) as i64 - 5_000),
        3 => format!("{sign}{whole}{point}{fraction}e{}", dice.roll(700) as i64 - 350),
        4 => format!("{sign}1.{}", digits(dice, 400)),
        5 => {
            // Halfway between two neighbours, or next to it.
            let tie = (1u64 << 53 | dice.roll(1 << 52)) * 2 + 1;
            format!("{sign}{tie}{}", dice.pick(&["", ".0", ".000000000000000000001", "e0"]))
        }
        _ => format!("{sign}{whole}{point}{fraction}"),
    }
}

/// Our result for the text, in the referee's format.
fn ours(text: &str) -> String {
    let read = |format| parse(text.as_bytes(), format);
    let length = |p: Option<super::Parsed>| p.map_or(0, |p| p.used);
    let range = |p: Option<super::Parsed>| i32::from(p.is_some_and(|p| p.out_of_range));
    let (f, d, x) = (read(Format::Single), read(Format::Double), read(Format::Extended));
    let (mantissa, high) = x.map_or((0, 0), |p| p.value.to_extended());
    format!(
        "{:x} {} {} {:x} {} {} {mantissa:x} {high:x} {} {}",
        f.map_or(0, |p| p.value.to_single()),
        length(f),
        range(f),
        d.map_or(0, |p| p.value.to_double()),
        length(d),
        range(d),
        length(x),
        range(x),
    )
}

#[test]
fn agrees_with_glibc() {
    let mut dice = Dice::new(3);
    // NaN payloads are not preserved.
    let texts: Vec<_> = (0..8_000).map(|_| text(&mut dice)).filter(|t| !t.contains('(')).collect();
    let input: String = texts.iter().map(|t| format!("{t}\n")).collect();
    let expected = answers(REFEREE, input.as_bytes());
    assert!(expected.len() > texts.len());
    for (text, expected) in texts.iter().zip(&expected) {
        assert_eq!(&ours(text), expected, "{text}");
    }
}
