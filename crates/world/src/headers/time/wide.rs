//! `wcsftime`: dates in wide characters.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::format::Text;
use crate::Posix;
use crate::model::guest_ext::{arg, at, pinned};
use crate::text::charset::{Charset, Decoded};

/// `wcsftime`: `strftime` with wide characters.
pub(super) fn wcsftime(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let limit = pinned(guest, 1, "the size given to wcsftime")? as usize;
    let (buffer, format, tm) = (arg(guest, 0), arg(guest, 2), arg(guest, 3));
    let format = wide_bytes(guest, format)?;
    world.take_zone(guest)?;
    let mut text = Text { world, guest, tm, out: Vec::new(), limit: limit.min(1 << 20).saturating_mul(6) };
    let whole = text.directives(&format, false)?;
    let wide = widened(&text.out);
    if !whole || wide.len() >= limit {
        return Ok(0.into());
    }
    let bytes: Vec<u8> = wide.iter().chain(&[0]).flat_map(|c| c.to_le_bytes()).collect();
    guest.write_bytes(buffer, &bytes)?;
    Ok((wide.len() as i64).into())
}

/// UTF-8 as wide characters.
fn widened(mut bytes: &[u8]) -> Vec<u32> {
    let mut wide = Vec::new();
    while !bytes.is_empty() {
        let Decoded::Char(letter, length) = Charset::Utf8.decode(bytes) else { break };
        wide.push(letter);
        bytes = &bytes[length..];
    }
    wide
}

/// A wide string as UTF-8.
fn wide_bytes(guest: &mut dyn Guest, from: Word) -> Run<Vec<u8>> {
    let mut bytes = Vec::new();
    for index in 0.. {
        let here = at(guest, from, 4 * index);
        let word = guest.load(here, 4)?;
        let letter = guest.pin(word, "the format of wcsftime")? as u32;
        if letter == 0 {
            break;
        }
        Charset::Utf8.encode(letter, &mut bytes);
    }
    Ok(bytes)
}
