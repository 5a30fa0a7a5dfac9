//! `<pwd.h>`, `<grp.h>`: users and groups by name and number.

mod record;

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::{arg, c_bytes, pinned};
use crate::model::refusal::{ENOENT, ERANGE, minus_one};
use crate::model::{Model, model};
use crate::process::accounts::{Group, User};
use record::{Record, Slot};

pub(crate) const MODELS: &[Model] = &[
    model("cuserid", cuserid),
    model("endgrent", rewind_groups),
    model("endpwent", rewind_users),
    model("getgrent", getgrent),
    model("getgrgid", getgrgid),
    model("getgrgid_r", getgrgid_r),
    model("getgrnam", getgrnam),
    model("getgrnam_r", getgrnam_r),
    model("getgrouplist", getgrouplist),
    model("getlogin", getlogin),
    model("getlogin_r", getlogin_r),
    model("getpwent", getpwent),
    model("getpwnam", getpwnam),
    model("getpwnam_r", getpwnam_r),
    model("getpwuid", getpwuid),
    model("getpwuid_r", getpwuid_r),
    model("initgroups", initgroups),
    model("setgrent", rewind_groups),
    model("setpwent", rewind_users),
];

/// State of libc between calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Accounts {
    user: Slot,
    group: Slot,
    login: Slot,
    next_user: usize,
    next_group: usize,
}

/// The key of an entry.
enum Key {
    Number(u32),
    Name(Vec<u8>),
}

impl Key {
    fn number(guest: &mut dyn Guest) -> Run<Key> {
        Ok(Key::Number(pinned(guest, 0, "a user or group id")? as u32))
    }

    fn name(guest: &mut dyn Guest) -> Run<Key> {
        let name = arg(guest, 0);
        Ok(Key::Name(c_bytes(guest, name, "the name of a user or group")?))
    }

    fn is_user(&self, user: &User) -> bool {
        match self {
            Key::Number(uid) => user.uid == *uid,
            Key::Name(name) => user.name == *name,
        }
    }

    fn is_group(&self, group: &Group) -> bool {
        match self {
            Key::Number(gid) => group.gid == *gid,
            Key::Name(name) => group.name == *name,
        }
    }
}

fn find_user(world: &mut Posix, key: &Key) -> Option<User> {
    world.users().into_iter().find(|user| key.is_user(user))
}

fn find_group(world: &mut Posix, key: &Key) -> Option<Group> {
    world.groups().into_iter().find(|group| key.is_group(group))
}

/// Returns an entry in memory that the next call overwrites.
fn shared_user(world: &mut Posix, guest: &mut dyn Guest, user: Option<User>) -> Run<Reply> {
    let Some(user) = user else { return Ok(0.into()) };
    Ok(world.accounts.user.put(guest, &Record::of_user(&user))?.into())
}

fn shared_group(world: &mut Posix, guest: &mut dyn Guest, group: Option<Group>) -> Run<Reply> {
    let Some(group) = group else { return Ok(0.into()) };
    Ok(world.accounts.group.put(guest, &Record::of_group(&group))?.into())
}

fn getpwuid(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let key = Key::number(guest)?;
    let user = find_user(world, &key);
    shared_user(world, guest, user)
}

fn getpwnam(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let key = Key::name(guest)?;
    let user = find_user(world, &key);
    shared_user(world, guest, user)
}

fn getgrgid(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let key = Key::number(guest)?;
    let group = find_group(world, &key);
    shared_group(world, guest, group)
}

fn getgrnam(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let key = Key::name(guest)?;
    let group = find_group(world, &key);
    shared_group(world, guest, group)
}

/// The `_r` functions: key, record, buffer, its size, and the address of the result.
fn into_buffer(guest: &mut dyn Guest, record: Option<Record>) -> Run<Reply> {
    let (place, buffer, result) = (arg(guest, 1), arg(guest, 2), arg(guest, 4));
    let size = pinned(guest, 3, "the size of a buffer")?;
    guest.store(result, 8, 0u64.into())?;
    let Some(record) = record else { return Ok(0.into()) };
    let (place_at, buffer_at) = (guest.pin(place, "a buffer")?, guest.pin(buffer, "a buffer")?);
    if record.room(buffer_at) > size {
        return Ok(ERANGE.into());
    }
    record.write(guest, place_at, buffer_at)?;
    guest.store(result, 8, place)?;
    Ok(0.into())
}

fn getpwuid_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let key = Key::number(guest)?;
    let user = find_user(world, &key);
    into_buffer(guest, user.map(|u| Record::of_user(&u)))
}

fn getpwnam_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let key = Key::name(guest)?;
    let user = find_user(world, &key);
    into_buffer(guest, user.map(|u| Record::of_user(&u)))
}

fn getgrgid_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let key = Key::number(guest)?;
    let group = find_group(world, &key);
    into_buffer(guest, group.map(|g| Record::of_group(&g)))
}

fn getgrnam_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let key = Key::name(guest)?;
    let group = find_group(world, &key);
    into_buffer(guest, group.map(|g| Record::of_group(&g)))
}

