// Bytes that were never set go to standard output.
#include <string.h>
#include <unistd.h>

int main(void)
{
    char buf[16];
    strcpy(buf, "abc");
    write(1, buf, sizeof buf);
    return 0;
}
