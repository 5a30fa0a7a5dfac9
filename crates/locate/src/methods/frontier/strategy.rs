//! Which frontier to ask about next.

/// How frontiers are chosen.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// The smallest, nearest to the failure.
    Closest,
    /// Of the smallest (or nearly) one that halves the domain.
    #[default]
    Balanced,
    /// Everything one dependence before what is known wrong.
    SingleStep,
    /// Everything half way back, by dependence distance.
    Bisection,
    /// One instance, by chance.
    Random(Dice),
}

impl Strategy {
    /// All of them by the names users give.
    pub const NAMES: [&'static str; 5] = ["closest", "balanced", "single-step", "bisection", "random"];

    /// By name.
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

/// Numbers that look like chance and are the same every time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice(u64);

impl Dice {
    /// Dice that always fall the same way.
    pub const FIXED: Dice = Dice(1);
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
