//! Strategies that choose the next frontier.

/// A strategy.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// The smallest, nearest to the failure.
    Closest,
    /// One of the smallest (or nearly smallest) that halves the domain.
    #[default]
    Balanced,
    /// All instances one dependence before the known wrong ones.
    SingleStep,
    /// All instances half way back, by dependence distance.
    Bisection,
    /// One random instance.
    Random(Dice),
}

impl Strategy {
    /// The names of all strategies, as users write them.
    pub const NAMES: [&'static str; 5] = ["closest", "balanced", "single-step", "bisection", "random"];

    /// The strategy with a name.
    pub fn named(name: &str) -> Option<Strategy> {
        Some(match name {
            "closest" => Strategy::Closest,
            "balanced" => Strategy::Balanced,
            "single-step" => Strategy::SingleStep,
            "bisection" => Strategy::Bisection,
            "random" => Strategy::Random(Dice::default()),
            _ => return None,
        })
    }
}

/// Pseudo-random numbers that are the same in every run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice(u64);

impl Dice {
    /// Dice with a fixed seed.
    pub const FIXED: Dice = Dice(0x9e37_79b9_7f4a_7c15);
}

impl Default for Dice {
    fn default() -> Self {
        Dice::FIXED
    }
}

impl Dice {
    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let mut random = fastrand::Rng::with_seed(self.0);
        let number = random.usize(..limit);
        self.0 = random.get_seed();
        number
    }
}
