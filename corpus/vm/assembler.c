/* From text to code in two steps: instructions with labels, then code in which every label has its address. */
#include "vm.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LABELS 32
#define MAX_ITEMS 256
#define NAME 16

typedef struct {
    char name[NAME];
    int item;                   /* number of the instruction it stands before */
} Label;

typedef struct {
    Opcode op;
    long number;
    char label[NAME];
    int line;
    size_t address;
} Item;

typedef struct {
    Item items[MAX_ITEMS];
    int item_count;
    size_t end;                 /* address behind the last instruction */
    Label labels[MAX_LABELS];
    int label_count;
    AsmError *error;
} Assembler;

const Instruction instructions[OP_COUNT] = {
    [OP_HALT] = {"halt", OPERAND_NONE, 0, 0},   [OP_PUSH] = {"push", OPERAND_NUMBER, 0, 1},
    [OP_POP] = {"pop", OPERAND_NONE, 1, 0},     [OP_DUP] = {"dup", OPERAND_NONE, 1, 2},
    [OP_SWAP] = {"swap", OPERAND_NONE, 2, 2},   [OP_OVER] = {"over", OPERAND_NONE, 2, 3},
    [OP_ADD] = {"add", OPERAND_NONE, 2, 1},     [OP_SUB] = {"sub", OPERAND_NONE, 2, 1},
    [OP_MUL] = {"mul", OPERAND_NONE, 2, 1},     [OP_DIV] = {"div", OPERAND_NONE, 2, 1},
    [OP_MOD] = {"mod", OPERAND_NONE, 2, 1},     [OP_NEG] = {"neg", OPERAND_NONE, 1, 1},
    [OP_EQ] = {"eq", OPERAND_NONE, 2, 1},       [OP_LT] = {"lt", OPERAND_NONE, 2, 1},
    [OP_NOT] = {"not", OPERAND_NONE, 1, 1},     [OP_SHL] = {"shl", OPERAND_NONE, 2, 1},
    [OP_AND] = {"and", OPERAND_NONE, 2, 1},     [OP_JMP] = {"jmp", OPERAND_LABEL, 0, 0},
    [OP_JZ] = {"jz", OPERAND_LABEL, 1, 0},      [OP_CALL] = {"call", OPERAND_LABEL, 0, 0},
    [OP_RET] = {"ret", OPERAND_NONE, 0, 0},     [OP_LOAD] = {"load", OPERAND_NUMBER, 0, 1},
    [OP_STORE] = {"store", OPERAND_NUMBER, 1, 0}, [OP_FETCH] = {"fetch", OPERAND_NONE, 1, 1},
    [OP_PUT] = {"put", OPERAND_NONE, 2, 0},     [OP_PRINT] = {"print", OPERAND_NONE, 1, 0},
    [OP_EMIT] = {"emit", OPERAND_NONE, 1, 0},
};

static int complain(Assembler *a, int line, const char *what, const char *name)
{
    a->error->line = line;
    snprintf(a->error->message, sizeof a->error->message, "%s %s", what, name);
    return 0;
}

/* Signed numbers become unsigned so that small ones stay short: 0, -1, 1, -2, ... */
static unsigned long zigzag(long number)
{
    return number < 0 ? ((unsigned long)-(number + 1) << 1) | 1 : (unsigned long)number << 1;
}

static size_t operand_length(long number)
{
    size_t length = 1;
    for (unsigned long rest = zigzag(number) >> 7; rest != 0; rest >>= 7)
        length++;
    return length;
}

static void write_operand(Program *program, long number)
{
    unsigned long rest = zigzag(number);
    while (rest >= 0x80) {
        program->code[program->size++] = (unsigned char)(0x80 | (rest & 0x7F));
        rest >>= 7;
    }
    program->code[program->size++] = (unsigned char)rest;
}

long read_operand(const Program *program, size_t *at)
{
    unsigned long value = 0;
    int shift = 0;
    while (*at < program->size) {
        unsigned char byte = program->code[(*at)++];
        value |= (unsigned long)(byte & 0x7F) << shift;
        shift += 7;
        if ((byte & 0x80) == 0)
            break;
    }
    return value & 1 ? -(long)(value >> 1) - 1 : (long)(value >> 1);
}

static const char *read_word(const char *text, char *word)
{
    int length = 0;
    while (*text == ' ' || *text == '\t')
        text++;
    while (*text != '\0' && !isspace((unsigned char)*text) && *text != ';') {
        if (length < NAME - 1)
            word[length++] = *text;
        text++;
    }
    word[length] = '\0';
    return text;
}

