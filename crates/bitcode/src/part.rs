//! A lowered module: plain data independent of LLVM, with unresolved symbols.

use whydunit_program::{Function, Scope, SourceFile, Types};

/// A symbol of a part, by its index in `Part::symbols`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SymbolId(pub(crate) u32);

/// One module after lowering. Ids of files, scopes and types are its own; callees of the form
/// `Callee::External` hold a `SymbolId` until the parts are linked.
#[derive(Default)]
pub(crate) struct Part {
    /// The origin of the module, for messages.
    pub(crate) name: String,
    /// All names that it defines or refers to.
    pub(crate) symbols: Vec<Symbol>,
    /// Defined functions.
    pub(crate) codes: Vec<Code>,
    /// Defined variables.
    pub(crate) datas: Vec<Data>,
    /// Constructors with their priorities.
    pub(crate) constructors: Vec<(u64, SymbolId)>,
    /// Destructors with their priorities.
    pub(crate) destructors: Vec<(u64, SymbolId)>,
    /// Source files.
    pub(crate) files: Vec<SourceFile>,
    /// Lexical scopes.
    pub(crate) scopes: Vec<Scope>,
    /// C types.
    pub(crate) types: Types,
    /// Was a compile unit optimised?
    pub(crate) optimised: bool,
    /// Are there functions without any debug information?
    pub(crate) anonymous: bool,
    /// Does it contain assembly outside of functions, which cannot be executed?
    pub(crate) assembly: bool,
}

/// A name with its meaning in the part.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    /// Its name.
    pub(crate) name: String,
    /// Visibility and strength.
    pub(crate) binding: Binding,
    /// The meaning.
    pub(crate) meaning: Meaning,
}

/// The role of a symbol in resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Binding {
    /// Defined elsewhere.
    Undefined,
    /// Defined elsewhere or null.
    UndefinedWeak,
    /// A definition that any other overrides.
    Weak,
    /// A tentative definition of a variable.
    Common,
    /// An ordinary definition.
    Strong,
    /// Not visible to other modules.
    Internal,
}

/// The meaning of a symbol in its part.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// A defined function, index into `Part::codes`.
    Code(usize),
    /// A defined variable, index into `Part::datas`.
    Data(usize),
    /// Another symbol's address plus an offset.
    Alias(Expr),
    /// A function that is only declared.
    DeclaredFunction,
    /// A variable that is only declared.
    DeclaredVariable {
        /// Size of the declared type.
        size: u64,
        /// Alignment of the declared type.
        align: u32,
    },
}

/// A function with the expressions of its constants, to be evaluated once addresses are known.
pub(crate) struct Code {
    /// The function; its `constants` are filled in by the linker.
    pub(crate) function: Function,
    /// The expressions of the constants.
    pub(crate) constants: Vec<Expr>,
    /// For each LLVM block the block it became, if a label's address is taken.
    pub(crate) labels: Vec<u32>,
}

/// A variable with its relocations.
pub(crate) struct Data {
    /// The variable without its address; `init` lacks the values of `relocations`.
    pub(crate) global: whydunit_program::Global,
    /// Addresses in the initialiser.
    pub(crate) relocations: Vec<Relocation>,
}

/// A value that is only known after linking, in an initialiser.
pub(crate) struct Relocation {
    /// Offset in the initialiser.
    pub(crate) offset: u64,
    /// Number of bytes (1–8).
    pub(crate) bytes: u8,
    /// The value.
    pub(crate) value: Expr,
}

/// A constant that may depend on addresses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Expr {
    /// A number, zero-extended.
    Int(u64),
    /// The address of a symbol, plus an offset.
    Symbol(SymbolId, i64),
    /// The address of a block (by LLVM's number) of a function.
    Label(SymbolId, u32),
    /// An operation on constants, truncated to this number of bits.
    Op(ExprOp, u32, Box<Expr>, Box<Expr>),
}

/// Operations that LLVM leaves unfolded because they involve addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ExprOp {
    /// Addition.
    Add,
    /// Subtraction.
    Sub,
    /// Multiplication.
    Mul,
    /// Exclusive or.
    Xor,
    /// Left shift.
    Shl,
}

impl Expr {
    /// `a op b` on `bits` bits, folded if possible.
    pub(crate) fn op(op: ExprOp, bits: u32, a: Expr, b: Expr) -> Expr {
        match (op, a, b) {
            (_, Expr::Int(x), Expr::Int(y)) => Expr::Int(op.apply(bits, x, y)),
            (ExprOp::Add, Expr::Symbol(id, n), Expr::Int(x)) | (ExprOp::Add, Expr::Int(x), Expr::Symbol(id, n))
                if bits == 64 =>
            {
                Expr::Symbol(id, n.wrapping_add(x as i64))
            }
            (ExprOp::Sub, Expr::Symbol(id, n), Expr::Int(x)) if bits == 64 => {
                Expr::Symbol(id, n.wrapping_sub(x as i64))
            }
            (_, a, b) => Expr::Op(op, bits, Box::new(a), Box::new(b)),
        }
    }

    /// The value truncated to `bits` bits.
    pub(crate) fn truncate(self, bits: u32) -> Expr {
        if bits >= 64 && !matches!(self, Expr::Int(_)) {
            return self;
        }
        Expr::op(ExprOp::Add, bits, self, Expr::Int(0))
    }

    /// Every symbol the value depends on.
    pub(crate) fn symbols(&self, visit: &mut impl FnMut(SymbolId)) {
        match self {
            Expr::Int(_) => {}
            Expr::Symbol(id, _) | Expr::Label(id, _) => visit(*id),
            Expr::Op(_, _, a, b) => {
                a.symbols(visit);
                b.symbols(visit);
            }
        }
    }
}

impl ExprOp {
    /// The operation on numbers.
    pub(crate) fn apply(self, bits: u32, a: u64, b: u64) -> u64 {
        let value = match self {
            ExprOp::Add => a.wrapping_add(b),
            ExprOp::Sub => a.wrapping_sub(b),
            ExprOp::Mul => a.wrapping_mul(b),
            ExprOp::Xor => a ^ b,
            ExprOp::Shl => a.checked_shl(b as u32).unwrap_or(0),
        };
        if bits >= 64 { value } else { value & ((1 << bits) - 1) }
    }
}
