// Packed bit-fields, bit-fields in unions, in arrays and nested, copied by assignment.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) header {
    uint8_t version : 4;
    uint8_t length : 4;
    uint16_t tag : 11;
    uint16_t kind : 5;
    uint32_t offset : 29;
    uint64_t id : 51;
    int8_t delta : 5;
};

union word {
    uint32_t whole;
    struct {
        uint32_t low : 7, middle : 18, high : 7;
    } part;
    struct {
        int32_t low : 16, high : 16;
    } half;
    float number;
};

struct pixel {
    uint16_t red : 5, green : 6, blue : 5;
};

enum colour { RED, GREEN, BLUE, WHITE };

struct item {
    enum colour colour : 3;
    _Bool used : 1;
    struct {
        unsigned x : 5, y : 5;
    } at;
};

static struct header make(int n) {
    struct header h = {.version = n, .length = n + 1, .tag = n * 77, .kind = n, .offset = n * 1234567u,
                       .id = n * 987654321987ULL, .delta = -n};
    return h;
}

static unsigned hash(const void *data, size_t size) {
    unsigned h = 2166136261u;
    for (const unsigned char *p = data; size--; p++)
        h = (h ^ *p) * 16777619u;
    return h;
}

int main(void) {
    printf("%zu %zu %zu\n", sizeof(struct header), sizeof(union word), sizeof(struct item));
    struct header list[5];
    memset(list, 0, sizeof list);
    for (int i = 0; i < 5; i++) {
        struct header h = make(i + 3);
        list[i] = h;
        printf("%d %d %d %d %u %llu %d\n", list[i].version, list[i].length, list[i].tag, list[i].kind,
               (unsigned)list[i].offset, (unsigned long long)list[i].id, list[i].delta);
    }
    list[2].id += 1;
    list[2].offset--;
    list[2].delta = -16;
    printf("%d %d %u %llu %d\n", list[1].version, list[3].version, (unsigned)list[2].offset,
           (unsigned long long)list[2].id, list[2].delta);
    union word w;
    w.number = 1.0f;
    printf("%08x %u %u %u %d %d\n", w.whole, w.part.low, w.part.middle, w.part.high, w.half.low, w.half.high);
    w.part.middle = 0x2aaaa;
    w.half.low = -2;
    printf("%08x %g\n", w.whole, w.number);
    struct pixel image[4] = {{1, 2, 3}, {31, 63, 31}, {.blue = 9}, {.green = 40}};
    for (int i = 0; i < 4; i++)
        image[i].red += image[(i + 1) % 4].green;
    for (int i = 0; i < 4; i++)
        printf("%d,%d,%d ", image[i].red, image[i].green, image[i].blue);
    printf("%u\n", hash(image, sizeof image));
    struct item items[3] = {{BLUE, 1, {3, 4}}, {.at.y = 31}, {WHITE, 0, {9}}};
    for (int i = 0; i < 3; i++) {
        struct item *p = &items[i];
        p->at.x += 30;
        p->used = !p->used;
        printf("%d %d %u %u\n", p->colour, p->used, p->at.x, p->at.y);
    }
    return 0;
}
