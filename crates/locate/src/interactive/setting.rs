//! The settings of the debugger.

use crate::interactive::assumption::Assumptions;
use crate::methods::frontier::MAX_SLICE_INSTANCES;
use crate::methods::frontier::strategy::Strategy;

/// The choices of the user.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The strategy that chooses frontiers.
    pub strategy: Strategy,
    /// Which instances are assumed to be right.
    pub assumptions: Assumptions,
    /// The size of the window: about how many instances nearest to the failure, or to a wrong instance, are searched.
    pub nearest: usize,
}

impl Default for Setting {
    fn default() -> Self {
        Setting { strategy: Strategy::Closest, assumptions: Assumptions::default(), nearest: MAX_SLICE_INSTANCES }
    }
}
