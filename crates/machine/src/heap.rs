//! The heap: every object has a header before it, in memory inaccessible to the program, and a gap
//! after it. Headers, and the lists of freed blocks threaded through them, live in the machine's
//! memory, so forking costs nothing and an object is found from any address near it.
//!
//! A freed block is reused only after a megabyte of blocks of its class was freed, so that a use
//! after free is detected.

use whydunit_program::layout::{HEAP, gap_after};

use crate::memory::{ADDRESSABLE, HEADER, Memory};
use crate::{FailureKind, ObjectKind, ObjectNote};

const HEADER_SIZE: u64 = 32;
const CLASSES: usize = 160;
/// Freed bytes that a class holds back before it reuses blocks.
const QUARANTINE: u64 = 1 << 20;
/// How far below a stray address to search for the header of its object.
const SEARCH: u64 = 1 << 26;

/// The heap of one run.
#[derive(Clone)]
pub(crate) struct Heap {
    /// The first address never used.
    next: u64,
    classes: Box<[Class; CLASSES]>,
    /// Bytes in live objects.
    pub(crate) live: u64,
}

/// Freed blocks of one size, oldest first, linked through their headers.
#[derive(Clone, Copy, Default)]
struct Class {
    oldest: u64,
    newest: u64,
    bytes: u64,
}

/// Header fields, by offset: size, step of allocation, step of freeing plus one, next freed block.
const SIZE: u64 = 0;
const ALLOCATED: u64 = 8;
const FREED: u64 = 16;
const NEXT: u64 = 24;

/// The class of blocks of `total` bytes and the size of its blocks: four classes per power of two.
fn class_of(total: u64) -> (usize, u64) {
    let total = total.max(64);
    let power = 63 - total.leading_zeros() as u64;
    let step = (1 << power) / 4;
    let steps = (total - (1 << power)).div_ceil(step);
    (((power - 6) * 4 + steps) as usize, (1 << power) + steps * step)
}

fn get(memory: &mut Memory, addr: u64) -> u64 {
    let mut bytes = [0; 8];
    memory.peek_bytes(addr, &mut bytes);
    u64::from_le_bytes(bytes)
}

fn set(memory: &mut Memory, addr: u64, value: u64) {
    memory.poke_bytes(addr, &value.to_le_bytes());
}

impl Heap {
    pub(crate) fn new() -> Self {
        Heap { next: HEAP, classes: Box::new([Class::default(); CLASSES]), live: 0 }
    }

    /// Allocates an uninitialised object; none when that would exceed the memory limit.
    pub(crate) fn allocate(&mut self, memory: &mut Memory, size: u64, align: u64, step: u64) -> Option<u64> {
        if size > memory.limit || self.live + size > memory.limit || memory.mapped() > memory.limit {
            return None;
        }
        let padded = HEADER_SIZE + size.next_multiple_of(16) + gap_after(size).next_multiple_of(16);
        let object = if align > 16 {
            let object = (self.next + HEADER_SIZE).next_multiple_of(align);
            self.next = object + padded;
            object
        } else {
            self.block(memory, padded) + HEADER_SIZE
        };
        let header = object - HEADER_SIZE;
        memory.poke_bytes(header, [size, step, 0, 0].map(u64::to_le_bytes).as_flattened());
        memory.set_state(header, HEADER_SIZE, 0);
        memory.set_state(header, 1, HEADER);
        memory.set_state(object, size, ADDRESSABLE);
        self.live += size;
        Some(object)
    }

    /// A block of a class, reused or fresh.
    fn block(&mut self, memory: &mut Memory, total: u64) -> u64 {
        let (index, size) = class_of(total);
        let class = &mut self.classes[index];
        if class.bytes > QUARANTINE {
            let block = class.oldest;
            class.oldest = get(memory, block + NEXT);
            class.bytes -= size;
            return block;
        }
        let block = self.next;
        self.next += size;
        block
    }

    /// Frees the object at `addr`.
    pub(crate) fn release(&mut self, memory: &mut Memory, addr: u64, step: u64) -> Result<(), FailureKind> {
        let note = self.live_object(memory, addr)?;
        let header = addr - HEADER_SIZE;
        memory.set_state(addr, note.size, 0);
        set(memory, header + FREED, step + 1);
        let padded = HEADER_SIZE + note.size.next_multiple_of(16) + gap_after(note.size).next_multiple_of(16);
        let (index, size) = class_of(padded);
        let class = &mut self.classes[index];
        if class.bytes > 0 {
            set(memory, class.newest + NEXT, header);
        } else {
            class.oldest = header;
        }
        class.newest = header;
        class.bytes += size;
        self.live -= note.size;
        Ok(())
    }

