// The wrong contents of a file, and one that is not written at all.
// $ printf '1\n2\n' > right && whydunit explain --expect-file out=right -- ./written
// $ printf 'x\n' > right && whydunit explain --expect-file other=right -- ./written
#include <stdio.h>

int main(void) {
    FILE *out = fopen("out", "w");
    if (!out)
        return 1;
    for (int i = 1; i <= 2; i++)
        fprintf(out, "%d\n", i * i * i - i);
    fclose(out);
    return 0;
}
