// Library calls that leave memory unchanged: the input ends early or does not match. Such a call is in the relevant
// slice of the use of the old value, not in the dynamic one.
//
// $ whydunit slice --from left_alone.c:34 ./left_alone
// $ whydunit slice --dynamic --from left_alone.c:34 ./left_alone
// $ whydunit trace why left_alone.c:33 ./left_alone
// $ whydunit trace history height ./left_alone
// $ printf 'one\n' | whydunit slice --from left_alone.c:40 ./left_alone
// $ printf 'one\n' | whydunit slice --dynamic --from left_alone.c:40 ./left_alone
// $ printf 'one\n' | whydunit trace history line ./left_alone
// $ whydunit trace history unset ./left_alone
// $ whydunit slice --from left_alone.c:48 ./left_alone
#include <stdio.h>
#include <string.h>

struct record { int key, size; char name[8]; };

static int parsed(const char *text, int *width, int *height)
{
    return sscanf(text, "%d x %d", width, height);
}

static void load(struct record *r, FILE *from)
{
    if (fread(r, sizeof *r, 1, from) != 1)
        strcpy(r->name, "short");
}

int main(void)
{
    int width = 1, height = 2, unset;
    parsed("640 by 480", &width, &height);
    int twice = 2 * height;
    printf("%d\n", twice);

    char line[16] = "before";
    while (fgets(line, sizeof line, stdin))
        ;
    int first = line[0];
    printf("%c\n", first);

    struct record r = {7, 8, "seven"};
    FILE *file = tmpfile();
    fwrite("1234", 1, 4, file);
    rewind(file);
    load(&r, file);
    int key = r.key, size = r.size;
    printf("%d %d\n", key, size);
    if (sscanf("", "%d", &unset) == 1)
        printf("%d\n", unset);
    return 0;
}
