//! The notations of regular expressions, as glibc's syntax bits, and the errors in patterns.

/// A set of syntax bits (`reg_syntax_t`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Syntax(pub(crate) u64);

impl Syntax {
    pub(crate) const BACKSLASH_ESCAPE_IN_LISTS: u64 = 1;
    pub(crate) const BK_PLUS_QM: u64 = 1 << 1;
    pub(crate) const CHAR_CLASSES: u64 = 1 << 2;
    pub(crate) const CONTEXT_INDEP_ANCHORS: u64 = 1 << 3;
    pub(crate) const CONTEXT_INDEP_OPS: u64 = 1 << 4;
    pub(crate) const CONTEXT_INVALID_OPS: u64 = 1 << 5;
    pub(crate) const DOT_NEWLINE: u64 = 1 << 6;
    pub(crate) const DOT_NOT_NULL: u64 = 1 << 7;
    pub(crate) const HAT_LISTS_NOT_NEWLINE: u64 = 1 << 8;
    pub(crate) const INTERVALS: u64 = 1 << 9;
    pub(crate) const LIMITED_OPS: u64 = 1 << 10;
    pub(crate) const NEWLINE_ALT: u64 = 1 << 11;
    pub(crate) const NO_BK_BRACES: u64 = 1 << 12;
    pub(crate) const NO_BK_PARENS: u64 = 1 << 13;
    pub(crate) const NO_BK_REFS: u64 = 1 << 14;
    pub(crate) const NO_BK_VBAR: u64 = 1 << 15;
    pub(crate) const NO_EMPTY_RANGES: u64 = 1 << 16;
    pub(crate) const UNMATCHED_RIGHT_PAREN_ORD: u64 = 1 << 17;
    pub(crate) const NO_GNU_OPS: u64 = 1 << 19;
    pub(crate) const INVALID_INTERVAL_ORD: u64 = 1 << 21;
    pub(crate) const ICASE: u64 = 1 << 22;
    pub(crate) const CARET_ANCHORS_HERE: u64 = 1 << 23;
    pub(crate) const CONTEXT_INVALID_DUP: u64 = 1 << 24;
    pub(crate) const NO_SUB: u64 = 1 << 25;

    const POSIX_COMMON: u64 =
        Self::CHAR_CLASSES | Self::DOT_NEWLINE | Self::DOT_NOT_NULL | Self::INTERVALS | Self::NO_EMPTY_RANGES;

    /// POSIX basic regular expressions, as `regcomp` reads them.
    pub(crate) const BASIC: Syntax = Syntax(Self::POSIX_COMMON | Self::BK_PLUS_QM | Self::CONTEXT_INVALID_DUP);

    /// POSIX extended regular expressions.
    pub(crate) const EXTENDED: Syntax = Syntax(
        Self::POSIX_COMMON
            | Self::CONTEXT_INDEP_ANCHORS
            | Self::CONTEXT_INDEP_OPS
            | Self::NO_BK_BRACES
            | Self::NO_BK_PARENS
            | Self::NO_BK_VBAR
            | Self::CONTEXT_INVALID_OPS
            | Self::UNMATCHED_RIGHT_PAREN_ORD,
    );

    /// Is this bit set?
    pub(crate) fn has(self, bit: u64) -> bool {
        self.0 & bit != 0
    }

    /// With a bit set.
    pub(crate) fn with(self, bit: u64) -> Self {
        Syntax(self.0 | bit)
    }

    /// With a bit cleared.
    pub(crate) fn without(self, bit: u64) -> Self {
        Syntax(self.0 & !bit)
    }
}

/// An error in a pattern, with the number of `reg_errcode_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    BadPattern = 2,
    Collate = 3,
    Class = 4,
    Escape = 5,
    SubReg = 6,
    Bracket = 7,
    Paren = 8,
    Brace = 9,
    BadBrace = 10,
    Range = 11,
    Space = 12,
    BadRepeat = 13,
    Size = 15,
    RightParen = 16,
}

/// The messages of `regerror` by number.
pub(crate) const MESSAGES: [&str; 17] = [
    "Success",
    "No match",
    "Invalid regular expression",
    "Invalid collation character",
    "Invalid character class name",
    "Trailing backslash",
    "Invalid back reference",
    "Unmatched [, [^, [:, [., or [=",
    "Unmatched ( or \\(",
    "Unmatched \\{",
    "Invalid content of \\{\\}",
    "Invalid range end",
    "Memory exhausted",
    "Invalid preceding regular expression",
    "Premature end of regular expression",
    "Regular expression too big",
    "Unmatched ) or \\)",
];

impl Fault {
    /// The message of `regerror`.
    pub(crate) fn message(self) -> &'static str {
        MESSAGES[self as usize]
    }
}
