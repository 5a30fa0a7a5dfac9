//! The models, one module per C header.

mod errno;
mod time;
mod whydunit;

use crate::model::Model;

/// All tables. To add a header: a module here, its `MODELS` in this list.
#[rustfmt::skip]
pub(crate) const TABLES: &[&[Model]] = &[
    errno::MODELS,
    time::MODELS,
    whydunit::MODELS,
];
