//! The append-only memory behind a store.
//!
//! A fork of the machine shares its terms: cloning a store copies one pointer. The first new term
//! after a clone copies the tables of chunks and shards (pointers again), then only the chunk and
//! the shard that the term goes to. Existing entries never move or change, so ids stay valid in
//! every clone.

use std::sync::Arc;

use crate::hash::{ContentHash, PlainMap};
use crate::term::{Node, TermId};

const CHUNK: usize = 1024;
const SHARDS: usize = 256;

/// A node with its cached properties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) node: Node,
    pub(crate) hash: ContentHash,
    /// One bit per symbol in the term, by the symbol's hash: disjoint masks imply disjoint symbols.
    pub(crate) mask: u64,
    pub(crate) width: u8,
    /// Does it contain float arithmetic?
    pub(crate) float: bool,
}

/// Entries by id, and ids by content.
#[derive(Clone, Default)]
pub(crate) struct Arena {
    shared: Arc<Shared>,
}

#[derive(Clone)]
struct Shared {
    chunks: Vec<Arc<Vec<Entry>>>,
    len: usize,
    index: Vec<Arc<PlainMap<u128, TermId>>>,
}

impl Default for Shared {
    fn default() -> Self {
        Shared { chunks: Vec::new(), len: 0, index: vec![Arc::default(); SHARDS] }
    }
}

impl Arena {
    pub(crate) fn len(&self) -> usize {
        self.shared.len
    }

    pub(crate) fn get(&self, id: TermId) -> &Entry {
        let index = id.index();
        &self.shared.chunks[index / CHUNK][index % CHUNK]
    }

    pub(crate) fn find(&self, hash: ContentHash) -> Option<TermId> {
        self.shared.index[shard(hash)].get(&hash.0).copied()
    }

    /// Adds an entry that [`Arena::find`] did not find.
    pub(crate) fn push(&mut self, entry: Entry) -> TermId {
        let shared = Arc::make_mut(&mut self.shared);
        let id = TermId::from_index(shared.len);
        if shared.len.is_multiple_of(CHUNK) {
            shared.chunks.push(Arc::new(Vec::with_capacity(CHUNK)));
        }
        let last = shared.chunks.len() - 1;
        Arc::make_mut(&mut shared.chunks[last]).push(entry);
        shared.len += 1;
        Arc::make_mut(&mut shared.index[shard(entry.hash)]).insert(entry.hash.0, id);
        id
    }
}

fn shard(hash: ContentHash) -> usize {
    // Bits that the map inside the shard does not use first.
    (hash.0 >> 96) as usize % SHARDS
}
