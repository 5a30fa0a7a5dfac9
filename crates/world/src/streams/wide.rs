//! Wide characters through streams, in the encoding of the locale.

use whydunit_machine::{Guest, Halt, OutByte, Run, Word};
use whydunit_program::{BinOp, CastOp};

use super::substitute::substitute;
use super::{Backing, Streams};
use crate::Posix;
use crate::fs::Errno;
use crate::model::words::low_byte;
use crate::text::charset::Decoded;

impl Streams {
    /// Writes wide characters. False if it failed, with `errno` set.
    pub(crate) fn put_wide(world: &mut Posix, guest: &mut dyn Guest, file: u64, wide: &[OutByte]) -> Run<bool> {
        if !Streams::orient(world, guest, file, true)? {
            return Ok(false);
        }
        if matches!(&world.streams.find(guest, file)?.backing, Backing::Memory(memory) if memory.is_wide()) {
            return Streams::put_bytes(world, guest, file, wide);
        }
        let mut bytes = world.streams.take_scratch();
        for character in wide {
            encode(world, guest, *character, &mut bytes)?;
        }
        let done = Streams::put_bytes(world, guest, file, &bytes)?;
        world.streams.keep_scratch(bytes);
        Ok(done)
    }

    /// The next wide character; none at the end or after an error.
    pub(crate) fn get_wide(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<Option<Word>> {
        if !Streams::orient(world, guest, file, true)? {
            return Ok(None);
        }
        let Some(first) = Streams::get_byte(world, guest, file)? else { return Ok(None) };
        if !first.is_plain() {
            let below = guest.bin(BinOp::ULt, 8, first, Word::new(0x80));
            if guest.decide(below)? {
                return Ok(Some(guest.cast(CastOp::ZExt, 8, 32, first)));
            }
        }
        let mut bytes = vec![guest.pin(first, "multibyte character")? as u8];
        loop {
            match world.charset.decode(&bytes) {
                Decoded::Char(wide, _) => return Ok(Some(wide.into())),
                Decoded::Invalid => break,
                Decoded::Incomplete => match Streams::get_byte(world, guest, file)? {
                    Some(next) => bytes.push(guest.pin(next, "multibyte character")? as u8),
                    None => break,
                },
            }
        }
        Streams::failed(world, guest, file, Errno::EILSEQ)?;
        Ok(None)
    }

    /// `ungetwc`: false on a stream of bytes.
    pub(crate) fn unget_wide(world: &mut Posix, guest: &mut dyn Guest, file: u64, wide: Word) -> Run<bool> {
        if !Streams::orient(world, guest, file, true)? {
            return Ok(false);
        }
        let mut bytes = Vec::new();
        encode(world, guest, OutByte { word: wide, arg: 0 }, &mut bytes)?;
        for byte in bytes.iter().rev() {
            Streams::unget(world, guest, file, byte.word)?;
        }
        Ok(true)
    }
}

/// Appends the bytes of a wide character.
fn encode(world: &Posix, guest: &mut dyn Guest, character: OutByte, bytes: &mut Vec<OutByte>) -> Run<()> {
    let OutByte { word, arg } = character;
    if !word.is_plain() && word.undef == 0 {
        let below = guest.bin(BinOp::ULt, 32, word, Word::new(0x80));
        if guest.decide(below)? {
            bytes.push(OutByte { word: low_byte(guest, word), arg });
            return Ok(());
        }
    }
    // An uninitialised character becomes uninitialised bytes, which the stream checks.
    let undef = if word.undef == 0 { 0 } else { 0xff };
    let mut raw = Vec::with_capacity(6);
    let wide = word.bits as u32;
    if !world.charset.encode(wide, &mut raw) {
        let Some(text) = substitute(wide) else { return Err(no_substitute(guest, wide)) };
        raw.extend_from_slice(text.as_bytes());
    }
    bytes.extend(raw.iter().map(|&b| OutByte { word: Word { bits: b.into(), undef, term: 0 }, arg }));
    Ok(())
}

fn no_substitute(guest: &dyn Guest, wide: u32) -> Halt {
    let name = guest.callee();
    Halt::Unsupported(format!("{name}: U+{wide:04X} in the \"C\" locale; set a UTF-8 locale in the program"))
}
