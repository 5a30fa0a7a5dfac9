// A sliding-window compressor in the manner of LZ77 with run-length extras, and its decompressor.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 4096, LEAST = 4, MOST = 19, HASHES = 1024 };

static unsigned hash(const uint8_t *p) { return (p[0] * 33u * 33u + p[1] * 33u + p[2] + p[3] * 7u) % HASHES; }

static size_t compress(const uint8_t *in, size_t n, uint8_t *out) {
    int32_t head[HASHES], *previous = malloc((n + 1) * sizeof *previous);
    size_t at = 0, length = 0, flag_at = 0;
    int flag = 8;
    if (!previous)
        exit(1);
    memset(head, -1, sizeof head);
    while (at < n) {
        if (flag == 8) {
            flag_at = length++;
            out[flag_at] = 0;
            flag = 0;
        }
        size_t best = 0, best_at = 0;
        if (at + LEAST <= n) {
            int tries = 16;
            for (int32_t c = head[hash(in + at)]; c >= 0 && at - (size_t)c < WINDOW && tries--; c = previous[c]) {
                size_t k = 0;
                while (k < MOST && at + k < n && in[c + k] == in[at + k])
                    k++;
                if (k > best) {
                    best = k;
                    best_at = (size_t)c;
                }
            }
        }
        size_t take = best >= LEAST ? best : 1;
        if (best >= LEAST) {
            unsigned code = (unsigned)(at - best_at) << 4 | (unsigned)(best - LEAST);
            out[flag_at] |= (uint8_t)(1 << flag);
            out[length++] = (uint8_t)code;
            out[length++] = (uint8_t)(code >> 8);
        } else {
            out[length++] = in[at];
        }
        flag++;
        for (; take--; at++)
            if (at + LEAST <= n) {
                previous[at] = head[hash(in + at)];
                head[hash(in + at)] = (int32_t)at;
            }
    }
    free(previous);
    return length;
}

static size_t expand(const uint8_t *in, size_t n, uint8_t *out) {
    size_t at = 0, length = 0;
    while (at < n) {
        unsigned flags = in[at++];
        for (int i = 0; i < 8 && at < n; i++, flags >>= 1)
            if (flags & 1) {
                unsigned code = in[at] | (unsigned)in[at + 1] << 8, distance = code >> 4, count = (code & 15) + LEAST;
                at += 2;
                for (; count--; length++)
                    out[length] = out[length - distance];
            } else {
                out[length++] = in[at++];
            }
    }
    return length;
}

static void round_trip(const char *name, const uint8_t *data, size_t n) {
    uint8_t *packed = malloc(n + n / 8 + 16), *back = malloc(n + 32);
    if (!packed || !back)
        exit(1);
    size_t size = compress(data, n, packed), again = expand(packed, size, back);
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + packed[i];
    printf("%s: %zu -> %zu %s %08x\n", name, n, size, again == n && !memcmp(data, back, n) ? "same" : "DIFFERENT", sum);
    free(packed);
    free(back);
}

int main(void) {
    static uint8_t buffer[20000];
    const char *text = "she sells sea shells by the sea shore; the shells she sells are sea shells for sure. ";
    size_t n = strlen(text);
    round_trip("text", (const uint8_t *)text, n);
    for (size_t i = 0; i < sizeof buffer; i++)
        buffer[i] = (uint8_t)text[i % n];
    round_trip("repeated", buffer, sizeof buffer);
    memset(buffer, 'x', sizeof buffer);
    round_trip("one byte", buffer, sizeof buffer);
    unsigned r = 7;
    for (size_t i = 0; i < 5000; i++) {
        r = r * 1664525u + 1013904223u;
        buffer[i] = (uint8_t)(r >> 24);
    }
    round_trip("noise", buffer, 5000);
    for (size_t i = 0; i < sizeof buffer; i++)
        buffer[i] = (uint8_t)(i * i >> 7);
    round_trip("pattern", buffer, sizeof buffer);
    round_trip("tiny", buffer, 3);
    round_trip("empty", buffer, 0);
    return 0;
}
