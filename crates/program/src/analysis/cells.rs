//! Partitions the locals of a function into cells: ranges of bytes that every exact access covers
//! completely or not at all. They are the variables of the SSA form.

use super::{Access, Addresses, Bytes, Place};
use crate::{Function, LocalId};

/// A part of a local, by its index in [`Cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct CellId(pub(super) u32);

/// A part of a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) bytes: Bytes,
}

/// The cells of all uncaptured locals.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    cells: Vec<Cell>,
    /// The index of the first cell of each local; cells of a local are in order.
    starts: Vec<u32>,
}

impl Cells {
    /// Limit on cells per local: beyond it, the local is used like an array and has a single cell.
    const MAX_CELLS: usize = 64;

    pub(super) fn new(function: &Function, addresses: &Addresses, accesses: &[Access]) -> Cells {
        let mut cuts: Vec<Vec<u32>> = function.locals.iter().map(|local| vec![0, local.size]).collect();
        for access in accesses.iter().filter(|a| a.exact) {
            if let Place::Local(local, bytes) = access.place
                && !addresses.captured(local)
            {
                cuts[local.0 as usize].extend([bytes.start, bytes.end]);
            }
        }
        let mut found = Cells { cells: Vec::new(), starts: vec![0] };
        for (at, mut cuts) in cuts.into_iter().enumerate() {
            cuts.sort_unstable();
            cuts.dedup();
            if cuts.len() > Self::MAX_CELLS {
                cuts = vec![0, function.locals[at].size];
            }
            if !addresses.captured(LocalId(at as u32)) {
                found.cells.extend(cuts.windows(2).map(|w| Cell { bytes: Bytes { start: w[0], end: w[1] } }));
            }
            found.starts.push(found.cells.len() as u32);
        }
        found
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn get(&self, id: CellId) -> Cell {
        self.cells[id.0 as usize]
    }

    /// The cells of `local` that `bytes` overlaps; none when it is captured.
    pub(super) fn touched(&self, local: LocalId, bytes: Bytes) -> impl Iterator<Item = CellId> + '_ {
        let all = self.starts[local.0 as usize]..self.starts[local.0 as usize + 1];
        let first = self.cells[all.start as usize..all.end as usize].partition_point(|c| c.bytes.end <= bytes.start);
        (all.start + first as u32..all.end).map(CellId).take_while(move |&id| self.get(id).bytes.start < bytes.end)
    }
}
