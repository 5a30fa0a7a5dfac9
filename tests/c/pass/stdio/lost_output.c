// _exit loses unflushed output.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    FILE *file = fopen("kept", "w");
    fputs("flushed\n", file);
    fflush(file);
    fputs("lost\n", file);
    printf("flushed\n");
    fflush(stdout);
    printf("lost\n");
    for (int i = 0; i < 5000; i++)
        putc('.', file);
    _exit(3);
}
