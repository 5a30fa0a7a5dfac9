// A signal the program sends itself.
#include <signal.h>

int main(void) {
    raise(SIGSEGV);
    return 0;
}
