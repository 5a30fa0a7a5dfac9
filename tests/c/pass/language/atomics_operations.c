// C11 atomics and the older builtins, in one thread: every operation at every size.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#define OPERATIONS(type, format)                                                                  \
    do {                                                                                          \
        _Atomic type a = 100;                                                                     \
        type expected = 5;                                                                        \
        printf(#type ": " format, (type)atomic_fetch_add(&a, 27));                                \
        printf(" " format, (type)atomic_fetch_sub(&a, 3));                                        \
        printf(" " format, (type)atomic_fetch_or(&a, 3));                                         \
        printf(" " format, (type)atomic_fetch_and(&a, 0x7e));                                     \
        printf(" " format, (type)atomic_fetch_xor(&a, 0x55));                                     \
        printf(" " format, (type)atomic_exchange(&a, 9));                                         \
        int won = atomic_compare_exchange_strong(&a, &expected, 11);                              \
        printf(" %d " format, won, expected);                                                     \
        won = atomic_compare_exchange_strong(&a, &expected, 12);                                  \
        printf(" %d " format " " format, won, expected, (type)atomic_load(&a));                   \
        a++;                                                                                      \
        a -= 2;                                                                                   \
        a |= 64;                                                                                  \
        atomic_store_explicit(&a, (type)(atomic_load_explicit(&a, memory_order_acquire) * 2), memory_order_release); \
        printf(" " format "\n", (type)a);                                                         \
    } while (0)

struct node { int value; struct node *next; };
static _Atomic(struct node *) head;

static void push(struct node *n) {
    n->next = atomic_load(&head);
    while (!atomic_compare_exchange_weak(&head, &n->next, n))
        ;
}

static struct node *pop(void) {
    struct node *n = atomic_load(&head);
    while (n && !atomic_compare_exchange_weak(&head, &n, n->next))
        ;
    return n;
}

static atomic_int counter = 3;
static atomic_flag lock = ATOMIC_FLAG_INIT;

int main(void) {
    OPERATIONS(int8_t, "%d");
    OPERATIONS(uint8_t, "%u");
    OPERATIONS(int16_t, "%d");
    OPERATIONS(uint16_t, "%u");
    OPERATIONS(int32_t, "%d");
    OPERATIONS(uint32_t, "%u");
    OPERATIONS(int64_t, "%ld");
    OPERATIONS(uint64_t, "%lu");
    struct node nodes[5];
    for (int i = 0; i < 5; i++) {
        nodes[i].value = i * i;
        push(&nodes[i]);
    }
    for (struct node *n; (n = pop());)
        printf("%d ", n->value);
    printf("\n");
    printf("%d ", counter++);
    printf("%d\n", ++counter);
    printf("%d ", atomic_flag_test_and_set(&lock));
    printf("%d ", atomic_flag_test_and_set(&lock));
    atomic_flag_clear(&lock);
    printf("%d\n", atomic_flag_test_and_set(&lock));
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    int old = 10;
    printf("%d ", __sync_fetch_and_add(&old, 5));
    printf("%d ", __sync_add_and_fetch(&old, 5));
    printf("%d ", __sync_bool_compare_and_swap(&old, 20, 30));
    printf("%d ", __sync_val_compare_and_swap(&old, 1, 2));
    printf("%d\n", __sync_lock_test_and_set(&old, 1));
    __sync_synchronize();
    long wide = 1;
    printf("%ld ", __atomic_add_fetch(&wide, 41, __ATOMIC_RELAXED));
    printf("%ld ", __atomic_fetch_nand(&wide, 0xf, __ATOMIC_SEQ_CST));
    printf("%ld ", __atomic_load_n(&wide, __ATOMIC_ACQUIRE));
    __atomic_store_n(&wide, -1, __ATOMIC_RELEASE);
    printf("%ld %d\n", wide, atomic_is_lock_free(&counter));
    _Atomic double real = 1.5;
    real = real * 2;
    real += 0.25;
    _Atomic _Bool flag = 0;
    flag = !flag;
    atomic_uintptr_t pointer = (uintptr_t)nodes;
    pointer += sizeof *nodes;
    printf("%g %d %d\n", real, flag, ((struct node *)pointer)->value);
    _Atomic(int *) moving = &old;
    int list[4] = {1, 2, 3, 4};
    moving = list;
    atomic_fetch_add(&moving, 2);
    printf("%d\n", *moving);
    return 0;
}
