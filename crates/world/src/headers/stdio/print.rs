//! The `printf` family: the targets of the text.

use whydunit_machine::{Guest, OutByte, Reply, Run, Word};

use super::read::store_wide;
use super::store_bytes;
use crate::Posix;
use crate::fs::Errno;
use crate::headers::allocate;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::{Model, model};
use crate::print::{Arguments, Printed, print};
use crate::streams::{Streams, file_argument};

/// The values of the format follow it in the call, or are in a `va_list`.
use Values::{Direct, List};

#[rustfmt::skip]
pub(crate) const MODELS: &[Model] = &[
    model("printf", |w, g| to_standard(w, g, Direct(0), false)),
    model("vprintf", |w, g| to_standard(w, g, List(0), false)),
    model("__printf_chk", |w, g| to_standard(w, g, Direct(1), false)),
    model("__vprintf_chk", |w, g| to_standard(w, g, List(1), false)),
    model("wprintf", |w, g| to_standard(w, g, Direct(0), true)),
    model("vwprintf", |w, g| to_standard(w, g, List(0), true)),
    model("__wprintf_chk", |w, g| to_standard(w, g, Direct(1), true)),
    model("__vwprintf_chk", |w, g| to_standard(w, g, List(1), true)),
    model("fprintf", |w, g| to_argument(w, g, Direct(1), false)),
    model("vfprintf", |w, g| to_argument(w, g, List(1), false)),
    model("_IO_fprintf", |w, g| to_argument(w, g, Direct(1), false)),
    model("_IO_vfprintf", |w, g| to_argument(w, g, List(1), false)),
    model("__fprintf_chk", |w, g| to_argument(w, g, Direct(2), false)),
    model("__vfprintf_chk", |w, g| to_argument(w, g, List(2), false)),
    model("fwprintf", |w, g| to_argument(w, g, Direct(1), true)),
    model("vfwprintf", |w, g| to_argument(w, g, List(1), true)),
    model("__fwprintf_chk", |w, g| to_argument(w, g, Direct(2), true)),
    model("__vfwprintf_chk", |w, g| to_argument(w, g, List(2), true)),
    model("dprintf", |w, g| to_descriptor(w, g, Direct(1))),
    model("vdprintf", |w, g| to_descriptor(w, g, List(1))),
    model("__dprintf_chk", |w, g| to_descriptor(w, g, Direct(2))),
    model("__vdprintf_chk", |w, g| to_descriptor(w, g, List(2))),
    model("sprintf", |w, g| to_string(w, g, Direct(1), None)),
    model("vsprintf", |w, g| to_string(w, g, List(1), None)),
    model("__sprintf_chk", |w, g| to_string(w, g, Direct(3), None)),
    model("__vsprintf_chk", |w, g| to_string(w, g, List(3), None)),
    model("snprintf", |w, g| to_string(w, g, Direct(2), Some(1))),
    model("vsnprintf", |w, g| to_string(w, g, List(2), Some(1))),
    model("__snprintf_chk", |w, g| to_string(w, g, Direct(4), Some(1))),
    model("__vsnprintf_chk", |w, g| to_string(w, g, List(4), Some(1))),
    model("asprintf", |w, g| to_heap(w, g, Direct(1))),
    model("vasprintf", |w, g| to_heap(w, g, List(1))),
    model("__asprintf", |w, g| to_heap(w, g, Direct(1))),
    model("__asprintf_chk", |w, g| to_heap(w, g, Direct(2))),
    model("__vasprintf_chk", |w, g| to_heap(w, g, List(2))),
    model("swprintf", |w, g| to_wide_string(w, g, Direct(2))),
    model("vswprintf", |w, g| to_wide_string(w, g, List(2))),
    model("__swprintf_chk", |w, g| to_wide_string(w, g, Direct(4))),
    model("__vswprintf_chk", |w, g| to_wide_string(w, g, List(4))),
];

/// The location of the values of a format, and the index of the format argument.
#[derive(Clone, Copy)]
enum Values {
    Direct(usize),
    List(usize),
}

fn render(world: &mut Posix, guest: &mut dyn Guest, values: Values, wide: bool) -> Run<Printed> {
    let (format, arguments) = match values {
        Direct(format) => (format, Arguments::direct(guest, format + 1)),
        List(format) => (format, Arguments::list(guest, format + 1)),
    };
    let (format, out) = (arg(guest, format), world.streams.take_scratch());
    print(world, guest, format, wide, arguments, out)
}

