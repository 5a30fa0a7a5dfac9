// Packed and over-aligned structs, pragma pack, unaligned access through packed members and memcpy.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) wire { uint8_t kind; uint32_t length; uint64_t offset; double value; uint16_t crc; };
#pragma pack(push, 2)
struct two { char c; int n; long l; };
#pragma pack(pop)
struct natural { char c; int n; long l; };
struct __attribute__((aligned(64))) line { int n; };
struct mixed { char c; alignas(32) int n; struct line l; };
static alignas(128) char buffer[100];
static struct line lines[3];

static uint32_t get32(const void *p) {
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

int main(void) {
    printf("%zu %zu %zu %zu %zu\n", sizeof(struct wire), sizeof(struct two), sizeof(struct natural), sizeof(struct line), sizeof(struct mixed));
    printf("%zu %zu %zu\n", offsetof(struct wire, value), offsetof(struct two, l), offsetof(struct mixed, l));
    printf("%zu %zu %zu %zu\n", alignof(struct wire), alignof(struct line), alignof(long double), alignof(max_align_t));
    struct wire list[3];
    memset(list, 0, sizeof list);
    for (int i = 0; i < 3; i++) {
        list[i].kind = (uint8_t)i;
        list[i].length = 0x01020304u * (unsigned)(i + 1);
        list[i].offset = 0x1122334455667788u + (unsigned)i;
        list[i].value = 1.5 * i;
        list[i].crc = (uint16_t)(0xbeef + i);
    }
    list[1].length++;
    list[1].value /= 4;
    for (int i = 0; i < 3; i++)
        printf("%d %x %lx %g %x\n", list[i].kind, list[i].length, (unsigned long)list[i].offset, list[i].value, list[i].crc);
    const unsigned char *raw = (const unsigned char *)list;
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof list; i++)
        sum = sum * 31 + raw[i];
    printf("%u %x\n", sum, get32(raw + 3));
    alignas(32) int local = 5;
    printf("%d %d %d %d\n", (int)((uintptr_t)buffer % 128), (int)((uintptr_t)&lines[1] % 64), (int)((uintptr_t)&local % 32), local);
    struct two t = {'x', 1, -1};
    struct natural n = {t.c, t.n + 1, t.l};
    printf("%c %d %ld %d\n", n.c, n.n, n.l, memcmp(&t.n, &n.n, 1) != 0);
    struct mixed m = {.n = 3, .l = {4}};
    printf("%d %d %d\n", m.c, m.n, m.l.n);
    return 0;
}
