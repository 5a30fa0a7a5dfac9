// An entry is used after its directory was closed.
#include <dirent.h>
#include <stdio.h>

int main(void)
{
    DIR *dir = opendir("/");
    struct dirent *entry = readdir(dir);
    closedir(dir);
    puts(entry->d_name);
    return 0;
}
