//! Positions in streams.

use whydunit_machine::{Guest, Run};

use super::layout::Flag;
use super::{Backing, Streams};
use crate::Posix;
use crate::fs::Errno;
use crate::fs::flags::{SEEK_CUR, SEEK_END, SEEK_SET};

impl Streams {
    /// `ftell`.
    pub(crate) fn tell(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<Result<u64, Errno>> {
        let pushed = Streams::pushed(world, guest, file)?;
        let stream = world.streams.find(guest, file)?;
        let pending = stream.pending() as u64;
        let append = stream.mode.append && pending > 0;
        let position = match &mut stream.backing {
            Backing::Memory(memory) => memory.seek(0, SEEK_CUR),
            Backing::Descriptor(fd) => {
                let fd = *fd;
                let here = world.fs.seek(fd, 0, SEEK_CUR);
                // Pending bytes will be appended, regardless of the descriptor's offset.
                if append { here.and_then(|_| world.fs.next_write(fd)).map(|(_, place)| place) } else { here }
            }
        };
        Ok(position.map(|p| (p + pending).saturating_sub(pushed)))
    }

    /// `fseek`.
    pub(crate) fn seek(
        world: &mut Posix,
        guest: &mut dyn Guest,
        file: u64,
        offset: i64,
        whence: i32,
    ) -> Run<Result<u64, Errno>> {
        if !(SEEK_SET..=SEEK_END).contains(&whence) {
            return Ok(Err(Errno::EINVAL));
        }
        let pushed = Streams::pushed(world, guest, file)? as i64;
        if !Streams::end_put(world, guest, file)? {
            return Ok(Err(Errno::EIO));
        }
        let offset = if whence == SEEK_CUR { offset.wrapping_sub(pushed) } else { offset };
        let moved = match &mut world.streams.find(guest, file)?.backing {
            Backing::Memory(memory) => memory.seek(offset, whence),
            Backing::Descriptor(fd) => {
                let fd = *fd;
                world.fs.seek(fd, offset, whence)
            }
        };
        if moved.is_ok() {
            Streams::drop_pushed(world, guest, file)?;
            Streams::set_flag(world, guest, file, Flag::END, false)?;
        }
        Ok(moved)
    }

    /// Discards bytes pushed back as unread: the descriptor moves back to the position of the stream.
    pub(crate) fn forget_pushed(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<()> {
        let pushed = Streams::pushed(world, guest, file)? as i64;
        if pushed > 0 {
            if let Some(fd) = world.streams.find(guest, file)?.descriptor() {
                // Fails on a pipe, as it does natively, without consequences.
                let _ = world.fs.seek(fd, -pushed, SEEK_CUR);
            }
            Streams::drop_pushed(world, guest, file)?;
        }
        Ok(())
    }
}
