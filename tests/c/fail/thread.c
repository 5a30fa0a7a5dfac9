// flags: -pthread
// A second thread is refused; the message suggests an alternative.
#include <pthread.h>
#include <stddef.h>

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    return 0;
}
