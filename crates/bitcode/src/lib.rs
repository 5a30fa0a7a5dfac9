//! Reads LLVM bitcode into a `Program`.
