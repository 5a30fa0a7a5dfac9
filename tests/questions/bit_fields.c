// Bit-fields that share bytes: an assignment to one says nothing about the others.
// $ whydunit slice --from bit_fields.c:26 -- ./bit_fields
// $ whydunit slice --from bit_fields.c:27 -- ./bit_fields
// $ whydunit trace history flags.mode -- ./bit_fields
// $ whydunit trace history 'kept.level@bit_fields.c:28' -- ./bit_fields
// $ whydunit trace why bit_fields.c:28 -- ./bit_fields
#include <stdio.h>
struct flags { int id; unsigned mode : 3, level : 5; int sign : 4; };
static struct flags flags;
static void set(struct flags *p, int level) {
    p->level = level;
    p->sign = -level;
}
int main(int argc, char **argv) {
    struct flags kept = { 0 };
    flags.mode = 5;
    kept.level = 17;
    if (argc > 5)
        kept.mode = 1;
    if (argc > 6)
        kept.level = 1;
    for (int i = 0; i < 3; i++)
        kept.mode = i;
    set(&flags, 2);
    kept.sign = -1;
    int level = kept.level;
    int mode = flags.mode;
    printf("%d %d %d %d\n", level, mode, kept.mode, flags.sign);
    return 0;
}
