// Atomic operations of C11 and of GCC, in one thread.
#include <stdatomic.h>
#include <stdio.h>

int main(void) {
    _Atomic int x = 5;
    x += 3;
    x *= 2;
    int expected = 16;
    printf("%d %d\n", atomic_compare_exchange_strong(&x, &expected, 9), expected);
    printf("%d %d\n", atomic_compare_exchange_strong(&x, &expected, 11), expected);
    printf("%d %d %d %d\n", atomic_fetch_add(&x, 3), atomic_fetch_sub(&x, 1), atomic_fetch_or(&x, 64), atomic_fetch_and(&x, 73));
    printf("%d %d\n", atomic_fetch_xor(&x, 5), atomic_exchange(&x, 100));
    int plain = 12;
    printf("%d %d\n", __sync_fetch_and_nand(&plain, 10), plain);
    printf("%d %d\n", __atomic_fetch_max(&plain, 3, __ATOMIC_SEQ_CST), __atomic_fetch_min(&plain, -30, __ATOMIC_SEQ_CST));
    printf("%d %d\n", __sync_bool_compare_and_swap(&plain, -30, 1), __sync_val_compare_and_swap(&plain, 5, 6));
    unsigned char small = 250;
    printf("%d %d\n", __atomic_add_fetch(&small, 10, __ATOMIC_RELAXED), small);
    _Atomic double d = 1.5;
    d += 2;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_flag flag = ATOMIC_FLAG_INIT;
    printf("%g %d %d\n", d, atomic_flag_test_and_set(&flag), atomic_flag_test_and_set(&flag));
    int *_Atomic p = &plain;
    p++;
    printf("%d %d\n", p == &plain + 1, atomic_load(&x));
    return 0;
}
