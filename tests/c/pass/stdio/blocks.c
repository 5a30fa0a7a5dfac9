// fread and fwrite: structures, partial items, ends.
#include <stdio.h>
#include <string.h>

struct record {
    int id;
    char name[12];
    double value;
};

int main(void) {
    struct record out[3] = {{1, "one", 1.5}, {2, "two", 2.5}, {3, "three", 3.5}}, in[5];
    FILE *file = fopen("records.bin", "wb+");
    printf("%zu\n", fwrite(out, sizeof *out, 3, file));
    printf("%zu %zu\n", fwrite(out, 0, 3, file), fwrite(out, 3, 0, file));
    fwrite("xyz", 1, 3, file);
    rewind(file);
    memset(in, 0, sizeof in);
    printf("%zu ", fread(in, sizeof *in, 5, file));
    printf("eof %d error %d\n", feof(file) != 0, ferror(file) != 0);
    for (int i = 0; i < 3; i++)
        printf("%d %s %g\n", in[i].id, in[i].name, in[i].value);
    printf("%.3s\n", (char *)&in[3]);
    printf("%zu\n", fread(in, 1, 1, file));
    fseek(file, sizeof *out, SEEK_SET);
    printf("%zu %s\n", fread(in, sizeof *in, 1, file), in[0].name);
    fclose(file);
    char large[10000];
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (char)(i * 7);
    file = fopen("large.bin", "wb");
    for (size_t part = 1; part < 3000; part += 977)
        printf("%zu ", fwrite(large, 1, part, file));
    printf("%zu\n", fwrite(large, sizeof large, 1, file));
    printf("%ld\n", ftell(file));
    fclose(file);
    return 0;
}
