//! The environment: `getenv`, `setenv` and related functions of `<stdlib.h>`. It is stored in the
//! program's memory, where the program may read or replace it.

use whydunit_machine::{Guest, Run, Word};

use crate::Posix;
use crate::fs::Errno;
use crate::model::Model;
use crate::model::guest_ext::{arg, at, c_bytes};
use crate::model::syscall::{Sys, int_arg, int_call, pointer_call, size_arg};
use crate::model::words::equal;

pub(crate) const MODELS: &[Model] = &[
    pointer_call!("getenv", getenv),
    pointer_call!("secure_getenv", getenv),
    pointer_call!("__secure_getenv", getenv),
    int_call!("setenv", setenv),
    int_call!("unsetenv", unsetenv),
    int_call!("putenv", putenv),
    int_call!("clearenv", clearenv),
    pointer_call!("getauxval", getauxval),
];

/// An entry of the environment: the address of its pointer, and the pointer.
struct Variable {
    slot: u64,
    text: Word,
}

/// The entries in order.
fn variables(world: &Posix, guest: &mut dyn Guest) -> Run<Vec<Variable>> {
    let array = world.environ(guest)?;
    let mut found = Vec::new();
    if array == 0 {
        return Ok(found);
    }
    loop {
        let slot = array + 8 * found.len() as u64;
        let text = guest.load(slot.into(), 8)?;
        if guest.pin(text, "the environment")? == 0 {
            return Ok(found);
        }
        found.push(Variable { slot, text });
    }
}

/// Does `text` begin with `name=`?
fn is_named(guest: &mut dyn Guest, text: Word, name: &[u8]) -> Run<bool> {
    for (i, &byte) in name.iter().chain(b"=").enumerate() {
        let here = at(guest, text, i as u64);
        let found = guest.load(here, 1)?;
        if !equal(guest, 8, found, byte.into())? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn find(world: &Posix, guest: &mut dyn Guest, name: &[u8]) -> Run<Option<Variable>> {
    for variable in variables(world, guest)? {
        if is_named(guest, variable.text, name)? {
            return Ok(Some(variable));
        }
    }
    Ok(None)
}

impl Posix {
    /// The current value of an environment variable.
    pub(crate) fn variable(&self, guest: &mut dyn Guest, name: &[u8]) -> Run<Option<Vec<u8>>> {
        if !self.has_started() {
            return Ok(self.case.env.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()));
        }
        let Some(found) = find(self, guest, name)? else { return Ok(None) };
        let value = at(guest, found.text, name.len() as u64 + 1);
        c_bytes(guest, value, "an environment variable").map(Some)
    }
}

fn name_arg(guest: &mut dyn Guest) -> Run<Vec<u8>> {
    let name = arg(guest, 0);
    c_bytes(guest, name, "name of an environment variable")
}

fn getenv(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    let name = name_arg(guest)?;
    if name.is_empty() {
        return Ok(0);
    }
    let found = find(world, guest, &name)?;
    Ok(found.map_or(0, |v| v.text.bits + name.len() as u64 + 1))
}

/// A name that `setenv` and `unsetenv` accept.
fn checked_name(guest: &mut dyn Guest) -> Sys<Vec<u8>> {
    if size_arg(guest, 0)? == 0 {
        return Err(Errno::EINVAL.into());
    }
    let name = name_arg(guest)?;
    if name.is_empty() || name.contains(&b'=') { Err(Errno::EINVAL.into()) } else { Ok(name) }
}

fn setenv(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let name = checked_name(guest)?;
    let overwrite = int_arg(guest, 2)?;
    if overwrite == 0 && find(world, guest, &name)?.is_some() {
        return Ok(0);
    }
    let value = arg(guest, 1);
    let length = crate::model::guest_ext::c_words(guest, value)?.len() as u64;
    let prefix = [&name[..], b"="].concat();
    let text = guest.reserve(prefix.len() as u64 + length + 1, 1);
    guest.write_bytes(text.into(), &prefix)?;
    guest.copy((text + prefix.len() as u64).into(), value, length)?;
    put(world, guest, &name, text.into())?;
    Ok(0)
}

/// Adds a string `name=value`, or replaces the old one.
fn put(world: &mut Posix, guest: &mut dyn Guest, name: &[u8], text: Word) -> Run<()> {
    if let Some(old) = find(world, guest, name)? {
        return guest.store(old.slot.into(), 8, text);
    }
    let old = variables(world, guest)?;
    let array = guest.reserve((old.len() as u64 + 2) * 8, 16);
    for (i, pointer) in old.iter().map(|v| v.text).chain([text]).enumerate() {
        guest.store((array + 8 * i as u64).into(), 8, pointer)?;
    }
    world.set_environ(guest, array)
}

/// Removes all entries of that name and closes the gaps.
fn remove(world: &mut Posix, guest: &mut dyn Guest, name: &[u8]) -> Run<()> {
    let all = variables(world, guest)?;
    let Some(first) = all.first().map(|v| v.slot) else { return Ok(()) };
    let mut kept = Vec::new();
    for variable in &all {
        if !is_named(guest, variable.text, name)? {
            kept.push(variable.text);
        }
    }
    if kept.len() < all.len() {
        for (i, text) in kept.into_iter().chain([Word::new(0)]).enumerate() {
            guest.store((first + 8 * i as u64).into(), 8, text)?;
        }
    }
    Ok(())
}

fn unsetenv(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let name = checked_name(guest)?;
    remove(world, guest, &name)?;
    Ok(0)
}

/// Makes the string itself part of the environment; without `=` the name is removed.
fn putenv(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (text, pointer) = (name_arg(guest)?, arg(guest, 0));
    match text.iter().position(|&b| b == b'=') {
        Some(end) => put(world, guest, &text[..end], pointer)?,
        None => remove(world, guest, &text)?,
    }
    Ok(0)
}

fn clearenv(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    world.set_environ(guest, 0)?;
    Ok(0)
}

/// The supported values of the auxiliary vector: page size, clock ticks, ids.
fn getauxval(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    Ok(match size_arg(guest, 0)? {
        6 => 4096,
        11 | 12 => world.fs.user().uid.into(),
        13 | 14 => world.fs.user().gid.into(),
        17 => 100,
        23 => 0,
        _ => return Err(Errno::ENOENT.into()),
    })
}
