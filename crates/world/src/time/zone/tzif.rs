//! Compiled time zone files (TZif, RFC 8536).

use super::{LocalType, Rule, Zone};

/// The six counts of a header, in their order in the file.
struct Counts {
    universal: usize,
    standard: usize,
    leaps: usize,
    transitions: usize,
    types: usize,
    letters: usize,
}

impl Counts {
    fn data_size(&self, word: usize) -> usize {
        self.transitions * (word + 1)
            + self.types * 6
            + self.letters
            + self.leaps * (word + 4)
            + self.standard
            + self.universal
    }
}

const HEADER: usize = 44;

/// Reads a zone file: the 64-bit part if there is one. Files with leap seconds ("right/…") are
/// rejected: as POSIX demands, the virtual clock does not count them.
pub(super) fn read(file: &[u8]) -> Option<Zone> {
    let (version, first) = header(file)?;
    if version == 0 {
        return body(&file[HEADER..], &first, 4);
    }
    let rest = file.get(HEADER + first.data_size(4)..)?;
    let (_, counts) = header(rest)?;
    let mut zone = body(&rest[HEADER..], &counts, 8)?;
    let footer = rest.get(HEADER + counts.data_size(8)..)?.strip_prefix(b"\n")?;
    let rule = footer.split(|&b| b == b'\n').next()?;
    zone.rule = (!rule.is_empty()).then(|| Rule::parse(rule));
    Some(zone)
}

fn header(file: &[u8]) -> Option<(u8, Counts)> {
    let head = file.get(..HEADER)?;
    if !head.starts_with(b"TZif") {
        return None;
    }
    let count = |i: usize| number(&head[20 + 4 * i..24 + 4 * i]) as u32 as usize;
    let counts = Counts {
        universal: count(0),
        standard: count(1),
        leaps: count(2),
        transitions: count(3),
        types: count(4),
        letters: count(5),
    };
    let sound = counts.types > 0 && counts.leaps == 0 && counts.data_size(8) < (1 << 24);
    sound.then_some((head[4], counts))
}

fn body(data: &[u8], counts: &Counts, word: usize) -> Option<Zone> {
    let data = data.get(..counts.data_size(word))?;
    let (times, data) = data.split_at(counts.transitions * word);
    let (indices, data) = data.split_at(counts.transitions);
    let (types, data) = data.split_at(counts.types * 6);
    let letters = &data[..counts.letters];
    let types: Vec<LocalType> = types.chunks(6).map(|entry| local_type(entry, letters)).collect::<Option<_>>()?;
    let moments = times.chunks(word).map(number);
    let transitions: Vec<_> = moments.zip(indices.iter().map(|&i| usize::from(i))).collect();
    let sound = transitions.iter().all(|&(_, index)| index < types.len());
    sound.then_some(Zone { transitions, types, rule: None })
}

fn local_type(entry: &[u8], letters: &[u8]) -> Option<LocalType> {
    let name = letters.get(usize::from(entry[5])..)?.split(|&b| b == 0).next()?;
    Some(LocalType { offset: number(&entry[..4]), dst: entry[4] != 0, name: name.into() })
}

/// A signed big-endian number of 4 or 8 bytes.
fn number(bytes: &[u8]) -> i64 {
    let raw = bytes.iter().fold(0u64, |value, &b| value << 8 | u64::from(b));
    if bytes.len() == 4 { i64::from(raw as u32 as i32) } else { raw as i64 }
}
