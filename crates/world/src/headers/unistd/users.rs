//! `<unistd.h>`: the user of the program, initially the one who runs Whydunit.

use whydunit_machine::{Guest, Word};

use crate::Posix;
use crate::fs::Errno;
use crate::model::Model;
use crate::model::guest_ext::{arg, at};
use crate::model::syscall::{Record, Sys, int_arg, int_call, size_arg};

pub(crate) const MODELS: &[Model] = &[
    int_call!("getuid", uid),
    int_call!("geteuid", uid),
    int_call!("getgid", gid),
    int_call!("getegid", gid),
    int_call!("getresuid", getresuid),
    int_call!("getresgid", getresgid),
    int_call!("getgroups", getgroups),
    int_call!("group_member", group_member),
    int_call!("setuid", setuid),
    int_call!("seteuid", setuid),
    int_call!("setreuid", setreuid),
    int_call!("setresuid", setresuid),
    int_call!("setgid", setgid),
    int_call!("setegid", setgid),
    int_call!("setregid", setregid),
    int_call!("setresgid", setresgid),
    int_call!("setgroups", setgroups),
    int_call!("setfsuid", uid),
    int_call!("setfsgid", gid),
];

/// Leaves an id unchanged.
const KEEP: u32 = u32::MAX;

fn uid(world: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Ok(world.fs.user().uid as i32)
}

fn gid(world: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Ok(world.fs.user().gid as i32)
}

fn store_three(guest: &mut dyn Guest, id: u32) -> Sys<i32> {
    for index in 0..3 {
        guest.store(arg(guest, index), 4, id.into())?;
    }
    Ok(0)
}

fn getresuid(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    store_three(guest, world.fs.user().uid)
}

fn getresgid(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    store_three(guest, world.fs.user().gid)
}

fn getgroups(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let size = int_arg(guest, 0)?;
    let groups = world.fs.user().groups.clone();
    if size != 0 {
        if size < groups.len() as i32 {
            return Err(Errno::EINVAL.into());
        }
        let list = groups.iter().enumerate();
        let list = list.fold(Record::new(groups.len() * 4), |r, (i, &g)| r.put(i * 4, 4, g.into()));
        let target = arg(guest, 1);
        list.store(guest, target)?;
    }
    Ok(groups.len() as i32)
}

fn group_member(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let gid = int_arg(guest, 0)? as u32;
    let user = world.fs.user();
    Ok(i32::from(user.gid == gid || user.groups.contains(&gid)))
}

/// Changes the user, if permitted. There is one id instead of three: giving up root is final.
fn become_user(world: &mut Posix, ids: &[u32]) -> Sys<i32> {
    let current = world.fs.user().uid;
    if current != 0 && ids.iter().any(|&id| id != KEEP && id != current) {
        return Err(Errno::EPERM.into());
    }
    if let Some(&id) = ids.iter().rev().find(|&&id| id != KEEP) {
        world.fs.user_mut().uid = id;
    }
    Ok(0)
}

fn become_group(world: &mut Posix, ids: &[u32]) -> Sys<i32> {
    let (uid, current) = (world.fs.user().uid, world.fs.user().gid);
    if uid != 0 && ids.iter().any(|&id| id != KEEP && id != current) {
        return Err(Errno::EPERM.into());
    }
    if let Some(&id) = ids.iter().rev().find(|&&id| id != KEEP) {
        world.fs.user_mut().gid = id;
    }
    Ok(0)
}

fn ids(guest: &mut dyn Guest, count: usize) -> Sys<Vec<u32>> {
    (0..count).map(|index| Ok(int_arg(guest, index)? as u32)).collect()
}

fn setuid(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let ids = ids(guest, 1)?;
    if ids[0] == KEEP { Err(Errno::EINVAL.into()) } else { become_user(world, &ids) }
}

fn setreuid(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let ids = ids(guest, 2)?;
    become_user(world, &ids)
}

fn setresuid(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let ids = ids(guest, 3)?;
    become_user(world, &ids[..2])
}

fn setgid(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let ids = ids(guest, 1)?;
    if ids[0] == KEEP { Err(Errno::EINVAL.into()) } else { become_group(world, &ids) }
}

fn setregid(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let ids = ids(guest, 2)?;
    become_group(world, &ids)
}

fn setresgid(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let ids = ids(guest, 3)?;
    become_group(world, &ids[..2])
}

fn setgroups(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (count, list) = (size_arg(guest, 0)?, arg(guest, 1));
    if world.fs.user().uid != 0 {
        return Err(Errno::EPERM.into());
    }
    if count > 65_536 {
        return Err(Errno::EINVAL.into());
    }
    let mut groups = Vec::new();
    for i in 0..count {
        let here = at(guest, list, i * 4);
        let id: Word = guest.load(here, 4)?;
        groups.push(guest.pin(id, "a group")? as u32);
    }
    world.fs.user_mut().groups = groups;
    Ok(0)
}
