#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(10);
    strcpy(p, "123456789");
    p = realloc(p, 100);
    puts(p);
    p = realloc(p, 5);
    printf("%.5s\n", p);
    printf("%p\n", realloc(p, 0));
    int *zeros = calloc(4, sizeof *zeros);
    printf("%d %d\n", zeros[0], zeros[3]);
    free(zeros);
    errno = 0;
    volatile size_t huge = SIZE_MAX;
    void *none = malloc(huge);
    printf("%d %d\n", none == NULL, errno);
    errno = 0;
    none = reallocarray(NULL, huge / 2, 4);
    printf("%d %d\n", none == NULL, errno);
    none = calloc(huge / 2, 4);
    printf("%d\n", none == NULL);
    void *aligned = NULL;
    printf("%d %d\n", posix_memalign(&aligned, 3, 8), posix_memalign(&aligned, 256, 8));
    printf("%d\n", (int)((uintptr_t)aligned % 256));
    free(aligned);
    aligned = aligned_alloc(64, 128);
    printf("%d\n", (int)((uintptr_t)aligned % 64));
    free(aligned);
    void *empty = malloc(0);
    printf("%d\n", empty != NULL);
    free(empty);
    free(NULL);
    void *some = malloc(33);
    printf("%d\n", malloc_usable_size(some) >= 33);
    free(some);
    return 0;
}
