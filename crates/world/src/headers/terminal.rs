//! `<sys/ioctl.h>`, `<termios.h>`, `ttyname`: terminals. The case decides which standard streams are terminals.

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::fs::Errno;
use crate::model::guest_ext::arg;
use crate::model::syscall::{Record, Sys, int_arg, int_call, pointer_call, size_arg};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    int_call!("ioctl", ioctl),
    int_call!("tcgetattr", tcgetattr),
    int_call!("tcsetattr", on_terminal),
    int_call!("tcdrain", on_terminal),
    int_call!("tcflush", on_terminal),
    int_call!("tcflow", on_terminal),
    int_call!("tcsendbreak", on_terminal),
    int_call!("cfsetispeed", |_, _| Ok(0)),
    int_call!("cfsetospeed", |_, _| Ok(0)),
    int_call!("cfsetspeed", |_, _| Ok(0)),
    int_call!("cfgetispeed", |_, _| Ok(B38400)),
    int_call!("cfgetospeed", |_, _| Ok(B38400)),
    int_call!("cfmakeraw", make_raw),
    pointer_call!("ttyname", ttyname),
    model("ttyname_r", ttyname_r),
    pointer_call!("ctermid", ctermid),
    pointer_call!("getpass", |_, _| Err(Errno::ENXIO.into())),
];

const B38400: i32 = 0o17;
const TTY: &[u8] = b"/dev/pts/0\0";

/// Rows and columns of a terminal.
const WINDOW: (u64, u64) = (24, 80);

fn ioctl(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    const TCGETS: u64 = 0x5401;
    const TCSETS: u64 = 0x5402;
    const TCSETSF: u64 = 0x5404;
    const TIOCGPGRP: u64 = 0x540f;
    const TIOCGWINSZ: u64 = 0x5413;
    const FIONREAD: u64 = 0x541b;
    const FIONBIO: u64 = 0x5421;
    const FIONCLEX: u64 = 0x5450;
    const FIOCLEX: u64 = 0x5451;
    let (fd, request, target) = (int_arg(guest, 0)?, size_arg(guest, 1)? & 0xffff_ffff, arg(guest, 2));
    world.fs.descriptor(fd)?;
    match request {
        FIONREAD => {
            let waiting = world.fs.waiting(fd)?;
            guest.store(target, 4, waiting.into())?;
        }
        FIONBIO => {
            let on = guest.load(target, 4)?;
            let on = guest.pin(on, "argument of ioctl")? != 0;
            let opened = world.fs.opened_mut(fd)?;
            let flag = crate::fs::flags::O_NONBLOCK;
            opened.flags = if on { opened.flags | flag } else { opened.flags & !flag };
        }
        FIOCLEX | FIONCLEX => world.fs.set_cloexec(fd, request == FIOCLEX)?,
        TCGETS => return tcgetattr_at(world, guest, fd),
        TIOCGWINSZ => {
            world.fs.is_tty(fd)?;
            Record::new(8).put(0, 2, WINDOW.0).put(2, 2, WINDOW.1).store(guest, target)?;
        }
        TIOCGPGRP => {
            world.fs.is_tty(fd)?;
            guest.store(target, 4, world.case.pid.into())?;
        }
        TCSETS..=TCSETSF => world.fs.is_tty(fd)?,
        _ => return Err(Errno::ENOTTY.into()),
    }
    Ok(0)
}

/// `struct termios` of a terminal in its default state: line editing, echo, control characters.
fn tcgetattr(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let fd = int_arg(guest, 0)?;
    world.fs.is_tty(fd)?;
    let target = arg(guest, 1);
    usual_terminal(guest, target)
}

fn tcgetattr_at(world: &mut Posix, guest: &mut dyn Guest, fd: i32) -> Sys<i32> {
    world.fs.is_tty(fd)?;
    let target = arg(guest, 2);
    usual_terminal(guest, target)
}

fn usual_terminal(guest: &mut dyn Guest, target: whydunit_machine::Word) -> Sys<i32> {
    const CONTROL: [u8; 19] = [3, 28, 127, 21, 4, 0, 1, 0, 17, 19, 26, 0, 18, 15, 23, 22, 0, 0, 0];
    Record::new(60)
        .put(0, 4, 0o2400)
        .put(4, 4, 0o5)
        .put(8, 4, 0o277)
        .put(12, 4, 0o105_073)
        .bytes(17, &CONTROL)
        .put(52, 4, B38400 as u64)
        .put(56, 4, B38400 as u64)
        .store(guest, target)?;
    Ok(0)
}

fn on_terminal(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let fd = int_arg(guest, 0)?;
    world.fs.is_tty(fd)?;
    Ok(0)
}

/// Switches off line editing, echo and signals.
fn make_raw(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let base = arg(guest, 0);
    for (offset, clear, set) in [(0, 0o2753, 0), (4, 1, 0), (8, 0o460, 0o60), (12, 0o100_113, 0)] {
        let here = crate::model::guest_ext::at(guest, base, offset);
        let old = guest.load(here, 4)?;
        let old = guest.pin(old, "terminal settings")?;
        guest.store(here, 4, ((old & !clear) | set).into())?;
    }
    Ok(0)
}

fn ttyname(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    let fd = int_arg(guest, 0)?;
    world.fs.is_tty(fd)?;
    constant(guest, TTY)
}

/// A constant string of libc.
fn constant(guest: &mut dyn Guest, text: &[u8]) -> Sys<u64> {
    let address = guest.reserve(text.len() as u64, 1);
    guest.write_bytes(address.into(), text)?;
    Ok(address)
}

/// Returns the error instead of setting `errno`.
fn ttyname_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (fd, size) = (int_arg(guest, 0)?, size_arg(guest, 2)?);
    if let Err(Errno(code)) = world.fs.is_tty(fd) {
        return Ok(code.into());
    }
    if size < TTY.len() as u64 {
        return Ok(Errno::ERANGE.0.into());
    }
    guest.write_bytes(arg(guest, 1), TTY)?;
    Ok(0i32.into())
}

fn ctermid(_: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    let buffer = size_arg(guest, 0)?;
    if buffer == 0 {
        return constant(guest, b"/dev/tty\0");
    }
    guest.write_bytes(buffer.into(), b"/dev/tty\0")?;
    Ok(buffer)
}
