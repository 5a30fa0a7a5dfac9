//! Hash-consed symbolic terms over bit-vectors and floats.
//!
//! A [`Store`] holds terms; its constructors take the operations of the IR and simplify as they
//! build, with exactly the semantics of [`fold`]. Terms can be evaluated under a [`Model`],
//! searched for symbols, measured and printed as SMT-LIB. This crate never calls a solver.
//!
//! ```
//! use whydunit_terms::{Evaluator, Model, Store, SymbolKey};
//!
//! let mut store = Store::new();
//! let byte = store.symbol("stdin[0]", 0, 8);
//! let wide = store.sext(byte, 32);
//! let nine = store.constant(32, 57);
//! let above = store.slt(nine, wide); // narrowed to eight bits
//! assert_eq!(store.width(byte), 8);
//!
//! let mut model = Model::new();
//! model.set(SymbolKey { key: 0, width: 8 }, 65);
//! assert_eq!(Evaluator::new(&store, &model).eval(above), 1);
//! ```
#![forbid(unsafe_code)]

mod arena;
mod build;
mod eval;
mod few;
pub mod fold;
mod hash;
mod model;
pub mod smtlib;
mod statistics;
mod store;
mod sweep;
mod tape;
mod term;
mod walk;

pub use eval::Evaluator;
pub use hash::{ContentHash, PlainMap, PlainSet};
pub use model::Model;
pub use statistics::Statistics;
pub use store::Store;
pub use tape::Tape;
pub use term::{
    MAX_WIDTH, Node, Operands, Symbol, SymbolId, SymbolKey, Table, TableId, TermId, inverse, is_commutative,
    is_comparison, is_core, is_float_op,
};
pub use walk::Walk;
