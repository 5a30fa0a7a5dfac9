// flags: -pthread
// A thread that locks a mutex it holds waits for itself.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void inner(void)
{
    pthread_mutex_lock(&lock);
}

int main(void)
{
    pthread_mutex_lock(&lock);
    inner();
    return 0;
}
