//! `<unistd.h>`: system limits: `sysconf`, `pathconf`, `confstr`, page size.
//!
//! The numbers are those of glibc on Linux x86-64, except for properties of the machine: one
//! processor, 4 GiB of memory, and 1024 descriptors.

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::fs::flags::AT_FDCWD;
use crate::fs::{Errno, MAX_DESCRIPTORS};
use crate::model::guest_ext::arg;
use crate::model::syscall::{Sys, int_arg, int_call, long_call, path_arg, size_arg};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    long_call!("confstr", confstr),
    long_call!("fpathconf", fpathconf),
    long_call!("pathconf", pathconf),
    long_call!("sysconf", sysconf),
    long_call!("__sysconf", sysconf),
    int_call!("getdtablesize", |_, _| Ok(MAX_DESCRIPTORS as i32)),
    int_call!("getpagesize", |_, _| Ok(4096)),
    int_call!("get_nprocs", |_, _| Ok(1)),
    int_call!("get_nprocs_conf", |_, _| Ok(1)),
    model("get_phys_pages", phys_pages),
    model("get_avphys_pages", available_pages),
];

/// Total and free pages of the virtual machine's memory.
pub(crate) const PAGES: u64 = 1 << 20;
pub(crate) const FREE_PAGES: u64 = PAGES / 2;

fn phys_pages(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(PAGES.into())
}

fn available_pages(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(FREE_PAGES.into())
}

/// Names whose value is the year and month of the standard that requires them.
#[rustfmt::skip]
const POSIX_2008: &[i32] = &[
    9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 29, 46, 47, 48, 51, 52, 67, 68, 77, 78, 79, 80, 81, 82,
    95, 96, 132, 133, 137, 138, 139, 149, 153, 154, 159, 164, 235, 236,
];

/// Names whose value is 1: the feature exists.
const YES: &[i32] = &[7, 8, 91, 93, 94, 98, 99, 100, 127, 129, 130, 131, 155, 157, 178, 239];

/// All other names with a limit.
#[rustfmt::skip]
const NUMBERS: &[(i32, i64)] = &[
    (0, 2_097_152), (1, 96_349), (2, 100), (3, 65_536), (4, MAX_DESCRIPTORS as i64), (5, 16), (25, 20),
    (26, 2_147_483_647), (28, 32_768), (30, 4096), (31, 32), (33, 2_147_483_647), (34, 96_349), (36, 99), (37, 2048),
    (38, 99), (39, 1000), (40, 255), (42, 32), (43, 2048), (44, 32_767), (45, 2048), (60, 1024), (69, 1024),
    (70, 1024), (71, 256), (72, 32), (73, 4), (74, 1024), (75, 16_384), (83, 1), (84, 1), (85, PAGES as i64),
    (86, FREE_PAGES as i64), (87, 2_147_483_647), (88, 8192), (89, 700), (90, 4), (101, 8), (102, 127), (103, -128),
    (104, 2_147_483_647), (105, -2_147_483_648), (106, 64), (107, 32), (108, 16), (109, 20), (110, 32_767),
    (111, 127), (112, -128), (113, 32_767), (114, -32_768), (115, 255), (116, 4_294_967_295), (118, 65_535),
    (119, 4096), (120, 2048), (121, 2_147_483_647), (122, 2_147_483_647), (123, 2_147_483_647),
    (124, 2_147_483_647), (180, 64), (185, 32_768), (187, 64), (188, 32_768), (189, 8), (190, 64), (191, 1_048_576),
    (192, 8), (193, 64), (194, 33_554_432), (195, 0), (196, 64), (249, 3376), (250, 13_504),
];

fn sysconf(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let name = int_arg(guest, 0)?;
    if POSIX_2008.contains(&name) {
        return Ok(200_809);
    }
    if YES.contains(&name) {
        return Ok(1);
    }
    if let Some(&(_, value)) = NUMBERS.iter().find(|(number, _)| *number == name) {
        return Ok(value);
    }
    // "No limit" is -1 without an error; an unknown name is an error.
    let known =
        (0..=248).contains(&name) && name != 41 && !(200..=234).contains(&name) && ![241, 247, 248].contains(&name);
    if known { Ok(-1) } else { Err(Errno::EINVAL.into()) }
}

/// Limits of a file system, those of ext4.
fn path_limit(name: i32) -> Sys<i64> {
    Ok(match name {
        0 => 65_000,
        1..=3 => 255,
        4 | 5 | 16..=18 => 4096,
        6 | 7 | 20 => 1,
        8 => 0,
        13 => 64,
        9..=12 | 14 | 15 | 19 => -1,
        _ => return Err(Errno::EINVAL.into()),
    })
}

fn pathconf(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (path, name) = (path_arg(guest, 0)?, int_arg(guest, 1)?);
    if path.is_empty() {
        return Err(Errno::ENOENT.into());
    }
    world.fs.find(AT_FDCWD, &path, 0)?;
    path_limit(name)
}

fn fpathconf(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (fd, name) = (int_arg(guest, 0)?, int_arg(guest, 1)?);
    world.fs.opened(fd)?;
    path_limit(name)
}

fn confstr(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (name, size) = (int_arg(guest, 0)?, size_arg(guest, 2)?);
    let text: &[u8] = match name {
        0 => b"/bin:/usr/bin\0",
        1 => b"POSIX_V6_LP64_OFF64\0",
        2 => b"glibc 2.36\0",
        3 => b"NPTL 2.36\0",
        _ => {
            // Zero, not -1, means that there is no such string.
            return Ok(0);
        }
    };
    let count = text.len().min(size as usize);
    if count > 0 {
        let mut bytes = text[..count].to_vec();
        bytes[count - 1] = 0;
        guest.write_bytes(arg(guest, 1), &bytes)?;
    }
    Ok(text.len() as i64)
}
