//! `%a %e %f %g`.

use whydunit_machine::{Numeral, OutByte, Word};

use super::directive::Size;
use super::render::{Field, Renderer, Stop};
use crate::number::{Float, Format, Style, render};

const WHY: &str = "floating-point number in printf";

impl Renderer<'_> {
    pub(super) fn real(&mut self, field: Field, position: Option<usize>, letter: u8) -> Result<(), Stop> {
        let extended = field.size == Size::LongLong;
        let value = self.real_value(position, extended)?;
        let undef = value.word.undef != 0 || extended && value.high.undef & 0xffff != 0;
        let mut bits = [value.word.bits, value.high.bits];
        if !undef {
            // A symbolic float is printed with its concrete value.
            if !extended {
                self.guest.show(value.word, value.arg, Numeral::Double);
            }
            bits[0] = self.guest.pin(value.word, WHY)?;
            bits[1] = self.guest.pin(value.high, WHY)?;
        }
        let (float, format) = if extended {
            (Float::from_extended(bits[0], bits[1] as u16), Format::Extended)
        } else {
            (Float::from_double(bits[0]), Format::Double)
        };
        let style = Style {
            conversion: letter.to_ascii_lowercase(),
            upper: letter.is_ascii_uppercase(),
            precision: field.precision,
            alternate: field.flags.alternate,
            format,
        };
        self.check_length(field.precision.unwrap_or(0))?;
        let text = render(float, style);
        self.signed_text(field, float, &text, value.arg, undef);
        Ok(())
    }

    /// Writes the text of a float with its sign, zeros after sign and `0x`, or spaces.
    fn signed_text(&mut self, field: Field, float: Float, text: &[u8], arg: u16, undef: bool) {
        let sign: &[u8] = match (float.negative(), field.flags.plus, field.flags.space) {
            (true, _, _) => b"-",
            (_, true, _) => b"+",
            (_, _, true) => b" ",
            _ => b"",
        };
        let hex = if matches!(text, [b'0', b'x' | b'X', ..]) { 2 } else { 0 };
        let finite = matches!(float, Float::Finite { .. });
        let length = sign.len() + text.len();
        let zeros = match field.flags.zero && !field.flags.left && finite {
            true => field.width.saturating_sub(length),
            false => 0,
        };
        let mask = if undef { 0xff } else { 0 };
        let byte = |&b: &u8| OutByte { word: Word { bits: b.into(), undef: mask, term: 0 }, arg };
        let start = self.out.len();
        self.out.extend(sign.iter().chain(&text[..hex]).map(byte));
        self.out.extend(std::iter::repeat_n(byte(&b'0'), zeros));
        self.out.extend(text[hex..].iter().map(byte));
        self.pad_from(start, field, arg);
    }
}
