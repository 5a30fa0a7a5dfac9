/* A stack machine: instructions are a byte, followed by an operand in 7-bit groups for those that have one. */
#ifndef VM_H
#define VM_H

#include <stddef.h>

#define MAX_CODE 4096
#define MAX_STACK 64
#define MAX_CALLS 32
#define MEMORY 64

typedef enum {
    OP_HALT, OP_PUSH, OP_POP, OP_DUP, OP_SWAP, OP_OVER,
    OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_NEG, OP_EQ, OP_LT, OP_NOT, OP_SHL, OP_AND,
    OP_JMP, OP_JZ, OP_CALL, OP_RET,
    OP_LOAD, OP_STORE, OP_FETCH, OP_PUT, OP_PRINT, OP_EMIT,
    OP_COUNT
} Opcode;

typedef enum { OPERAND_NONE, OPERAND_NUMBER, OPERAND_LABEL } Operand;

typedef struct {
    const char *name;
    Operand operand;
    int pops, pushes;
} Instruction;

extern const Instruction instructions[OP_COUNT];

typedef struct {
    unsigned char code[MAX_CODE];
    size_t size;
} Program;

typedef struct {
    int line;
    char message[64];
} AsmError;

/* Assembles a text; 0 and an error when it cannot. */
int assemble(const char *text, Program *program, AsmError *error);

/* Reads the operand at *at and moves behind it. */
long read_operand(const Program *program, size_t *at);

typedef struct {
    long stack[MAX_STACK];
    int height;
    size_t calls[MAX_CALLS];
    int depth;
    long memory[MEMORY];
    size_t at;
    long steps;
    const char *fault;          /* why the machine stopped, or NULL */
} Machine;

void reset(Machine *machine);
/* Executes until halt, a fault or the limit of steps. */
void run(Machine *machine, const Program *program, long limit);

void list(const Program *program);

#endif