static int find_opcode(const char *name)
{
    for (int op = 0; op < OP_COUNT; op++)
        if (strcmp(instructions[op].name, name) == 0)
            return op;
    return -1;
}

static const Label *find_label(const Assembler *a, const char *name)
{
    for (int i = 0; i < a->label_count; i++)
        if (strcmp(a->labels[i].name, name) == 0)
            return &a->labels[i];
    return NULL;
}

static int add_label(Assembler *a, const char *name, int line)
{
    if (find_label(a, name) != NULL)
        return complain(a, line, "second label", name);
    if (a->label_count == MAX_LABELS)
        return complain(a, line, "too many labels:", name);
    Label *label = &a->labels[a->label_count++];
    strcpy(label->name, name);
    label->item = a->item_count;
    return 1;
}

static int add_item(Assembler *a, int op, const char *operand, int line)
{
    if (a->item_count == MAX_ITEMS)
        return complain(a, line, "too many instructions:", instructions[op].name);
    Item *item = &a->items[a->item_count++];
    item->op = (Opcode)op;
    item->line = line;
    item->number = 0;
    item->label[0] = '\0';
    if (instructions[op].operand == OPERAND_NONE)
        return operand[0] == '\0' ? 1 : complain(a, line, "no operand for", instructions[op].name);
    if (operand[0] == '\0')
        return complain(a, line, "operand missing for", instructions[op].name);
    if (instructions[op].operand == OPERAND_LABEL) {
        strcpy(item->label, operand);
        return 1;
    }
    char *end;
    item->number = operand[0] == '\'' && operand[1] != '\0' ? operand[1] : strtol(operand, &end, 0);
    return 1;
}

/* One line: [label:] [instruction [operand]] [; comment] */
static int read_line(Assembler *a, const char *text, int line)
{
    char word[NAME], operand[NAME];
    text = read_word(text, word);
    size_t length = strlen(word);
    if (length > 0 && word[length - 1] == ':') {
        word[length - 1] = '\0';
        if (!add_label(a, word, line))
            return 0;
        text = read_word(text, word);
    }
    if (word[0] == '\0')
        return 1;
    int op = find_opcode(word);
    if (op < 0)
        return complain(a, line, "unknown instruction", word);
    read_word(text, operand);
    return add_item(a, op, operand, line);
}

static size_t target_of(const Assembler *a, const Item *item)
{
    int number = find_label(a, item->label)->item;
    return number < a->item_count ? a->items[number].address : a->end;
}

static size_t length_of(const Assembler *a, const Item *item)
{
    switch (instructions[item->op].operand) {
    case OPERAND_NUMBER: return 1 + operand_length(item->number);
    case OPERAND_LABEL: return 1 + operand_length((long)target_of(a, item));
    default: return 1;
    }
}

/* Addresses depend on operand lengths, which depend on addresses: repeated until nothing moves. */
static void place_items(Assembler *a)
{
    int moved = 1;
    while (moved) {
        size_t address = 0;
        moved = 0;
        for (int i = 0; i < a->item_count; i++) {
            if (a->items[i].address != address)
                moved = 1;
            a->items[i].address = address;
            address += length_of(a, &a->items[i]);
        }
        if (a->end != address)
            moved = 1;
        a->end = address;
    }
}

static int check_labels(Assembler *a)
{
    for (int i = 0; i < a->item_count; i++) {
        const Item *item = &a->items[i];
        if (instructions[item->op].operand == OPERAND_LABEL && find_label(a, item->label) == NULL)
            return complain(a, item->line, "unknown label", item->label);
    }
    return 1;
}

static void write_code(const Assembler *a, Program *program)
{
    program->size = 0;
    for (int i = 0; i < a->item_count; i++) {
        const Item *item = &a->items[i];
        program->code[program->size++] = (unsigned char)item->op;
        if (instructions[item->op].operand == OPERAND_NUMBER)
            write_operand(program, item->number);
        else if (instructions[item->op].operand == OPERAND_LABEL)
            write_operand(program, (long)target_of(a, item));
    }
}

int assemble(const char *text, Program *program, AsmError *error)
{
    Assembler *a = calloc(1, sizeof *a);
    int good = 1;
    a->error = error;
    for (int line = 1; good && *text != '\0'; line++) {
        char buffer[128];
        size_t length = strcspn(text, "\n");
        size_t kept = length < sizeof buffer - 1 ? length : sizeof buffer - 1;
        memcpy(buffer, text, kept);
        buffer[kept] = '\0';
        good = read_line(a, buffer, line);
        text += text[length] == '\n' ? length + 1 : length;
    }
    good = good && check_labels(a);
    if (good) {
        place_items(a);
        write_code(a, program);
    }
    free(a);
    return good;
}
