/*
 * vm list|run|state FILE [NUMBER...]: assembles FILE and lists the code, or runs it with the numbers in memory from
 * cell 0 on; state also shows what is left on the stack and in memory.
 */
#include "vm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT 16384
#define STEP_LIMIT 4000

static int read_file(const char *name, char *text)
{
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return 0;
    size_t length = fread(text, 1, MAX_TEXT - 1, file);
    text[length] = '\0';
    fclose(file);
    return 1;
}

static void show_state(const Machine *machine)
{
    printf("stack:");
    for (int i = 0; i < machine->height; i++)
        printf(" %ld", machine->stack[i]);
    printf("\nmemory:");
    for (int i = 0; i < MEMORY; i++)
        if (machine->memory[i] != 0)
            printf(" %d=%ld", i, machine->memory[i]);
    printf("\nsteps: %ld\n", machine->steps);
}

static int run_program(const Program *program, int count, char **numbers, int verbose)
{
    Machine machine;
    int status = 0;
    reset(&machine);
    for (int i = 0; i < count && i < MEMORY; i++)
        machine.memory[i] = strtol(numbers[i], NULL, 0);
    run(&machine, program, STEP_LIMIT);
    if (machine.fault != NULL) {
        printf("fault at %04zx: %s\n", machine.at, machine.fault);
        status = 3;
    }
    if (verbose)
        show_state(&machine);
    return status;
}

int main(int argc, char **argv)
{
    static char text[MAX_TEXT];
    static Program program;
    AsmError error;
    if (argc < 3) {
        puts("usage: vm list|run|state FILE [NUMBER...]");
        return 2;
    }
    if (!read_file(argv[2], text)) {
        printf("cannot read %s\n", argv[2]);
        return 2;
    }
    if (!assemble(text, &program, &error)) {
        printf("%s:%d: %s\n", argv[2], error.line, error.message);
        return 1;
    }
    if (strcmp(argv[1], "list") == 0) {
        list(&program);
        return 0;
    }
    return run_program(&program, argc - 3, argv + 3, strcmp(argv[1], "state") == 0);
}
