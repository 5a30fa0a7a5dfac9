//! `<glob.h>`: names that match a wildcard pattern; `<wordexp.h>` is refused, as it would need a shell.

mod braces;
mod expand;

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, at, c_bytes, pinned};
use crate::model::refusal::unsupported;
use crate::model::{Model, model};
use expand::{Ending, Expansion};

pub(crate) const MODELS: &[Model] = &[
    model("glob", glob),
    model("glob64", glob),
    model("globfree", globfree),
    model("globfree64", globfree),
    model("glob_pattern_p", glob_pattern_p),
    model("wordexp", wordexp),
];

/// The flags of `glob`.
mod flag {
    pub(super) const ERR: u32 = 1;
    pub(super) const MARK: u32 = 1 << 1;
    pub(super) const NOSORT: u32 = 1 << 2;
    pub(super) const DOOFFS: u32 = 1 << 3;
    pub(super) const NOCHECK: u32 = 1 << 4;
    pub(super) const APPEND: u32 = 1 << 5;
    pub(super) const NOESCAPE: u32 = 1 << 6;
    pub(super) const PERIOD: u32 = 1 << 7;
    pub(super) const MAGCHAR: u32 = 1 << 8;
    pub(super) const ALTDIRFUNC: u32 = 1 << 9;
    pub(super) const BRACE: u32 = 1 << 10;
    pub(super) const NOMAGIC: u32 = 1 << 11;
    pub(super) const TILDE: u32 = 1 << 12;
    pub(super) const ONLYDIR: u32 = 1 << 13;
    pub(super) const TILDE_CHECK: u32 = 1 << 14;
    pub(super) const ALL: u32 = (1 << 15) - 1;
}

/// Offsets in `glob_t`.
const PATHC: u64 = 0;
const PATHV: u64 = 8;
const OFFS: u64 = 16;
const FLAGS: u64 = 24;

const NOSPACE: i32 = 1;
const ABORTED: i32 = 2;
const NOMATCH: i32 = 3;

fn glob(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let flags = pinned(guest, 1, "the flags of glob")? as u32;
    let callback = pinned(guest, 2, "the function given to glob")? != 0;
    let (pattern, list) = (arg(guest, 0), List { address: arg(guest, 3) });
    if flags & !flag::ALL != 0 {
        return crate::model::refusal::minus_one(world, guest, crate::model::refusal::EINVAL);
    }
    if flags & flag::ALTDIRFUNC != 0 {
        return unsupported(guest, "directory functions of the program's own (GLOB_ALTDIRFUNC); call it without");
    }
    let pattern = c_bytes(guest, pattern, "a wildcard pattern")?;
    if pattern.len() > 4096 {
        return unsupported(guest, "a pattern longer than any path; shorten it");
    }
    list.begin(guest, flags)?;
    let home = world.variable(guest, b"HOME")?;
    let mut expansion = Expansion { world, flags, home, callback, magic: false };
    let found = expansion.all(&pattern);
    let magic = expansion.magic;
    match found {
        Ok(paths) if paths.is_empty() => Ok(NOMATCH.into()),
        Ok(paths) => {
            if !list.append(guest, &paths)? {
                return Ok(NOSPACE.into());
            }
            let saved = flags & !flag::MAGCHAR | if magic { flag::MAGCHAR } else { 0 };
            list.set(guest, FLAGS, 4, saved.into())?;
            Ok(0.into())
        }
        Err(Ending::Aborted) => Ok(ABORTED.into()),
        Err(Ending::NoMatch) => Ok(NOMATCH.into()),
        Err(Ending::Callback) => {
            unsupported(guest, "a directory cannot be read and the program's error function would be called; pass NULL")
        }
    }
}

fn globfree(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let list = List { address: arg(guest, 0) };
    let array = list.get(guest, PATHV, 8)?;
    if array != 0 {
        let (offset, count) = (list.offset(guest)?, list.get(guest, PATHC, 8)?);
        for index in offset..offset.saturating_add(count) {
            let word = guest.load(array.wrapping_add(index.wrapping_mul(8)).into(), 8)?;
            let path = guest.pin(word, "a path of glob")?;
            if path != 0 {
                guest.release(path)?;
            }
        }
        guest.release(array)?;
        list.set(guest, PATHV, 8, 0u64.into())?;
    }
    Ok(().into())
}

fn glob_pattern_p(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let escapes = pinned(guest, 1, "the second argument of glob_pattern_p")? != 0;
    let pattern = arg(guest, 0);
    let pattern = c_bytes(guest, pattern, "a wildcard pattern")?;
    Ok(i32::from(expand::has_magic(&pattern, escapes)).into())
}

fn wordexp(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    unsupported(guest, "expanding words needs a shell; use glob, or stub it with --stub wordexp=4")
}

/// A `glob_t` in the program's memory.
#[derive(Clone, Copy)]
struct List {
    address: Word,
}

impl List {
    fn get(self, guest: &mut dyn Guest, offset: u64, bytes: u8) -> Run<u64> {
        let here = at(guest, self.address, offset);
        let word = guest.load(here, bytes)?;
        guest.pin(word, "a member of glob_t")
    }

    fn set(self, guest: &mut dyn Guest, offset: u64, bytes: u8, value: Word) -> Run<()> {
        let here = at(guest, self.address, offset);
        guest.store(here, bytes, value)
    }

    /// The number of leading entries that the program reserves.
    fn offset(self, guest: &mut dyn Guest) -> Run<u64> {
        let flags = self.get(guest, FLAGS, 4)? as u32;
        if flags & flag::DOOFFS != 0 { self.get(guest, OFFS, 8) } else { Ok(0) }
    }

    /// Starts an empty list, unless this call appends.
    fn begin(self, guest: &mut dyn Guest, flags: u32) -> Run<()> {
        if flags & flag::DOOFFS == 0 {
            self.set(guest, OFFS, 8, 0u64.into())?;
        }
        if flags & flag::APPEND == 0 {
            self.set(guest, PATHC, 8, 0u64.into())?;
            self.set(guest, PATHV, 8, 0u64.into())?;
        }
        self.set(guest, FLAGS, 4, flags.into())
    }

    /// Appends paths; `false` if memory is exhausted.
    fn append(self, guest: &mut dyn Guest, paths: &[Vec<u8>]) -> Run<bool> {
        let (old, count) = (self.get(guest, PATHV, 8)?, self.get(guest, PATHC, 8)?);
        let offset = self.offset(guest)?;
        let total = offset.saturating_add(count).saturating_add(paths.len() as u64);
        let array = if total < 1 << 40 { guest.allocate(8 * (total + 1), 16)? } else { 0 };
        if array == 0 {
            return Ok(false);
        }
        guest.fill(array.into(), Word::new(0), 8 * (total + 1))?;
        if old != 0 {
            guest.copy(array.into(), old.into(), 8 * (offset + count))?;
            guest.release(old)?;
        }
        for (index, path) in paths.iter().enumerate() {
            let copy = guest.allocate(path.len() as u64 + 1, 16)?;
            if copy == 0 {
                return Ok(false);
            }
            guest.write_bytes(copy.into(), &[path, &b"\0"[..]].concat())?;
            guest.store((array + 8 * (offset + count + index as u64)).into(), 8, copy.into())?;
        }
        self.set(guest, PATHV, 8, array.into())?;
        self.set(guest, PATHC, 8, (count + paths.len() as u64).into())?;
        Ok(true)
    }
}
