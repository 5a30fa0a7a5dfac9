//! Wide characters through streams (`<wchar.h>`).

use whydunit_machine::{Guest, OutByte, Reply, Run, Word};

use super::read::store_wide;
use crate::Posix;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::words::equal;
use crate::model::{Model, model};
use crate::streams::{Streams, file_argument};

pub(crate) const MODELS: &[Model] = &[
    model("fputwc", putwc),
    model("putwc", putwc),
    model("fputwc_unlocked", putwc),
    model("putwc_unlocked", putwc),
    model("putwchar", putwchar),
    model("putwchar_unlocked", putwchar),
    model("fputws", fputws),
    model("fputws_unlocked", fputws),
    model("fgetwc", getwc),
    model("getwc", getwc),
    model("fgetwc_unlocked", getwc),
    model("getwc_unlocked", getwc),
    model("getwchar", getwchar),
    model("getwchar_unlocked", getwchar),
    model("ungetwc", ungetwc),
    model("fgetws", |w, g| fgetws(w, g, 1)),
    model("fgetws_unlocked", |w, g| fgetws(w, g, 1)),
    model("__fgetws_chk", |w, g| fgetws(w, g, 2)),
    model("fwide", fwide),
];

/// `WEOF`
const END: u32 = u32::MAX;

fn put_character(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<Reply> {
    let word = arg(guest, 0);
    let done = Streams::put_wide(world, guest, file, &[OutByte { word, arg: 0 }])?;
    Ok(if done { word } else { Word::from(END) }.into())
}

fn putwc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 1)?;
    put_character(world, guest, file)
}

fn putwchar(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = Streams::current(world, guest, 1)?;
    put_character(world, guest, file)
}

fn fputws(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 1)?;
    let text = arg(guest, 0);
    let mut wide = Vec::new();
    loop {
        let here = at(guest, text, wide.len() as u64 * 4);
        let word = guest.load(here, 4)?;
        if equal(guest, 32, word, Word::new(0))? {
            break;
        }
        wide.push(OutByte { word, arg: 0 });
    }
    let done = Streams::put_wide(world, guest, file, &wide)?;
    Ok(if done { 1i32 } else { -1 }.into())
}

fn get_character(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<Reply> {
    let wide = Streams::get_wide(world, guest, file)?;
    Ok(wide.unwrap_or(Word::from(END)).into())
}

fn getwc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    get_character(world, guest, file)
}

fn getwchar(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = Streams::current(world, guest, 0)?;
    get_character(world, guest, file)
}

fn ungetwc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 1)?;
    let wide = arg(guest, 0);
    let done = wide != Word::from(END) && Streams::unget_wide(world, guest, file, wide)?;
    Ok(if done { wide } else { Word::from(END) }.into())
}

/// `fgetws` whose size is argument `size`.
fn fgetws(world: &mut Posix, guest: &mut dyn Guest, size: usize) -> Run<Reply> {
    let file = file_argument(guest, size + 1)?;
    let most = pinned(guest, size, "size for fgetws")? as i32;
    let target = arg(guest, 0);
    if most <= 0 {
        return Ok(0u64.into());
    }
    let mut wide = Vec::new();
    while wide.len() < most as usize - 1 {
        let Some(word) = Streams::get_wide(world, guest, file)? else { break };
        wide.push(word);
        if equal(guest, 32, word, Word::from(b'\n'))? {
            break;
        }
    }
    if wide.is_empty() && most > 1 {
        return Ok(0u64.into());
    }
    store_wide(guest, target, &wide)?;
    Ok(target.into())
}

fn fwide(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    let wanted = pinned(guest, 1, "mode for fwide")? as i32;
    if wanted != 0 {
        Streams::orient(world, guest, file, wanted > 0)?;
    }
    Ok(Streams::orientation(world, guest, file)?.into())
}
