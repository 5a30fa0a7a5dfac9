//! The table of models: the Rust function for each C function.

pub(crate) mod cursor;
pub(crate) mod guest_ext;
pub(crate) mod refusal;
pub(crate) mod surroundings;
pub(crate) mod syscall;
pub(crate) mod words;

use std::collections::HashMap;
use std::sync::LazyLock;

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::headers::TABLES;

/// The model of a libc function: its name and its implementation.
pub(crate) struct Model {
    pub(crate) name: &'static str,
    pub(crate) run: ModelFn,
}

/// The implementation of a model. Arguments come from `Guest::args`.
pub(crate) type ModelFn = fn(&mut Posix, &mut dyn Guest) -> Run<Reply>;

/// A row of a header's table.
pub(crate) const fn model(name: &'static str, run: ModelFn) -> Model {
    Model { name, run }
}

static ALL: LazyLock<Vec<&'static Model>> = LazyLock::new(|| TABLES.iter().copied().flatten().collect());
static BY_NAME: LazyLock<HashMap<&'static str, u32>> =
    LazyLock::new(|| ALL.iter().enumerate().map(|(i, m)| (m.name, i as u32)).collect());

/// The number of the model for `name`.
pub(crate) fn find(name: &str) -> Option<u32> {
    BY_NAME.get(name).copied()
}

/// The model with that number.
pub(crate) fn get(index: u32) -> &'static Model {
    ALL[index as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_served_once() {
        let mut names: Vec<_> = ALL.iter().map(|m| m.name).collect();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
        assert!(twice.is_empty(), "modelled twice: {twice:?}");
    }
}
