//! Users and groups from `/etc/passwd` and `/etc/group`, as the program sees these files.

use crate::Posix;

/// A user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct User {
    pub(crate) name: Vec<u8>,
    pub(crate) password: Vec<u8>,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    pub(crate) gecos: Vec<u8>,
    pub(crate) home: Vec<u8>,
    pub(crate) shell: Vec<u8>,
}

/// A group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) name: Vec<u8>,
    pub(crate) password: Vec<u8>,
    pub(crate) gid: u32,
    pub(crate) members: Vec<Vec<u8>>,
}

impl Posix {
    /// All users, in the order of the file.
    pub(crate) fn users(&mut self) -> Vec<User> {
        lines(self.seen_file(b"/etc/passwd")).iter().filter_map(|line| user(line)).collect()
    }

    /// All groups, in the order of the file.
    pub(crate) fn groups(&mut self) -> Vec<Group> {
        lines(self.seen_file(b"/etc/group")).iter().filter_map(|line| group(line)).collect()
    }
}

/// The lines of a file except comments, split at colons.
fn lines(file: Option<Vec<u8>>) -> Vec<Vec<Vec<u8>>> {
    let file = file.unwrap_or_default();
    let kept = file.split(|&b| b == b'\n').filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    kept.map(|line| line.split(|&b| b == b':').map(<[u8]>::to_vec).collect()).collect()
}

fn number(text: &[u8]) -> Option<u32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

fn user(fields: &[Vec<u8>]) -> Option<User> {
    let [name, password, uid, gid, gecos, home, shell, ..] = fields else { return None };
    Some(User {
        name: name.clone(),
        password: password.clone(),
        uid: number(uid)?,
        gid: number(gid)?,
        gecos: gecos.clone(),
        home: home.clone(),
        shell: shell.clone(),
    })
}

fn group(fields: &[Vec<u8>]) -> Option<Group> {
    let [name, password, gid, members, ..] = fields else { return None };
    let members = members.split(|&b| b == b',').filter(|m| !m.is_empty()).map(<[u8]>::to_vec).collect();
    Some(Group { name: name.clone(), password: password.clone(), gid: number(gid)?, members })
}
