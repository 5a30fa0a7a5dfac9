//! Long options, abbreviated or not.

use whydunit_machine::{Guest, Run, Word};

use super::scan::{Call, set_argument, set_option, tell};
use crate::Posix;
use crate::model::guest_ext::c_bytes;
use crate::model::syscall::Sys;

/// A row of the program's table: `struct option`.
struct LongOption {
    name: Vec<u8>,
    /// 0 takes no argument, 1 needs one, 2 may have one.
    takes: i32,
    flag: u64,
    value: i32,
}

/// The program's table.
fn table(guest: &mut dyn Guest, address: u64) -> Run<Vec<LongOption>> {
    const ROW: u64 = 32;
    let mut rows = Vec::new();
    loop {
        let row = address + ROW * rows.len() as u64;
        let name = guest.load(row.into(), 8)?;
        if guest.pin(name, "table of options")? == 0 {
            return Ok(rows);
        }
        let field = |guest: &mut dyn Guest, offset: u64, bytes: u8| -> Run<u64> {
            let word = guest.load((row + offset).into(), bytes)?;
            guest.pin(word, "table of options")
        };
        rows.push(LongOption {
            name: c_bytes(guest, name, "table of options")?,
            takes: field(guest, 8, 4)? as i32,
            flag: field(guest, 16, 8)?,
            value: field(guest, 24, 4)? as i32,
        });
    }
}

/// The meaning of a name on the command line.
enum Match {
    None,
    One(usize),
    /// Several that differ in more than the name.
    Many(Vec<usize>),
}

fn find(rows: &[LongOption], name: &[u8], only: bool) -> Match {
    if let Some(index) = rows.iter().position(|row| row.name == name) {
        return Match::One(index);
    }
    let mut candidates = rows.iter().enumerate().filter(|(_, row)| row.name.starts_with(name));
    let Some((index, first)) = candidates.next() else { return Match::None };
    let differs = |row: &LongOption| only || (row.takes, row.flag, row.value) != (first.takes, first.flag, first.value);
    let mut several: Vec<usize> = candidates.filter(|(_, row)| differs(row)).map(|(i, _)| i).collect();
    if several.is_empty() {
        return Match::One(index);
    }
    several.insert(0, index);
    Match::Many(several)
}

/// Parses the long option that begins at `next`; `None` if it may be a cluster of short ones.
pub(super) fn long_option(
    world: &mut Posix,
    guest: &mut dyn Guest,
    call: &mut Call,
    prefix: &[u8],
    only: bool,
) -> Sys<Option<i32>> {
    let start = world.process.options.next;
    let text = c_bytes(guest, start.into(), "command line")?;
    let equals = text.iter().position(|&b| b == b'=');
    let rows = table(guest, call.long)?;
    let found = match find(&rows, &text[..equals.unwrap_or(text.len())], only) {
        Match::One(index) => index,
        Match::Many(several) => {
            let names = several.iter().flat_map(|&i| [&b" '"[..], prefix, &rows[i].name, b"'"]);
            let list = names.collect::<Vec<_>>().concat();
            tell(world, guest, call, &[b"option '", prefix, &text, b"' is ambiguous; possibilities:", &list])?;
            return reject(world, guest, call).map(Some);
        }
        Match::None => {
            let dashes = call.text(guest, call.optind)?.get(1) == Some(&b'-');
            let is_short = text.first().is_some_and(|letter| call.short.contains(letter));
            if only && !dashes && is_short {
                return Ok(None);
            }
            tell(world, guest, call, &[b"unrecognized option '", prefix, &text, b"'"])?;
            return reject(world, guest, call).map(Some);
        }
    };
    call.optind += 1;
    world.process.options.next = 0;
    let row = &rows[found];
    if let Some(code) = argument(world, guest, call, prefix, row, equals.map(|e| start + e as u64 + 1))? {
        set_option(world, guest, row.value)?;
        return Ok(Some(code));
    }
    if call.index != 0 {
        guest.store(call.index.into(), 4, Word::from(found as i32))?;
    }
    if row.flag != 0 {
        guest.store(row.flag.into(), 4, row.value.into())?;
        return Ok(Some(0));
    }
    Ok(Some(row.value))
}

/// Reports an unknown option and skips it.
fn reject(world: &mut Posix, guest: &mut dyn Guest, call: &mut Call) -> Sys<i32> {
    world.process.options.next = 0;
    call.optind += 1;
    set_option(world, guest, 0)?;
    Ok(b'?'.into())
}

/// Takes the argument of an option, after `=` at `given` or as the next argument; returns the error
/// code if there is one.
fn argument(
    world: &mut Posix,
    guest: &mut dyn Guest,
    call: &mut Call,
    prefix: &[u8],
    row: &LongOption,
    given: Option<u64>,
) -> Sys<Option<i32>> {
    match given {
        Some(value) if row.takes != 0 => set_argument(world, guest, value.into())?,
        Some(_) => {
            tell(world, guest, call, &[b"option '", prefix, &row.name, b"' doesn't allow an argument"])?;
            return Ok(Some(b'?'.into()));
        }
        None if row.takes == 1 => {
            if call.optind >= call.count {
                tell(world, guest, call, &[b"option '", prefix, &row.name, b"' requires an argument"])?;
                return Ok(Some(call.missing()));
            }
            let pointer = call.pointer(guest, call.optind)?;
            set_argument(world, guest, pointer)?;
            call.optind += 1;
        }
        None => {}
    }
    Ok(None)
}
