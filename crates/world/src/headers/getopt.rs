//! `<getopt.h>`: command line options, parsed as in glibc.

mod long;
#[cfg(test)]
mod native_tests;
mod scan;

use whydunit_machine::{Guest, Run, Word};

use crate::Posix;
use crate::model::Model;
use crate::model::guest_ext::arg;
use crate::model::syscall::{Sys, int_arg, int_call};
use crate::process::set_global;

pub(crate) use scan::Scan;
use scan::{Call, next_option};

pub(crate) const MODELS: &[Model] = &[
    int_call!("getopt", getopt),
    int_call!("__posix_getopt", posix_getopt),
    int_call!("getopt_long", getopt_long),
    int_call!("getopt_long_only", getopt_long_only),
];

/// The variables of `getopt` that the program can access, with their sizes and initial values.
const VARIABLES: [(&str, u8, i32); 4] =
    [("optarg", 8, 0), ("optind", 4, 1), ("opterr", 4, 1), ("optopt", 4, b'?' as i32)];

/// Locates the variables: the program's own, or ours if it does not define them.
pub(crate) fn place(world: &mut Posix, guest: &mut dyn Guest) -> Run<()> {
    for (i, (name, size, first)) in VARIABLES.into_iter().enumerate() {
        let address = guest.global(name).map(|(address, _)| address);
        world.process.options.variables[i] = address.unwrap_or_else(|| guest.reserve(u64::from(size), 8));
        guest.store(world.process.options.variables[i].into(), size, Word::from(first))?;
        set_global(guest, name, size, Word::from(first))?;
    }
    Ok(())
}

fn getopt(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    run(world, guest, false, false)
}

/// The variant for programs that request strict POSIX: options end at the first operand.
fn posix_getopt(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let mut call = Call::new(guest, world)?;
    call.posix = true;
    next_option(world, guest, &mut call)
}

fn getopt_long(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    run(world, guest, true, false)
}

fn getopt_long_only(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    run(world, guest, true, true)
}

fn run(world: &mut Posix, guest: &mut dyn Guest, long: bool, only: bool) -> Sys<i32> {
    let mut call = Call::new(guest, world)?;
    if long {
        call.long = guest.pin(arg(guest, 3), "table of options")?;
        call.index = guest.pin(arg(guest, 4), "pointer to an index")?;
        call.only = only;
    }
    next_option(world, guest, &mut call)
}

/// Argument 0 of the three functions: the number of arguments.
fn count(guest: &mut dyn Guest) -> Run<i32> {
    int_arg(guest, 0)
}
