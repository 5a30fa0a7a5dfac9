// flags: -pthread
// The only thread ends: handlers run, streams are flushed, the status is 0.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void bye(void) { printf("bye\n"); }

int main(void)
{
    atexit(bye);
    printf("main ends");
    pthread_exit(NULL);
}
