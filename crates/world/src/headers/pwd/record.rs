//! `struct passwd` and `struct group` in the program's memory: numbers, texts and lists of texts.

use whydunit_machine::{Guest, Run};

use crate::process::accounts::{Group, User};

/// A member of a structure.
enum Member {
    Text(Vec<u8>),
    Number(u32),
    /// An array of texts that ends with a null pointer.
    Texts(Vec<Vec<u8>>),
}

/// A structure: members with their offsets.
pub(super) struct Record {
    size: u64,
    members: Vec<(u64, Member)>,
}

impl Record {
    /// `struct passwd`.
    pub(super) fn of_user(user: &User) -> Self {
        let text = |text: &Vec<u8>| Member::Text(text.clone());
        let members = vec![
            (0, text(&user.name)),
            (8, text(&user.password)),
            (16, Member::Number(user.uid)),
            (20, Member::Number(user.gid)),
            (24, text(&user.gecos)),
            (32, text(&user.home)),
            (40, text(&user.shell)),
        ];
        Record { size: 48, members }
    }

    /// `struct group`.
    pub(super) fn of_group(group: &Group) -> Self {
        let members = vec![
            (0, Member::Text(group.name.clone())),
            (8, Member::Text(group.password.clone())),
            (16, Member::Number(group.gid)),
            (24, Member::Texts(group.members.clone())),
        ];
        Record { size: 32, members }
    }

    /// The number of bytes of the texts in a buffer at this address.
    pub(super) fn room(&self, buffer: u64) -> u64 {
        let mut arrays = 0;
        let mut texts = 0;
        for (_, member) in &self.members {
            match member {
                Member::Text(text) => texts += text.len() as u64 + 1,
                Member::Number(_) => {}
                Member::Texts(list) => {
                    arrays += 8 * (list.len() as u64 + 1);
                    texts += list.iter().map(|t| t.len() as u64 + 1).sum::<u64>();
                }
            }
        }
        buffer.next_multiple_of(8) - buffer + arrays + texts
    }

    /// Writes the structure at `place` and its texts at `buffer`.
    pub(super) fn write(&self, guest: &mut dyn Guest, place: u64, buffer: u64) -> Run<()> {
        // Arrays first: they must be aligned.
        let mut array = buffer.next_multiple_of(8);
        let pointers = |member: &Member| if let Member::Texts(list) = member { list.len() as u64 + 1 } else { 0 };
        let mut text_at = array + 8 * self.members.iter().map(|(_, m)| pointers(m)).sum::<u64>();
        let mut put = |guest: &mut dyn Guest, text: &[u8]| -> Run<u64> {
            let here = text_at;
            guest.write_bytes(here.into(), &[text, b"\0"].concat())?;
            text_at += text.len() as u64 + 1;
            Ok(here)
        };
        for (offset, member) in &self.members {
            let here = place + offset;
            match member {
                Member::Number(value) => guest.store(here.into(), 4, (*value).into())?,
                Member::Text(text) => {
                    let address = put(guest, text)?;
                    guest.store(here.into(), 8, address.into())?;
                }
                Member::Texts(list) => {
                    guest.store(here.into(), 8, array.into())?;
                    for text in list {
                        let address = put(guest, text)?;
                        guest.store(array.into(), 8, address.into())?;
                        array += 8;
                    }
                    guest.store(array.into(), 8, 0u64.into())?;
                    array += 8;
                }
            }
        }
        Ok(())
    }
}

/// A block of libc's own memory that is reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Slot {
    place: Option<u64>,
    buffer: Option<(u64, u64)>,
}

impl Slot {
    /// Puts a record here and returns its address.
    pub(super) fn put(&mut self, guest: &mut dyn Guest, record: &Record) -> Run<u64> {
        let place = *self.place.get_or_insert_with(|| guest.reserve(record.size, 8));
        let buffer = self.text(guest, record.room(0));
        record.write(guest, place, buffer)?;
        Ok(place)
    }

    /// A block of at least this many bytes.
    pub(super) fn text(&mut self, guest: &mut dyn Guest, size: u64) -> u64 {
        match self.buffer {
            Some((address, room)) if room >= size => address,
            _ => {
                let room = size.max(256).next_power_of_two();
                let address = guest.reserve(room, 8);
                self.buffer = Some((address, room));
                address
            }
        }
    }
}
