// A format, a literal and memory that is only written are not reads of memory that a decision may have left unchanged.
// $ whydunit slice --from texts.c:23 -- ./texts
// $ whydunit slice --from texts.c:24 -- ./texts
// $ whydunit slice --from texts.c:25 -- ./texts
// $ whydunit slice --from texts.c:26 -- ./texts
#include <stdio.h>
#include <string.h>
static char name[16];
static int level;
int main(int argc, char **argv) {
    char buf[8] = "abc";
    char *q = buf;
    struct { int a, b; } pair = { 1, 2 }, other;
    if (argc > 3)
        strcpy(buf, "x");
    if (argc > 4)
        level = 2;
    strcpy(q, "yy");
    if (argc > 5)
        strcpy(name, "zz");
    if (argc > 6)
        printf("%s\n", name);
    printf("%s %d\n", buf, level);
    printf("%d\n", 5);
    other = pair;
    puts(name);
    return other.a;
}
