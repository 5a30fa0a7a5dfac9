//! How a failing run is debugged.

use crate::interactive::assumption::Assumptions;
use crate::methods::frontier::MAX_SLICE_INSTANCES;
use crate::methods::frontier::strategy::Strategy;

/// What the user may choose.
#[derive(Clone, Debug)]
pub struct Setting {
    /// How frontiers are chosen.
    pub strategy: Strategy,
    /// What is taken to be right without asking.
    pub helps: Assumptions,
    /// About so many instances nearest to the failure, or to what is wrong, are looked at.
    pub nearest: usize,
}

impl Default for Setting {
    fn default() -> Self {
        Setting { strategy: Strategy::Closest, helps: Assumptions::default(), nearest: MAX_SLICE_INSTANCES }
    }
}
