// stdin: more than eight bytes\n
// A read that is longer than its buffer.
#include <unistd.h>

int main(void)
{
    char buf[8];
    return (int)read(0, buf, 64);
}
