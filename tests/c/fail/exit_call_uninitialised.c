// Passes an uninitialised status to exit.
#include <stdlib.h>

struct result {
    int errors, status;
};

int main(void) {
    struct result result;
    result.errors = 0;
    exit(result.status);
}
