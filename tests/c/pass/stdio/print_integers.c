// Integer directives: every flag with every base, widths, precisions, sizes.
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

static const char *const flags[] = {"", "-", "+", " ", "#", "0", "-0", "+0", "#0", "+ ", "-#", "'"};
static const char *const counts[] = {"", "1", "8", "25", ".0", ".", ".3", "8.3", "3.8", "25.10"};

int main(void) {
    char format[64];
    const long long values[] = {0, 1, -1, 42, 123456789, LLONG_MAX, LLONG_MIN, INT_MIN, 255, 4096};
    for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (const char *letter = "diuoxX"; *letter; letter++)
                for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
                    snprintf(format, sizeof format, "%%%s%sll%c|", flags[f], counts[c], *letter);
                    printf(format, values[v]);
                }
    putchar('\n');
    printf("%hhd %hhu %hd %hu %ld %lu %jd %ju %zd %zu %td\n", 300, 300, 70000, 70000, -5L, -5L, (intmax_t)-6,
           (uintmax_t)-6, (ssize_t)-7, (size_t)-7, (ptrdiff_t)-8);
    printf("%d %i %u %o %x %X %c\n", -1, -1, -1, -1, -1, -1, 'c');
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRIo64 " %" PRIXPTR "\n", (int8_t)-1, (uint16_t)-1, (uint32_t)-1,
           (uint64_t)-1, (uintptr_t)0xabc);
    printf("%*d|%-*d|%0*d|%.*d|%*.*d\n", 5, 1, 5, 2, 5, 3, 5, 4, -8, 3, 5);
    printf("%p %p %10p|%-10p|\n", (void *)0, (void *)0x1234, (void *)0, (void *)0xff);
    return 0;
}
