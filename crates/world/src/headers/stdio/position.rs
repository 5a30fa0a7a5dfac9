//! Positions in streams.

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::fs::Errno;
use crate::fs::flags::SEEK_SET;
use crate::model::guest_ext::{arg, pinned};
use crate::model::{Model, model};
use crate::streams::{Flag, Streams, file_argument};

pub(crate) const MODELS: &[Model] = &[
    model("fseek", fseek),
    model("fseeko", fseek),
    model("fseeko64", fseek),
    model("ftell", ftell),
    model("ftello", ftell),
    model("ftello64", ftell),
    model("rewind", rewind),
    model("fgetpos", fgetpos),
    model("fgetpos64", fgetpos),
    model("fsetpos", fsetpos),
    model("fsetpos64", fsetpos),
];

fn status(world: &mut Posix, guest: &mut dyn Guest, moved: Result<u64, Errno>) -> Run<Reply> {
    match moved {
        Ok(_) => Ok(0i32.into()),
        Err(error) => {
            world.set_errno(guest, error.0)?;
            Ok((-1i32).into())
        }
    }
}

fn fseek(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    let offset = pinned(guest, 1, "offset for fseek")? as i64;
    let whence = pinned(guest, 2, "whence of fseek")? as i32;
    let moved = Streams::seek(world, guest, file, offset, whence)?;
    status(world, guest, moved)
}

fn ftell(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    match Streams::tell(world, guest, file)? {
        Ok(position) => Ok(position.into()),
        Err(error) => {
            world.set_errno(guest, error.0)?;
            Ok((-1i64).into())
        }
    }
}

fn rewind(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    if let Err(error) = Streams::seek(world, guest, file, 0, SEEK_SET)? {
        world.set_errno(guest, error.0)?;
    }
    Streams::set_flag(world, guest, file, Flag::END, false)?;
    Streams::set_flag(world, guest, file, Flag::ERROR, false)?;
    Ok(().into())
}

fn fgetpos(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    let target = arg(guest, 1);
    let position = Streams::tell(world, guest, file)?;
    if let Ok(position) = position {
        guest.fill(target, Word::new(0), 16)?;
        guest.store(target, 8, position.into())?;
    }
    status(world, guest, position)
}

fn fsetpos(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    let source = arg(guest, 1);
    let position = guest.load(source, 8)?;
    let position = guest.pin(position, "position for fsetpos")? as i64;
    let moved = Streams::seek(world, guest, file, position, SEEK_SET)?;
    status(world, guest, moved)
}
