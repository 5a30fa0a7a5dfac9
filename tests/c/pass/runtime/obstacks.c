#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

int main(void)
{
    struct obstack stack;
    obstack_init(&stack);
    char *words[200];
    for (int i = 0; i < 200; i++) {
        char text[64];
        int n = sprintf(text, "word number %d with some length", i);
        words[i] = obstack_copy0(&stack, text, n);
    }
    printf("%s | %s\n", words[0], words[199]);
    for (int i = 0; i < 10000; i++)
        obstack_1grow(&stack, 'a' + i % 26);
    obstack_1grow(&stack, 0);
    printf("%d\n", obstack_object_size(&stack));
    char *grown = obstack_finish(&stack);
    printf("%zu %.30s\n", strlen(grown), grown);
    obstack_free(&stack, words[100]);
    char *again = obstack_copy0(&stack, "again", 5);
    printf("%d %s %s\n", again == words[100], again, words[99]);
    obstack_printf(&stack, "%d-%s", 42, "printed");
    obstack_1grow(&stack, 0);
    puts(obstack_finish(&stack));
    printf("%d\n", obstack_memory_used(&stack) > 4000);
    obstack_free(&stack, NULL);
    return 0;
}