/// The return value: the length, or -1 with `errno`.
fn finish(world: &mut Posix, guest: &mut dyn Guest, printed: Printed, done: bool) -> Run<Reply> {
    let length = i32::try_from(printed.out.len());
    world.streams.keep_scratch(printed.out);
    let error = printed.error.or(length.is_err().then_some(Errno::EOVERFLOW));
    if let Some(error) = error {
        world.set_errno(guest, error.0)?;
        return Ok((-1i32).into());
    }
    Ok(if done { length.unwrap_or(-1) } else { -1 }.into())
}

fn to_stream(world: &mut Posix, guest: &mut dyn Guest, file: u64, values: Values, wide: bool) -> Run<Reply> {
    world.streams.find(guest, file)?;
    let printed = render(world, guest, values, wide)?;
    let done = match wide {
        _ if printed.out.is_empty() => true,
        true => Streams::put_wide(world, guest, file, &printed.out)?,
        false => Streams::put(world, guest, file, &printed.out)?,
    };
    finish(world, guest, printed, done)
}

fn to_standard(world: &mut Posix, guest: &mut dyn Guest, values: Values, wide: bool) -> Run<Reply> {
    let file = Streams::current(world, guest, 1)?;
    to_stream(world, guest, file, values, wide)
}

fn to_argument(world: &mut Posix, guest: &mut dyn Guest, values: Values, wide: bool) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    to_stream(world, guest, file, values, wide)
}

fn to_descriptor(world: &mut Posix, guest: &mut dyn Guest, values: Values) -> Run<Reply> {
    let fd = pinned(guest, 0, "descriptor for dprintf")? as i32;
    let printed = render(world, guest, values, false)?;
    let mut done = true;
    if !printed.out.is_empty() {
        let bytes: Vec<u8> = printed.out.iter().map(|b| b.word.bits as u8).collect();
        match world.fs.write(fd, &bytes) {
            Ok((channel, offset)) => {
                Streams::overtake(world, guest, channel, bytes.len() as u64);
                guest.emit(channel, offset, &printed.out)?;
            }
            Err(error) => {
                world.set_errno(guest, error.0)?;
                done = false;
            }
        }
    }
    finish(world, guest, printed, done)
}

/// Stores bytes and a terminator at `target`.
fn store_text(guest: &mut dyn Guest, target: Word, text: &[OutByte]) -> Run<()> {
    let mut words = Vec::with_capacity(text.len() + 1);
    words.extend(text.iter().map(|b| b.word));
    words.push(Word::new(0));
    store_bytes(guest, target, &words)
}

/// Prints to memory; `limit` is the index of the size argument.
fn to_string(world: &mut Posix, guest: &mut dyn Guest, values: Values, limit: Option<usize>) -> Run<Reply> {
    let target = arg(guest, 0);
    let limit = match limit {
        Some(index) => pinned(guest, index, "size for snprintf")?,
        None => u64::MAX,
    };
    let printed = render(world, guest, values, false)?;
    if limit > 0 {
        let kept = printed.out.len().min(limit as usize - 1);
        store_text(guest, target, &printed.out[..kept])?;
    }
    finish(world, guest, printed, true)
}

fn to_heap(world: &mut Posix, guest: &mut dyn Guest, values: Values) -> Run<Reply> {
    let place = arg(guest, 0);
    let printed = render(world, guest, values, false)?;
    if printed.error.is_some() {
        return finish(world, guest, printed, false);
    }
    let address = allocate(world, guest, printed.out.len() as u64 + 1)?;
    if address == 0 {
        return finish(world, guest, printed, false);
    }
    store_text(guest, address.into(), &printed.out)?;
    guest.store(place, 8, address.into())?;
    finish(world, guest, printed, true)
}

/// Unlike in `snprintf`, too little room is an error.
fn to_wide_string(world: &mut Posix, guest: &mut dyn Guest, values: Values) -> Run<Reply> {
    let target = arg(guest, 0);
    let limit = pinned(guest, 1, "size for swprintf")? as usize;
    let printed = render(world, guest, values, true)?;
    let fits = printed.out.len() < limit;
    if limit > 0 {
        let kept = printed.out.len().min(limit - 1);
        let words: Vec<Word> = printed.out[..kept].iter().map(|b| b.word).collect();
        store_wide(guest, target, &words)?;
        if !fits {
            // glibc leaves an empty string.
            let first = at(guest, target, 0);
            guest.store(first, 4, Word::new(0))?;
        }
    }
    finish(world, guest, printed, fits)
}