    /// The live object that starts at `addr`.
    pub(crate) fn live_object(&self, memory: &mut Memory, addr: u64) -> Result<ObjectNote, FailureKind> {
        // The usual case needs no search: the header is right before the object.
        if addr > HEAP && addr < self.next && memory.state(addr - HEADER_SIZE) & HEADER != 0 {
            let mut bytes = [[0; 8]; 3];
            memory.peek_bytes(addr - HEADER_SIZE, bytes.as_flattened_mut());
            let [size, allocated, freed] = bytes.map(u64::from_le_bytes);
            if freed == 0 {
                let kind = ObjectKind::Heap { allocated, freed: None };
                return Ok(ObjectNote { kind, start: addr, size });
            }
        }
        let found = self.object_near(memory, addr);
        match found {
            Some(note) if note.start == addr && matches!(note.kind, ObjectKind::Heap { freed: None, .. }) => Ok(note),
            other => {
                let twice = other
                    .as_ref()
                    .is_some_and(|n| n.start == addr && matches!(n.kind, ObjectKind::Heap { freed: Some(_), .. }));
                Err(FailureKind::InvalidFree { address: addr, object: other, twice })
            }
        }
    }

    /// The heap object with the nearest header below `addr`, if `addr` is in it or in the gap after
    /// it.
    pub(crate) fn object_near(&self, memory: &mut Memory, addr: u64) -> Option<ObjectNote> {
        if addr < HEAP || addr >= self.next {
            return None;
        }
        let lowest = addr.saturating_sub(SEARCH).max(HEAP);
        // A header is directly before its object.
        let mut header = None;
        for at in (lowest..=addr).rev() {
            if memory.state(at) & HEADER != 0 {
                header = Some(at);
                break;
            }
        }
        let header = header?;
        let size = get(memory, header + SIZE);
        let start = header + HEADER_SIZE;
        let freed = get(memory, header + FREED).checked_sub(1);
        let kind = ObjectKind::Heap { allocated: get(memory, header + ALLOCATED), freed };
        (addr < start + size + 4096 + 32).then_some(ObjectNote { kind, start, size })
    }
}

/// Objects above this distance from the heap's start are not listed.
const LISTED: u64 = 1 << 18;

/// The live objects at the start of the heap, by address: start and size.
pub(crate) fn live_objects(memory: &mut Memory) -> Vec<(u64, u64)> {
    let headers = memory.places_with(HEADER, HEAP, LISTED);
    let object = |memory: &mut Memory, header: u64| {
        let live = get(memory, header + FREED) == 0;
        live.then(|| (header + HEADER_SIZE, get(memory, header + SIZE)))
    };
    headers.into_iter().filter_map(|header| object(memory, header)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_the_requested_size() {
        for total in (64..5000).chain([1 << 20, (1 << 20) + 1, 1 << 33]) {
            let (index, size) = class_of(total);
            assert!(size >= total && size <= total + total / 4 + 64 && index < CLASSES, "{total}");
            assert_eq!(class_of(size), (index, size));
        }
    }

    #[test]
    fn freed_objects_are_known_and_used_late() {
        let mut memory = Memory::new(1 << 30);
        let mut heap = Heap::new();
        let a = heap.allocate(&mut memory, 24, 16, 7).unwrap();
        assert!(memory.writable(a, 24).is_ok() && memory.writable(a + 24, 1).is_err());
        assert!(memory.writable(a - 1, 1).is_err());
        let b = heap.allocate(&mut memory, 100, 16, 8).unwrap();
        assert_eq!(live_objects(&mut memory), [(a, 24), (b, 100)]);
        heap.release(&mut memory, a, 9).unwrap();
        assert_eq!(live_objects(&mut memory), [(b, 100)]);
        let note = heap.object_near(&mut memory, a + 3).unwrap();
        assert_eq!((note.start, note.kind), (a, ObjectKind::Heap { allocated: 7, freed: Some(9) }));
        assert!(matches!(heap.release(&mut memory, a, 9), Err(FailureKind::InvalidFree { twice: true, .. })));
        let mut seen = std::collections::BTreeSet::new();
        let mut used_again = 0;
        for _ in 0..100_000 {
            let b = heap.allocate(&mut memory, 24, 16, 0).unwrap();
            used_again += u32::from(!seen.insert(b));
            heap.release(&mut memory, b, 0).unwrap();
        }
        assert!(used_again > 50_000 && !seen.contains(&(a + 1)));
    }
}
