// flags: -pthread
// Locks, keys and semaphores in a program that never starts a second thread.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t fixed = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void first(void) { puts("once"); }

int main(void)
{
    printf("%d %d %d\n", pthread_mutex_lock(&fixed), pthread_mutex_trylock(&fixed) == EBUSY, pthread_mutex_unlock(&fixed));
    pthread_mutexattr_t kind;
    pthread_mutex_t mutex;
    for (int type = PTHREAD_MUTEX_NORMAL; type <= PTHREAD_MUTEX_ERRORCHECK; type++) {
        pthread_mutexattr_init(&kind);
        pthread_mutexattr_settype(&kind, type);
        pthread_mutex_init(&mutex, &kind);
        pthread_mutex_lock(&mutex);
        printf("type %d: %d\n", type, type == PTHREAD_MUTEX_NORMAL ? -1 : pthread_mutex_lock(&mutex));
        printf("%d\n", pthread_mutex_unlock(&mutex));
        if (type == PTHREAD_MUTEX_RECURSIVE)
            pthread_mutex_unlock(&mutex);
        printf("%d\n", pthread_mutex_destroy(&mutex));
    }
    pthread_once(&once, first);
    pthread_once(&once, first);
    pthread_key_t key;
    pthread_key_create(&key, free);
    printf("%p %d %s\n", pthread_getspecific(key), pthread_setspecific(key, "value"), (char *)pthread_getspecific(key));
    pthread_setspecific(key, NULL);
    pthread_key_delete(key);
    pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
    printf("%d %d %d\n", pthread_rwlock_rdlock(&rw), pthread_rwlock_rdlock(&rw), pthread_rwlock_trywrlock(&rw) == EBUSY);
    pthread_rwlock_unlock(&rw);
    pthread_rwlock_unlock(&rw);
    printf("%d %d\n", pthread_rwlock_wrlock(&rw), pthread_rwlock_tryrdlock(&rw) == EBUSY);
    pthread_rwlock_unlock(&rw);
    sem_t sem;
    int value;
    sem_init(&sem, 0, 1);
    printf("%d %d %d\n", sem_wait(&sem), sem_trywait(&sem), errno == EAGAIN);
    sem_post(&sem);
    sem_getvalue(&sem, &value);
    printf("%d\n", value);
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    printf("%d %d\n", pthread_cond_signal(&condition), pthread_cond_broadcast(&condition));
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    pthread_mutex_lock(&fixed);
    printf("%d\n", pthread_cond_timedwait(&condition, &fixed, &deadline) == ETIMEDOUT);
    pthread_mutex_unlock(&fixed);
    printf("%d\n", pthread_equal(pthread_self(), pthread_self()));
    mtx_t plain;
    printf("%d %d %d %d\n", mtx_init(&plain, mtx_plain), mtx_lock(&plain), mtx_trylock(&plain), mtx_unlock(&plain));
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_getdetachstate(&attributes, &value);
    printf("%d\n", value == PTHREAD_CREATE_DETACHED);
    return 0;
}
