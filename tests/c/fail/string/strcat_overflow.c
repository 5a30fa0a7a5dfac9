#include <stdio.h>
#include <string.h>

int main(void)
{
    char path[12] = "/usr/";
    const char *parts[] = {"local/", "share/"};
    for (int i = 0; i < 2; i++)
        strcat(path, parts[i]);
    puts(path);
    return 0;
}
