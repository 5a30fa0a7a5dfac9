// Values that nothing in the run gave: literals, initial values of the file's variables; the tables of <ctype.h>.
//
// $ whydunit trace history 'kind[2]@constants.c:35' ./constants
// $ whydunit trace history x@constants.c:35 ./constants
// $ whydunit trace history calls@constants.c:17 ./constants
// $ whydunit trace history empty@constants.c:35 ./constants
// $ whydunit trace why constants.c:18 ./constants
// $ whydunit trace why-not constants.c:21 ./constants
#include <ctype.h>
#include <stdio.h>

static int x = 40;

static int classify(const char *s, int *at)
{
    static int calls = 3;
    int found = calls;
    if (isdigit((unsigned char)*s))
        found += 1;
    else if (isspace(s[*at]))
        found += 2;
    return found;
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "file";
    int empty, at = 1;
    for (int i = 0; i < 2; i++) {
        int x = i + 1;
        printf("%d\n", x);
    }
    if (argc > 5)
        empty = 2;
    printf("%s %d\n", kind, x + classify("2b", &at));
    return 0;
}
