// Memory is used after it was unmapped.
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    p[3] = 7;
    munmap(p, 4096);
    return p[3];
}
