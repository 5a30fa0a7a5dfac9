//! One module per subcommand.

pub(crate) mod bench;
pub(crate) mod cc;
pub(crate) mod cures;
pub(crate) mod debug;
pub(crate) mod env;
pub(crate) mod explain;
pub(crate) mod ir;
pub(crate) mod mutants;
pub(crate) mod run;
pub(crate) mod shrink;
pub(crate) mod slice;
pub(crate) mod spectrum;
pub(crate) mod trace;
