//! `<stdio_ext.h>`: the state of streams.

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::pinned;
use crate::model::{Model, model};
use crate::streams::{Buffering, Flag, Stream, Streams, file_argument};

pub(crate) const MODELS: &[Model] = &[
    model("__fpending", |w, g| ask(w, g, |s| s.pending() as u64)),
    model("__freading", |w, g| ask(w, g, |s| s.is_reading().into())),
    model("__fwriting", |w, g| ask(w, g, |s| (!s.mode().reads || s.is_putting()).into())),
    model("__freadable", |w, g| ask(w, g, |s| s.mode().reads.into())),
    model("__fwritable", |w, g| ask(w, g, |s| s.mode().writes.into())),
    model("__fbufsize", |w, g| ask(w, g, |s| s.buffer().size() as u64)),
    model("__flbf", |w, g| ask(w, g, |s| (s.buffer().kind() == Buffering::Line).into())),
    model("__fpurge", purge),
    model("__fsetlocking", set_locking),
    model("__fseterr", set_error),
    model("_flushlbf", flush_lines),
];

fn ask(world: &mut Posix, guest: &mut dyn Guest, question: fn(&Stream) -> u64) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    Ok(question(world.streams.find(guest, file)?).into())
}

fn purge(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    Streams::purge(world, guest, file)?;
    Ok(().into())
}

/// Returns `FSETLOCKING_INTERNAL`, the previous mode (the library does the locking); with one thread no mode
/// has an effect.
fn set_locking(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    world.streams.find(guest, file)?;
    pinned(guest, 1, "type for __fsetlocking")?;
    Ok(1i32.into())
}

fn set_error(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    Streams::set_flag(world, guest, file, Flag::ERROR, true)?;
    Ok(().into())
}

fn flush_lines(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Streams::flush_lines(world, guest)?;
    Ok(().into())
}
