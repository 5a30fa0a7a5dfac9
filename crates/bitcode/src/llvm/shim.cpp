// Access to the features of LLVM that its C API lacks: exact bits of constants, raw data, parts of the debug information.
// Every function returns a neutral value for an argument of another kind than it expects.
#include "llvm-c/Core.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

static uint64_t copyBits(const APInt &bits, uint64_t out[2]) {
  out[0] = bits.getRawData()[0];
  out[1] = bits.getNumWords() > 1 ? bits.getRawData()[1] : 0;
  return bits.getBitWidth();
}

template <typename T> static const T *as(LLVMMetadataRef md) {
  return dyn_cast_or_null<T>(reinterpret_cast<const Metadata *>(md));
}

static LLVMMetadataRef ref(const Metadata *md) {
  return reinterpret_cast<LLVMMetadataRef>(const_cast<Metadata *>(md));
}

extern "C" {

// The reader checks debug information while it reads and prints errors to stderr; we check it
// afterwards, by the verifier.
void wd_be_quiet() {
  auto &options = cl::getRegisteredOptions();
  auto found = options.find("disable-auto-upgrade-debug-info");
  if (found != options.end())
    static_cast<cl::opt<bool> *>(found->second)->setValue(true);
}

// The bits (lowest 128) of an integer or float constant; returns its width, 0 if it is neither.
uint64_t wd_constant_bits(LLVMValueRef value, uint64_t out[2]) {
  const Value *v = unwrap(value);
  if (auto *i = dyn_cast<ConstantInt>(v))
    return copyBits(i->getValue(), out);
  if (auto *f = dyn_cast<ConstantFP>(v))
    return copyBits(f->getValueAPF().bitcastToAPInt(), out);
  return 0;
}

// Word `index` of an integer constant of any width.
uint64_t wd_constant_word(LLVMValueRef value, unsigned index) {
  auto *constant = dyn_cast<ConstantInt>(unwrap(value));
  return constant && index < constant->getValue().getNumWords() ? constant->getValue().getRawData()[index] : 0;
}

// The bytes of a constant data array or vector in their memory layout.
const char *wd_data_bytes(LLVMValueRef value, size_t *len) {
  auto *data = dyn_cast<ConstantDataSequential>(unwrap(value));
  StringRef raw = data ? data->getRawDataValues() : StringRef();
  *len = raw.size();
  return raw.data();
}

// The sum of a GEP's indices in bytes when all of them are constants.
int wd_constant_offset(LLVMValueRef gep, LLVMModuleRef module, int64_t *offset) {
  auto *op = dyn_cast<GEPOperator>(unwrap(gep));
  if (!op || op->getType()->isVectorTy())
    return 0;
  const DataLayout &layout = unwrap(module)->getDataLayout();
  APInt sum(layout.getIndexTypeSizeInBits(op->getType()), 0);
  if (!op->accumulateConstantOffset(layout, sum))
    return 0;
  *offset = sum.getSExtValue();
  return 1;
}

// Is parameter `index` of a function or call passed by value in memory? Then its size and alignment.
int wd_byval(LLVMValueRef value, unsigned index, LLVMModuleRef module, uint64_t *size, uint64_t *align) {
  Value *v = unwrap(value);
  AttributeList list;
  if (auto *function = dyn_cast<Function>(v))
    list = function->getAttributes();
  else if (auto *call = dyn_cast<CallBase>(v))
    list = call->getAttributes();
  Type *type = list.getParamByValType(index);
  if (!type || !type->isSized())
    return 0;
  *size = unwrap(module)->getDataLayout().getTypeAllocSize(type);
  *align = list.getParamAlignment(index).valueOrOne().value();
  return 1;
}

size_t wd_md_operand_count(LLVMMetadataRef md) {
  auto *node = as<MDNode>(md);
  return node ? node->getNumOperands() : 0;
}

LLVMMetadataRef wd_md_operand(LLVMMetadataRef md, size_t index) {
  auto *node = as<MDNode>(md);
  return node && index < node->getNumOperands() ? ref(node->getOperand(index).get()) : nullptr;
}

const char *wd_md_string(LLVMMetadataRef md, size_t *len) {
  auto *string = as<MDString>(md);
  StringRef text = string ? string->getString() : StringRef();
  *len = text.size();
  return text.data();
}

// The metadata that an operand of a `dbg` intrinsic wraps, and the value that this metadata refers to.
LLVMMetadataRef wd_wrapped_metadata(LLVMValueRef value) {
  auto *wrapped = dyn_cast<MetadataAsValue>(unwrap(value));
  return wrapped ? ref(wrapped->getMetadata()) : nullptr;
}

LLVMValueRef wd_wrapped_value(LLVMValueRef value) {
  auto *wrapped = dyn_cast<MetadataAsValue>(unwrap(value));
  auto *inner = wrapped ? dyn_cast<ValueAsMetadata>(wrapped->getMetadata()) : nullptr;
  return inner ? wrap(inner->getValue()) : nullptr;
}

unsigned wd_di_line(LLVMMetadataRef md) {
  if (auto *block = as<DILexicalBlock>(md))
    return block->getLine();
  if (auto *function = as<DISubprogram>(md))
    return function->getLine();
  if (auto *variable = as<DIVariable>(md))
    return variable->getLine();
  return 0;
}

unsigned wd_di_tag(LLVMMetadataRef md) {
  auto *node = as<DINode>(md);
  return node ? node->getTag() : 0;
}

unsigned wd_di_encoding(LLVMMetadataRef md) {
  auto *type = as<DIBasicType>(md);
  return type ? type->getEncoding() : 0;
}

unsigned wd_di_argument(LLVMMetadataRef md) {
  auto *variable = as<DILocalVariable>(md);
  return variable ? variable->getArg() : 0;
}

// An enumeration constant's value; wider ones are cut to 64 bits.
int64_t wd_di_enumerator(LLVMMetadataRef md) {
  auto *constant = as<DIEnumerator>(md);
  if (!constant)
    return 0;
  const APInt &value = constant->getValue();
  APInt sized = constant->isUnsigned() ? value.zextOrTrunc(64) : value.sextOrTrunc(64);
  return sized.getSExtValue();
}

// Does an expression state that the location holds the variable's address?
int wd_di_derefs(LLVMMetadataRef md) {
  auto *expression = as<DIExpression>(md);
  return expression && expression->getNumElements() > 0 && expression->getElement(0) == dwarf::DW_OP_deref;
}

// Number of elements of an array dimension, -1 when it is not a constant.
int64_t wd_di_count(LLVMMetadataRef md) {
  auto *range = as<DISubrange>(md);
  if (!range)
    return -1;
  auto count = range->getCount();
  if (auto *fixed = dyn_cast_if_present<ConstantInt *>(count))
    return fixed->getSExtValue();
  return -1;
}

uint64_t wd_di_size(LLVMMetadataRef md) {
  auto *type = as<DIType>(md);
  return type ? type->getSizeInBits() : 0;
}

uint64_t wd_di_offset(LLVMMetadataRef md) {
  auto *type = as<DIType>(md);
  return type ? type->getOffsetInBits() : 0;
}

int wd_di_is_bit_field(LLVMMetadataRef md) {
  auto *type = as<DIType>(md);
  return type && type->isBitField();
}

LLVMMetadataRef wd_di_file(LLVMMetadataRef md) {
  auto *scope = as<DIScope>(md);
  return scope ? ref(scope->getFile()) : nullptr;
}

// The variable that a global's debug information describes.
LLVMMetadataRef wd_global_variable(LLVMValueRef value) {
  auto *global = dyn_cast<GlobalVariable>(unwrap(value));
  if (!global)
    return nullptr;
  SmallVector<DIGlobalVariableExpression *, 1> all;
  global->getDebugInfo(all);
  return all.empty() ? nullptr : ref(all.front()->getVariable());
}

int wd_has_debug_information(LLVMModuleRef module) { return !unwrap(module)->debug_compile_units().empty(); }

int wd_is_optimised(LLVMModuleRef module) {
  for (auto *unit : unwrap(module)->debug_compile_units())
    if (unit->isOptimized())
      return 1;
  return 0;
}

} // extern "C"
