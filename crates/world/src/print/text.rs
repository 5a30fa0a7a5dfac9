//! `%c %s` and their wide forms: four conversions from argument characters to output characters.

use whydunit_machine::{Guest, OutByte, Run, Word};
use whydunit_program::{BinOp, CastOp};

use super::directive::Size;
use super::render::{Field, Renderer, Stop};
use crate::fs::Errno;
use crate::model::cursor::Cursor;
use crate::model::guest_ext::{at, is_nul};
use crate::model::words::{equal, low_byte};
use crate::text::charset::Decoded;

impl Renderer<'_> {
    pub(super) fn character(&mut self, field: Field, position: Option<usize>, wide: bool) -> Result<(), Stop> {
        let value = self.integer_value(position)?;
        let start = self.out.len();
        if wide || field.size == Size::Long {
            self.push_wide(value.word, value.arg, usize::MAX)?;
        } else {
            let byte = low_byte(self.guest, value.word);
            self.push_narrow(byte, value.arg)?;
        }
        self.pad_from(start, field, value.arg);
        Ok(())
    }

    pub(super) fn string(&mut self, field: Field, position: Option<usize>, wide: bool) -> Result<(), Stop> {
        let value = self.integer_value(position)?;
        let start = self.out.len();
        let most = field.precision.unwrap_or(usize::MAX);
        self.guest.read_for(value.arg);
        if equal(self.guest, 64, value.word, Word::new(0))? {
            if most >= 6 {
                self.out.extend(b"(null)".iter().map(|&b| OutByte { word: b.into(), arg: value.arg }));
            }
        } else if wide || field.size == Size::Long {
            self.wide_string(value.word, value.arg, most)?;
        } else if self.wide {
            self.narrow_string_widened(value.word, value.arg, most)?;
        } else {
            self.narrow_string(value.word, value.arg, most)?;
        }
        self.guest.read_for(OutByte::LITERAL);
        self.pad_from(start, field, value.arg);
        Ok(())
    }

    /// Bytes unchanged. Reads nothing beyond the precision.
    fn narrow_string(&mut self, address: Word, arg: u16, most: usize) -> Result<(), Stop> {
        let mut cursor = Cursor::new(address);
        for _ in 0..most {
            let byte = cursor.next(self.guest)?;
            if is_nul(self.guest, byte)? {
                break;
            }
            self.out.push(OutByte { word: byte, arg });
            if self.out.len().is_multiple_of(4096) {
                self.check_length(0)?;
            }
        }
        Ok(cursor.report(self.guest)?)
    }

    /// A multibyte string in wide output; the precision counts wide characters.
    fn narrow_string_widened(&mut self, address: Word, arg: u16, most: usize) -> Result<(), Stop> {
        let mut cursor = Cursor::new(address);
        for _ in 0..most {
            let first = cursor.next(self.guest)?;
            if is_nul(self.guest, first)? {
                break;
            }
            if is_ascii(self.guest, 8, first)? {
                let word = if first.is_plain() { first } else { self.guest.cast(CastOp::ZExt, 8, 32, first) };
                self.out.push(OutByte { word, arg });
                continue;
            }
            let mut bytes = vec![self.guest.pin(first, "multibyte character")? as u8];
            loop {
                match self.charset.decode(&bytes) {
                    Decoded::Char(wide, _) => break self.out.push(OutByte { word: wide.into(), arg }),
                    Decoded::Invalid => return Err(Stop::Error(Errno::EILSEQ)),
                    Decoded::Incomplete => {
                        let next = cursor.next(self.guest)?;
                        bytes.push(self.guest.pin(next, "multibyte character")? as u8);
                    }
                }
            }
        }
        Ok(cursor.report(self.guest)?)
    }

    /// A wide string; in narrow output the precision counts bytes, and no character is truncated.
    fn wide_string(&mut self, address: Word, arg: u16, most: usize) -> Result<(), Stop> {
        let start = self.out.len();
        let mut index = 0;
        while self.out.len() - start < most {
            let here = at(self.guest, address, index * 4);
            let wide = self.guest.load(here, 4)?;
            let zero = Word::new(0);
            if equal(self.guest, 32, wide, zero)? {
                break;
            }
            let room = most - (self.out.len() - start);
            if !self.push_wide(wide, arg, room)? {
                break;
            }
            index += 1;
        }
        Ok(())
    }

    /// One byte of the program: itself, or the result of `btowc`.
    fn push_narrow(&mut self, byte: Word, arg: u16) -> Result<(), Stop> {
        if !self.wide {
            self.out.push(OutByte { word: byte, arg });
            return Ok(());
        }
        if !is_ascii(self.guest, 8, byte)? {
            return Err(Stop::Error(Errno::EILSEQ));
        }
        let word = if byte.is_plain() { byte } else { self.guest.cast(CastOp::ZExt, 8, 32, byte) };
        self.out.push(OutByte { word, arg });
        Ok(())
    }

    /// One wide character of the program: itself, or its bytes if there are at most `room`.
    fn push_wide(&mut self, wide: Word, arg: u16, room: usize) -> Result<bool, Stop> {
        if self.wide {
            self.out.push(OutByte { word: Word { bits: wide.bits & 0xffff_ffff, ..wide }, arg });
            return Ok(true);
        }
        if !wide.is_plain() && is_ascii(self.guest, 32, wide)? {
            let word = low_byte(self.guest, wide);
            self.out.push(OutByte { word, arg });
            return Ok(true);
        }
        let wide = self.guest.pin(wide, "wide character in printf")? as u32;
        let mut bytes = Vec::with_capacity(6);
        if !self.charset.encode(wide, &mut bytes) {
            return Err(Stop::Error(Errno::EILSEQ));
        }
        if bytes.len() > room {
            return Ok(false);
        }
        self.out.extend(bytes.iter().map(|&b| OutByte { word: b.into(), arg }));
        Ok(true)
    }
}

fn is_ascii(guest: &mut dyn Guest, bits: u8, word: Word) -> Run<bool> {
    if word.is_plain() {
        return Ok(word.bits < 0x80);
    }
    let below = guest.bin(BinOp::ULt, bits, word, Word::new(0x80));
    guest.decide(below)
}
