// flags: -pthread
// A queue written for several threads, used by one: producer and consumer take turns.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int items[8];
    unsigned head, tail;
};

static void put(struct queue *q, int item)
{
    pthread_mutex_lock(&q->lock);
    q->items[q->tail++ % 8] = item;
    pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&q->lock);
}

static int take(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->head == q->tail)
        pthread_cond_wait(&q->filled, &q->lock);
    int item = q->items[q->head++ % 8];
    pthread_mutex_unlock(&q->lock);
    return item;
}

static pthread_key_t key;
static void make_key(void) { pthread_key_create(&key, NULL); }

int main(void)
{
    struct queue *q = calloc(1, sizeof *q);
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->filled, NULL);
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int sum = 0;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 5; i++)
            put(q, round * i);
        for (int i = 0; i < 5; i++)
            sum += take(q);
        pthread_once(&once, make_key);
        pthread_setspecific(key, (void *)(long)sum);
    }
    printf("%d %ld\n", sum, (long)pthread_getspecific(key));
    pthread_cond_destroy(&q->filled);
    pthread_mutex_destroy(&q->lock);
    free(q);
    return 0;
}
