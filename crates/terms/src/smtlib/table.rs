//! Constant tables as functions of the index: a decision tree over its bits.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::print::literal;
use crate::store::Store;
use crate::term::{Table, TableId};

/// The defined tables, by table and index width.
#[derive(Default)]
pub(super) struct Tables {
    names: BTreeMap<(TableId, u8), String>,
}

impl Tables {
    /// The name of the function for a table, defining it on first use.
    pub(super) fn define(&mut self, text: &mut String, store: &Store, id: TableId, index_width: u8) -> String {
        self.names
            .entry((id, index_width))
            .or_insert_with(|| {
                let name = format!("table{}x{index_width}", id.0);
                let table = store.table_of(id);
                let body = guarded(table, index_width);
                let width = table.width;
                let _ = writeln!(text, "(define-fun {name} ((i (_ BitVec {index_width}))) (_ BitVec {width}) {body})");
                name
            })
            .clone()
    }
}

/// The tree, guarded by the condition that the index has no higher bits set.
fn guarded(table: &Table, index_width: u8) -> String {
    let levels = levels(table.values.len()).min(index_width);
    let tree = tree(table, levels, 0);
    if levels >= index_width {
        return tree;
    }
    let (zeros, none) = (literal(index_width - levels, 0), literal(table.width, 0));
    format!("(ite (= ((_ extract {} {levels}) i) {zeros}) {tree} {none})", index_width - 1)
}

/// The number of index bits that a table needs.
fn levels(len: usize) -> u8 {
    len.next_power_of_two().trailing_zeros() as u8
}

/// The subtree for the 2^`level` elements from `from` on. Equal halves need no test.
fn tree(table: &Table, level: u8, from: usize) -> String {
    let Some(bit) = level.checked_sub(1) else { return literal(table.width, table.at(from as u128)) };
    let (zero, one) = (tree(table, bit, from), tree(table, bit, from + (1 << bit)));
    if zero == one {
        return zero;
    }
    format!("(ite (= ((_ extract {bit} {bit}) i) #b1) {one} {zero})")
}
