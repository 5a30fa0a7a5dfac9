//! The store of terms.

use std::sync::Arc;

use crate::arena::{Arena, Entry};
use crate::fold::{mask, truncate};
use crate::hash::{ContentHash, Mixer, PlainMap};
use crate::term::{MAX_WIDTH, Node, Symbol, SymbolId, SymbolKey, Table, TableId, TermId};

/// Hash-consed terms: equal structure means equal [`TermId`].
///
/// A clone is cheap and independent: it shares all existing terms and then grows separately (see
/// `arena`). So every run, and every fork of a run, has its own store, no locks are needed, and ids
/// depend only on the run itself. Terms of different stores are compared by [`Store::hash`], never
/// by id.
#[derive(Clone, Default)]
pub struct Store {
    arena: Arena,
    symbols: Arc<Vec<Symbol>>,
    tables: Arc<Tables>,
}

#[derive(Clone, Default)]
struct Tables {
    all: Vec<(Table, ContentHash)>,
    index: PlainMap<u128, TableId>,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Store of {} terms over {} symbols", self.len(), self.symbols.len())
    }
}

impl Store {
    /// An empty store.
    pub fn new() -> Self {
        Store::default()
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Is the store empty?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Does this store have a term with this number?
    pub fn contains(&self, id: TermId) -> bool {
        id.index() < self.len()
    }

    /// The operation and operands of a term.
    pub fn node(&self, id: TermId) -> Node {
        self.arena.get(id).node
    }

    /// Width in bits, 1–128.
    pub fn width(&self, id: TermId) -> u8 {
        self.arena.get(id).width
    }

    /// The hash that identifies a term in every store.
    pub fn hash(&self, id: TermId) -> ContentHash {
        self.arena.get(id).hash
    }

    /// One bit per symbol in a term, by hash: terms with disjoint masks share no symbol.
    pub fn symbol_mask(&self, id: TermId) -> u64 {
        self.arena.get(id).mask
    }

    /// Does this term contain float arithmetic? (Moving and comparing floats does not count.)
    pub fn has_float(&self, id: TermId) -> bool {
        self.arena.get(id).float
    }

    /// The value of a constant.
    pub fn as_const(&self, id: TermId) -> Option<u128> {
        match self.node(id) {
            Node::Const { low, high } => Some(u128::from(high) << 64 | u128::from(low)),
            _ => None,
        }
    }

    /// A symbol's name and identity.
    pub fn symbol_of(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    /// All symbols, in order of creation.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// A table's contents.
    pub fn table_of(&self, id: TableId) -> &Table {
        &self.tables.all[id.0 as usize].0
    }

    /// A constant; bits beyond the width are dropped.
    pub fn constant(&mut self, width: u8, value: u128) -> TermId {
        let value = truncate(width, value);
        self.intern(Node::Const { low: value as u64, high: (value >> 64) as u64 }, width)
    }

    /// The one-bit constant.
    pub fn bit(&mut self, value: bool) -> TermId {
        self.constant(1, u128::from(value))
    }

    /// The constant of all ones.
    pub fn ones(&mut self, width: u8) -> TermId {
        self.constant(width, mask(width))
    }

    /// The symbol with this key and width. It keeps its first name.
    pub fn symbol(&mut self, name: &str, key: u64, width: u8) -> TermId {
        let identity = SymbolKey { key, width };
        let hash = symbol_hash(identity);
        if let Some(id) = self.arena.find(hash) {
            return id;
        }
        let id = SymbolId(self.symbols.len() as u32);
        Arc::make_mut(&mut self.symbols).push(Symbol { name: name.into(), key: identity });
        self.intern(Node::Symbol(id), width)
    }

    /// A constant table of elements of `width` (at most 64) bits.
    pub fn table(&mut self, width: u8, values: &[u64]) -> TableId {
        assert!((1..=64).contains(&width), "a table's elements have 1 to 64 bits, not {width}");
        let start = Mixer::new(u64::from(width)).with(values.len() as u64);
        let hash = values.iter().fold(start, |m, &v| m.with(v)).finish();
        if let Some(&id) = self.tables.index.get(&hash.0) {
            return id;
        }
        let tables = Arc::make_mut(&mut self.tables);
        let id = TableId(tables.all.len() as u32);
        let values = values.iter().map(|&v| v & mask(width) as u64).collect();
        tables.all.push((Table { width, values }, hash));
        tables.index.insert(hash.0, id);
        id
    }

    /// Interns a node without simplification. The rest of this crate uses the constructors; tests
    /// use this function to build the unsimplified term for comparison.
    pub fn intern(&mut self, node: Node, width: u8) -> TermId {
        assert!((1..=MAX_WIDTH).contains(&width), "a term has 1 to {MAX_WIDTH} bits, not {width}");
        let hash = self.hash_of(&node, width);
        if let Some(id) = self.arena.find(hash) {
            debug_assert_eq!(self.node(id), node, "two nodes with one content hash");
            return id;
        }
        let mut mask = match node {
            Node::Symbol(_) => 1 << (hash.0 as u64 % 64),
            _ => 0,
        };
        let mut float = node.is_float();
        for operand in node.operands() {
            let entry = self.arena.get(operand);
            mask |= entry.mask;
            float |= entry.float;
        }
        self.arena.push(Entry { node, hash, mask, width, float })
    }

    /// The term of a node, if it exists.
    pub(crate) fn find(&self, node: &Node, width: u8) -> Option<TermId> {
        self.arena.find(self.hash_of(node, width))
    }

    /// The term of a symbol, if it exists.
    pub fn find_symbol(&self, key: SymbolKey) -> Option<TermId> {
        self.arena.find(symbol_hash(key))
    }

    /// A constant, if it exists.
    pub(crate) fn find_constant(&self, width: u8, value: u128) -> Option<TermId> {
        let value = truncate(width, value);
        self.find(&Node::Const { low: value as u64, high: (value >> 64) as u64 }, width)
    }

    fn hash_of(&self, node: &Node, width: u8) -> ContentHash {
        if let Node::Symbol(id) = node {
            return symbol_hash(self.symbol_of(*id).key);
        }
        let mixer = Mixer::new(u64::from(width) << 32 | tag(node));
        let mixer = match *node {
            Node::Const { low, high } => mixer.with(low).with(high),
            Node::Lookup { table, .. } => mixer.with_hash(self.tables.all[table.0 as usize].1),
            _ => mixer,
        };
        node.operands().fold(mixer, |m, operand| m.with_hash(self.hash(operand))).finish()
    }
}

fn symbol_hash(key: SymbolKey) -> ContentHash {
    Mixer::new(u64::from(key.width) << 32 | 1).with(key.key).finish()
}

/// A number for the kind and operation of a node, without its operands.
fn tag(node: &Node) -> u64 {
    let (shape, detail) = match *node {
        Node::Const { .. } => (0, 0),
        Node::Symbol(_) => (1, 0),
        Node::Un(op, _) => (2, op as u64),
        Node::Bin(op, ..) => (3, op as u64),
        Node::Tern(op, ..) => (4, op as u64),
        Node::FCmp(pred, ..) => (5, pred as u64),
        Node::Cast(op, _) => (6, op as u64),
        Node::Extract { low, .. } => (7, u64::from(low)),
        Node::Concat { .. } => (8, 0),
        Node::Ite { .. } => (9, 0),
        Node::Lookup { .. } => (10, 0),
    };
    detail << 8 | shape
}
