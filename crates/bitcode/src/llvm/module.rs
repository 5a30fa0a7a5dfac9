//! A parsed and verified module with its own context.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::null_mut;
use std::sync::Once;

use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::LLVMParseBitcodeInContext2;
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::prelude::*;
use llvm_sys::target::*;

use super::{Ty, TyKind, Value, shim};

/// A module that LLVM's verifier accepts. Dropping it frees all its LLVM objects.
pub(crate) struct Module {
    context: LLVMContextRef,
    module: LLVMModuleRef,
    layout: LLVMTargetDataRef,
}

/// The memory layout of a parameter passed by value in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Byval {
    /// Size in bytes.
    pub(crate) size: u64,
    /// Alignment in bytes.
    pub(crate) align: u64,
}

/// Bitcode or LLVM's text form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Bitcode.
    Binary,
    /// Text.
    Text,
}

/// A context whose diagnostics are collected instead of printed.
struct Context {
    context: LLVMContextRef,
    messages: Box<RefCell<Vec<String>>>,
}

impl Context {
    fn new() -> Self {
        static QUIET: Once = Once::new();
        // SAFETY: changes an option of LLVM's once, before anything is parsed.
        QUIET.call_once(|| unsafe { shim::wd_be_quiet() });
        let messages = Box::new(RefCell::new(Vec::new()));
        // SAFETY: a fresh context; the handler's data is boxed and outlives the parsing, after
        // which the handler is replaced (`into_raw`).
        let context = unsafe {
            let context = LLVMContextCreate();
            let data: *const RefCell<Vec<String>> = &*messages;
            LLVMContextSetDiagnosticHandler(context, Some(collect), data.cast_mut().cast());
            context
        };
        Context { context, messages }
    }

    fn failure(self, other: String) -> String {
        // SAFETY: the context is ours and none of its objects is used any more.
        unsafe { LLVMContextDispose(self.context) };
        let collected = self.messages.borrow().join("; ");
        if collected.is_empty() { other } else { collected }
    }

    fn into_raw(self) -> LLVMContextRef {
        // SAFETY: the context is alive; from here on diagnostics are dropped.
        unsafe { LLVMContextSetDiagnosticHandler(self.context, Some(ignore), null_mut()) };
        self.context
    }
}

extern "C" fn collect(info: LLVMDiagnosticInfoRef, data: *mut c_void) {
    // SAFETY: LLVM passes a live diagnostic; `data` is the vector given in `Context::new`.
    unsafe {
        let message = take_message(LLVMGetDiagInfoDescription(info));
        if matches!(LLVMGetDiagInfoSeverity(info), LLVMDiagnosticSeverity::LLVMDSError) {
            (*data.cast::<RefCell<Vec<String>>>()).borrow_mut().push(message);
        }
    }
}

extern "C" fn ignore(_: LLVMDiagnosticInfoRef, _: *mut c_void) {}

/// Copies a message that LLVM allocated and frees it.
fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM's messages are NUL-terminated and ours to dispose of.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

impl Module {
    /// Parses and verifies a module. The error is LLVM's message.
    pub(crate) fn parse(name: &str, bytes: &[u8], form: Form) -> Result<Module, String> {
        let context = Context::new();
        let module = match form {
            Form::Binary => parse_binary(&context, name, bytes),
            Form::Text => parse_text(&context, name, bytes),
        };
        let module = match module {
            Ok(module) => module,
            Err(message) => return Err(context.failure(message)),
        };
        if let Err(message) = check(module) {
            // SAFETY: the module is ours and is not used any more.
            unsafe { LLVMDisposeModule(module) };
            return Err(context.failure(message));
        }
        // SAFETY: the module is alive; debug records become calls of intrinsics, which the C API
        // exposes. The layout belongs to the module.
        let layout = unsafe {
            LLVMSetIsNewDbgInfoFormat(module, 0);
            LLVMGetModuleDataLayout(module)
        };
        Ok(Module { context: context.into_raw(), module, layout })
    }

    /// The target triple ("x86_64-pc-linux-gnu").
    pub(crate) fn triple(&self) -> String {
        // SAFETY: the module is alive and owns the string.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.module)).to_string_lossy().into_owned() }
    }

    /// Was a compile unit optimised, so that variables live in registers? Bitcode that was embedded
    /// before the optimiser ran does not count, regardless of its flags.
    pub(crate) fn is_optimised(&self) -> bool {
        // SAFETY: the module is alive.
        let flagged = unsafe { shim::wd_is_optimised(self.module) != 0 };
        flagged && self.functions().any(|f| f.intrinsic().as_deref() == Some("llvm.dbg.value"))
    }

    /// Was it compiled with debug information?
    pub(crate) fn has_debug_information(&self) -> bool {
        // SAFETY: the module is alive.
        unsafe { shim::wd_has_debug_information(self.module) != 0 }
    }

