#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const char *texts[] = {"0", "42", "  -17x", "+5", "0x1F", "0X", "0xg", "077", "08", "zz", "-", "", " ", "9223372036854775807",
                           "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
                           "18446744073709551616", "-1", "99999999999999999999999999", "1e5", "\t\n\v\f\r 7", "0b101"};
    int bases[] = {0, 2, 8, 10, 16, 36, 1, 37};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        printf("%d %ld %lld", atoi(texts[i]), atol(texts[i]), atoll(texts[i]));
        for (unsigned j = 0; j < sizeof bases / sizeof *bases; j++) {
            char *end = (char *)texts[i];
            errno = 0;
            long s = strtol(texts[i], &end, bases[j]);
            printf(" %ld/%td/%d", s, end - texts[i], errno);
            errno = 0;
            unsigned long u = strtoul(texts[i], &end, bases[j]);
            printf("/%lu/%d", u, errno);
        }
        printf(" %jd %ju\n", strtoimax(texts[i], NULL, 10), strtoumax(texts[i], NULL, 10));
    }
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(-17L, 5L);
    imaxdiv_t m = imaxdiv(17, -5);
    printf("%d %d %ld %ld %jd %jd %d %ld %lld\n", d.quot, d.rem, l.quot, l.rem, m.quot, m.rem, abs(-3), labs(-4L), llabs(-5LL));
    return 0;
}
