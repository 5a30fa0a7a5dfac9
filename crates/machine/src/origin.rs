//! The origins of symbols, and the keys that identify them in every run.

use whydunit_terms::SymbolKey;

/// The origin of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The value that an alteration put in place of an instruction's own.
    Value {
        /// The number given by the alteration: the time of the instance in the explored run.
        number: u64,
    },
    /// A byte of standard input.
    Stdin {
        /// Its offset.
        offset: u64,
    },
    /// A byte of an argument of the program.
    Argument {
        /// Index of the argument; 0 is the program's name.
        index: u32,
        /// Offset in the argument.
        offset: u32,
    },
    /// A byte of a file.
    File {
        /// Index among the symbolic files.
        number: u32,
        /// Offset in the file.
        offset: u32,
    },
}

const TAG: u32 = 60;
const LOW: u64 = (1 << TAG) - 1;

impl Origin {
    /// The key of the symbol with this origin.
    pub fn key(self, width: u8) -> SymbolKey {
        let (tag, low) = match self {
            Origin::Value { number } => (1, number),
            Origin::Stdin { offset } => (2, offset),
            Origin::Argument { index, offset } => (3, u64::from(index) << 32 | u64::from(offset)),
            Origin::File { number, offset } => (4, u64::from(number) << 32 | u64::from(offset)),
        };
        SymbolKey { key: tag << TAG | low & LOW, width }
    }

    /// The origin of a symbol with this key, if a machine made the symbol.
    pub fn from_key(key: SymbolKey) -> Option<Origin> {
        let low = key.key & LOW;
        let (high, offset) = ((low >> 32) as u32, low as u32);
        match key.key >> TAG {
            1 => Some(Origin::Value { number: low }),
            2 => Some(Origin::Stdin { offset: low }),
            3 => Some(Origin::Argument { index: high, offset }),
            4 => Some(Origin::File { number: high, offset }),
            _ => None,
        }
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Origin::Value { number } => write!(f, "value@{number}"),
            Origin::Stdin { offset } => write!(f, "stdin[{offset}]"),
            Origin::Argument { index, offset } => write!(f, "argv[{index}][{offset}]"),
            Origin::File { number, offset } => write!(f, "file{number}[{offset}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_back_to_origins() {
        let all = [
            Origin::Value { number: 1 << 40 },
            Origin::Stdin { offset: 7 },
            Origin::Argument { index: 3, offset: 9 },
            Origin::File { number: 12, offset: u32::MAX },
        ];
        for origin in all {
            assert_eq!(Origin::from_key(origin.key(8)), Some(origin));
        }
    }
}
