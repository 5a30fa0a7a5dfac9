/* Initialisation that happens once: pthread_once and C11's call_once. */
#include <pthread.h>
#include <threads.h>

static void once(int *done, void (*function)(void))
{
    if (*done == 0) {
        *done = 2;
        function();
    }
}

int pthread_once(pthread_once_t *control, void (*function)(void))
{
    once(control, function);
    return 0;
}

void call_once(once_flag *flag, void (*function)(void))
{
    once((int *)flag, function);
}