fn getpwent(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let user = world.users().into_iter().nth(world.accounts.next_user);
    world.accounts.next_user += usize::from(user.is_some());
    shared_user(world, guest, user)
}

fn getgrent(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let group = world.groups().into_iter().nth(world.accounts.next_group);
    world.accounts.next_group += usize::from(group.is_some());
    shared_group(world, guest, group)
}

fn rewind_users(world: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    world.accounts.next_user = 0;
    Ok(().into())
}

fn rewind_groups(world: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    world.accounts.next_group = 0;
    Ok(().into())
}

/// The groups of a user: the given one first, then those that list the user.
fn getgrouplist(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let name = arg(guest, 0);
    let name = c_bytes(guest, name, "the name of a user")?;
    let own = pinned(guest, 1, "a group id")? as u32;
    let (list, count) = (arg(guest, 2), arg(guest, 3));
    let room = guest.load(count, 4)?;
    let room = guest.pin(room, "the size of the group list")? as usize;
    let listed = world.groups().into_iter().filter(|g| g.gid != own && g.members.contains(&name)).map(|g| g.gid);
    let groups: Vec<u32> = std::iter::once(own).chain(listed).collect();
    let bytes: Vec<u8> = groups.iter().take(room).flat_map(|gid| gid.to_le_bytes()).collect();
    guest.write_bytes(list, &bytes)?;
    guest.store(count, 4, (groups.len() as u32).into())?;
    Ok(if groups.len() > room { -1 } else { groups.len() as i32 }.into())
}

/// Succeeds for a privileged user, without an effect.
fn initgroups(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    if world.fs.user().uid == 0 { Ok(0.into()) } else { minus_one(world, guest, crate::model::refusal::EPERM) }
}

/// No user is logged in at a terminal.
fn getlogin(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    crate::model::refusal::null(world, guest, ENOENT)
}

fn getlogin_r(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(ENOENT.into())
}

fn cuserid(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let uid = world.fs.user().uid;
    let name = find_user(world, &Key::Number(uid)).map(|u| u.name).unwrap_or_default();
    let mut text = name;
    text.truncate(8);
    text.push(0);
    let mut out = arg(guest, 0);
    if guest.pin(out, "the buffer of cuserid")? == 0 {
        out = world.accounts.login.text(guest, 32).into();
    }
    guest.write_bytes(out, &text)?;
    Ok(out.into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;
    use std::sync::Arc;

    use super::*;
    use crate::Case;
    use crate::test_guest::{TestGuest, int};

    fn world() -> Posix {
        let passwd = b"root:x:0:0:Root:/root:/bin/sh\n# no\nann:x:1000:1000:Ann,,:/home/ann:/bin/bash\n".to_vec();
        let group = b"root:x:0:\nann:x:1000:\nteam:x:50:ann,bob\n".to_vec();
        let files = BTreeMap::from([
            (PathBuf::from("/etc/passwd"), Arc::new(passwd)),
            (PathBuf::from("/etc/group"), Arc::new(group)),
        ]);
        Posix::new(Case { files, ..Case::default() })
    }

    fn pointer(guest: &mut TestGuest, at: u64) -> u64 {
        guest.load(at.into(), 8).unwrap().bits
    }

    #[test]
    fn users_are_found_by_number_and_name() {
        let (mut world, mut guest) = (world(), TestGuest::default());
        let found = guest.call(&mut world, "getpwuid", &[int(1000)]).unwrap().slots[0].bits;
        let (name, home) = (pointer(&mut guest, found), pointer(&mut guest, found + 32));
        assert_eq!((guest.text(name).as_str(), guest.text(home).as_str()), ("ann", "/home/ann"));
        let nobody = guest.string("nobody-here");
        assert_eq!(guest.call(&mut world, "getpwnam", &[int(nobody)]).unwrap().slots[0].bits, 0);
    }

    #[test]
    fn groups_list_their_members() {
        let (mut world, mut guest) = (world(), TestGuest::default());
        let found = guest.call(&mut world, "getgrgid", &[int(50)]).unwrap().slots[0].bits;
        let members = pointer(&mut guest, found + 24);
        let (second, end) = (pointer(&mut guest, members + 8), pointer(&mut guest, members + 16));
        assert_eq!((guest.text(second).as_str(), end), ("bob", 0));
    }

    #[test]
    fn small_buffers_are_refused() {
        let (mut world, mut guest) = (world(), TestGuest::default());
        let (place, buffer, result) = (guest.reserve(48, 8), guest.reserve(100, 8), guest.reserve(8, 8));
        let mut ask = |guest: &mut TestGuest, size: u64| {
            let args = [int(0), int(place), int(buffer), int(size), int(result)];
            guest.call(&mut world, "getpwuid_r", &args).unwrap().slots[0].bits
        };
        assert_eq!(ask(&mut guest, 10), 34);
        assert_eq!(pointer(&mut guest, result), 0);
        assert_eq!(ask(&mut guest, 100), 0);
        assert_eq!(pointer(&mut guest, result), place);
    }
}
