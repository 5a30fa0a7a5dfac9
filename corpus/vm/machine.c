/* Executes and lists code. */
#include "vm.h"

#include <stdio.h>
#include <string.h>

void reset(Machine *machine)
{
    memset(machine, 0, sizeof *machine);
}

static void stop(Machine *m, const char *fault)
{
    m->fault = fault;
}

static void push(Machine *m, long value)
{
    m->stack[m->height++] = value;
}

static long pop(Machine *m)
{
    return m->stack[--m->height];
}

static long *cell(Machine *m, long address)
{
    if (address < 0 || address >= MEMORY) {
        stop(m, "bad address");
        return &m->memory[0];
    }
    return &m->memory[address];
}

static long calculate(Machine *m, Opcode op, long a, long b)
{
    switch (op) {
    case OP_ADD: return a + b;
    case OP_SUB: return a - b;
    case OP_MUL: return a * b;
    case OP_DIV:
    case OP_MOD:
        if (b == 0) {
            stop(m, "division by zero");
            return 0;
        }
        return op == OP_DIV ? a / b : a % b;
    case OP_EQ: return a == b;
    case OP_LT: return a < b;
    case OP_SHL: return (long)((unsigned long)a << (b & 63));
    case OP_AND: return a & b;
    default: return 0;
    }
}

static void jump(Machine *m, const Program *program, long target)
{
    if (target < 0 || (size_t)target >= program->size)
        stop(m, "bad jump");
    else
        m->at = (size_t)target;
}

static void call(Machine *m, const Program *program, long target)
{
    if (m->depth == MAX_CALLS) {
        stop(m, "too many calls");
        return;
    }
    m->calls[m->depth++] = m->at;
    jump(m, program, target);
}

static void return_from_call(Machine *m)
{
    if (m->depth == 0)
        stop(m, "return without call");
    else
        m->at = m->calls[--m->depth];
}

static void rearrange(Machine *m, Opcode op)
{
    long top = pop(m);
    if (op == OP_DUP) {
        push(m, top);
        push(m, top);
    } else if (op == OP_SWAP) {
        long below = pop(m);
        push(m, top);
        push(m, below);
    } else if (op == OP_OVER) {
        long below = m->stack[m->height - 1];
        push(m, top);
        push(m, below);
    }
}

static void access_memory(Machine *m, Opcode op, long operand)
{
    switch (op) {
    case OP_LOAD: push(m, *cell(m, operand)); break;
    case OP_STORE: *cell(m, operand) = pop(m); break;
    case OP_FETCH: push(m, *cell(m, pop(m))); break;
    default: {
        long address = pop(m);
        *cell(m, address) = pop(m);
    }
    }
}

static void execute(Machine *m, const Program *program, Opcode op, long operand)
{
    switch (op) {
    case OP_PUSH: push(m, operand); break;
    case OP_POP: case OP_DUP: case OP_SWAP: case OP_OVER: rearrange(m, op); break;
    case OP_NEG: push(m, -pop(m)); break;
    case OP_NOT: push(m, !pop(m)); break;
    case OP_JMP: jump(m, program, operand); break;
    case OP_JZ:
        if (pop(m) == 0)
            jump(m, program, operand);
        break;
    case OP_CALL: call(m, program, operand); break;
    case OP_RET: return_from_call(m); break;
    case OP_LOAD: case OP_STORE: case OP_FETCH: case OP_PUT: access_memory(m, op, operand); break;
    case OP_PRINT: printf("%ld\n", pop(m)); break;
    case OP_EMIT: putchar((int)(pop(m) & 0xFF)); break;
    default: {
        long right = pop(m), left = pop(m);
        push(m, calculate(m, op, left, right));
    }
    }
}

static int fits(Machine *m, const Instruction *instruction)
{
    if (m->height < instruction->pops) {
        stop(m, "stack underflow");
        return 0;
    }
    if (m->height - instruction->pops + instruction->pushes > MAX_STACK) {
        stop(m, "stack overflow");
        return 0;
    }
    return 1;
}

void run(Machine *m, const Program *program, long limit)
{
    while (m->fault == NULL) {
        if (m->at >= program->size) {
            stop(m, "end of code");
            return;
        }
        if (m->steps >= limit) {
            stop(m, "step limit");
            return;
        }
        m->steps++;
        Opcode op = (Opcode)program->code[m->at++];
        if (op == OP_HALT)
            return;
        if (op >= OP_COUNT) {
            stop(m, "bad instruction");
            return;
        }
        long operand = instructions[op].operand != OPERAND_NONE ? read_operand(program, &m->at) : 0;
        if (fits(m, &instructions[op]))
            execute(m, program, op, operand);
    }
}

void list(const Program *program)
{
    size_t at = 0;
    while (at < program->size) {
        size_t start = at;
        const Instruction *instruction = &instructions[program->code[at++]];
        printf("%04zx  ", start);
        if (instruction->operand == OPERAND_NONE)
            printf("%s", instruction->name);
        else
            printf("%s %ld", instruction->name, read_operand(program, &at));
        printf("  [");
        for (size_t i = start; i < at; i++)
            printf(i > start ? " %02x" : "%02x", program->code[i]);
        printf("]\n");
    }
}