    /// Does it contain assembly outside of functions?
    pub(crate) fn has_assembly(&self) -> bool {
        let mut len = 0;
        // SAFETY: the module is alive; the length is written.
        unsafe { LLVMGetModuleInlineAsm(self.module, &mut len) };
        len > 0
    }

    /// All functions, defined and declared.
    pub(crate) fn functions(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: the module is alive.
        self.chain(unsafe { LLVMGetFirstFunction(self.module) }, LLVMGetNextFunction)
    }

    /// All global variables.
    pub(crate) fn globals(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: the module is alive.
        self.chain(unsafe { LLVMGetFirstGlobal(self.module) }, LLVMGetNextGlobal)
    }

    /// All aliases.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: the module is alive.
        self.chain(unsafe { LLVMGetFirstGlobalAlias(self.module) }, LLVMGetNextGlobalAlias)
    }

    /// All indirect functions (`ifunc`).
    pub(crate) fn ifuncs(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: the module is alive.
        self.chain(unsafe { LLVMGetFirstGlobalIFunc(self.module) }, LLVMGetNextGlobalIFunc)
    }

    fn chain(
        &self,
        first: LLVMValueRef,
        next: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef,
    ) -> impl Iterator<Item = Value<'_>> {
        let mut current = first;
        std::iter::from_fn(move || {
            let value = Value::new(current)?;
            // SAFETY: `current` is an element of the list that `next` walks.
            current = unsafe { next(current) };
            Some(value)
        })
    }

    /// Size in memory including padding, 0 for types without one.
    pub(crate) fn size_of(&self, ty: Ty<'_>) -> u64 {
        // SAFETY: the type is of this module; LLVM asks for sized types only.
        if ty.is_sized() { unsafe { LLVMABISizeOfType(self.layout, ty.raw()) } } else { 0 }
    }

    /// Alignment in bytes.
    pub(crate) fn align_of(&self, ty: Ty<'_>) -> u32 {
        // SAFETY: as in `size_of`.
        if ty.is_sized() { unsafe { LLVMABIAlignmentOfType(self.layout, ty.raw()) } } else { 1 }
    }

    /// The offset of a struct's field.
    pub(crate) fn offset_of(&self, ty: Ty<'_>, field: u32) -> u64 {
        assert!(ty.kind() == TyKind::LLVMStructTypeKind && field < ty.len() as u32);
        // SAFETY: it is a struct and has that field.
        unsafe { LLVMOffsetOfElement(self.layout, ty.raw(), field) }
    }

    /// The sum of a GEP's indices in bytes, if constant.
    pub(crate) fn constant_offset(&self, gep: Value<'_>) -> Option<i64> {
        let mut offset = 0;
        // SAFETY: the value is of this module; the shim checks that it is a GEP.
        let known = unsafe { shim::wd_constant_offset(gep.raw(), self.module, &mut offset) != 0 };
        known.then_some(offset)
    }

    /// Is parameter `index` of a function or call passed by value in memory?
    pub(crate) fn byval(&self, value: Value<'_>, index: u32) -> Option<Byval> {
        let (mut size, mut align) = (0, 0);
        // SAFETY: the value is of this module; the shim checks its kind.
        let found = unsafe { shim::wd_byval(value.raw(), index, self.module, &mut size, &mut align) != 0 };
        found.then_some(Byval { size, align })
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: both are ours, and views of them cannot outlive `self`.
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
        }
    }
}

fn buffer(name: &str, bytes: &[u8]) -> LLVMMemoryBufferRef {
    let name = CString::new(name.replace('\0', "")).unwrap_or_default();
    // SAFETY: LLVM copies the bytes and the name.
    unsafe { LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr()) }
}

fn parse_binary(context: &Context, name: &str, bytes: &[u8]) -> Result<LLVMModuleRef, String> {
    let mut module = null_mut();
    // SAFETY: the buffer is ours, read during the call only, and disposed of afterwards.
    let failed = unsafe {
        let buffer = buffer(name, bytes);
        let failed = LLVMParseBitcodeInContext2(context.context, buffer, &mut module);
        LLVMDisposeMemoryBuffer(buffer);
        failed
    };
    if failed != 0 { Err("not valid bitcode".into()) } else { Ok(module) }
}

fn parse_text(context: &Context, name: &str, bytes: &[u8]) -> Result<LLVMModuleRef, String> {
    let (mut module, mut message) = (null_mut(), null_mut());
    // SAFETY: the parser takes the buffer over; the message is ours.
    let failed = unsafe { LLVMParseIRInContext(context.context, buffer(name, bytes), &mut module, &mut message) };
    let message = take_message(message);
    if failed != 0 { Err(message) } else { Ok(module) }
}

fn check(module: LLVMModuleRef) -> Result<(), String> {
    let mut message = null_mut();
    // SAFETY: the module is alive; the verifier only reports.
    let broken = unsafe { LLVMVerifyModule(module, LLVMVerifierFailureAction::LLVMReturnStatusAction, &mut message) };
    let message = take_message(message);
    if broken != 0 { Err(message) } else { Ok(()) }
}
