// SHA-256 and HMAC over it, in pieces of every size, against known answers.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct sha256 { uint32_t h[8]; uint64_t length; uint8_t block[64]; };
static uint32_t k[64];

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

// The constants are the fractions of cube roots of primes; found here by integer search.
static void constants(void) {
    int found = 0;
    for (int p = 2; found < 64; p++) {
        int prime = 1;
        for (int d = 2; d * d <= p; d++)
            prime &= p % d != 0;
        if (!prime)
            continue;
        unsigned __int128 target = (unsigned __int128)p << 96;
        uint64_t root = 0;
        for (int bit = 35; bit >= 0; bit--) {
            uint64_t t = root | 1ULL << bit;
            if ((unsigned __int128)t * t * t <= target)
                root = t;
        }
        k[found++] = (uint32_t)root;
    }
}

static void compress(struct sha256 *s, const uint8_t *p) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++, p += 4)
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    memcpy(v, s->h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25), ch = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t t1 = v[7] + s1 + ch + k[i] + w[i];
        uint32_t s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22), maj = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + s0 + maj;
    }
    for (int i = 0; i < 8; i++)
        s->h[i] += v[i];
}

static void start(struct sha256 *s) {
    *s = (struct sha256){{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, 0, {0}};
}

static void update(struct sha256 *s, const void *data, size_t n) {
    for (const uint8_t *p = data; n--;) {
        s->block[s->length++ % 64] = *p++;
        if (s->length % 64 == 0)
            compress(s, s->block);
    }
}

static void finish(struct sha256 *s, uint8_t out[32]) {
    uint64_t bits = s->length * 8;
    update(s, "\x80", 1);
    while (s->length % 64 != 56)
        update(s, "", 1);
    for (int i = 56; i >= 0; i -= 8)
        update(s, (uint8_t[]){(uint8_t)(bits >> i)}, 1);
    for (int i = 0; i < 32; i++)
        out[i] = (uint8_t)(s->h[i / 4] >> (24 - i % 4 * 8));
}

static void hmac(const char *key, const char *text, uint8_t out[32]) {
    uint8_t pad[64] = {0};
    struct sha256 s;
    memcpy(pad, key, strlen(key));
    for (int i = 0; i < 64; i++)
        pad[i] ^= 0x36;
    start(&s);
    update(&s, pad, 64);
    update(&s, text, strlen(text));
    finish(&s, out);
    for (int i = 0; i < 64; i++)
        pad[i] ^= 0x36 ^ 0x5c;
    start(&s);
    update(&s, pad, 64);
    update(&s, out, 32);
    finish(&s, out);
}

static void show(const uint8_t *h) {
    for (int i = 0; i < 32; i++)
        printf("%02x", h[i]);
    printf("\n");
}

int main(void) {
    constants();
    uint8_t out[32];
    struct sha256 s;
    const char *texts[] = {"", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"};
    for (int i = 0; i < 3; i++) {
        start(&s);
        update(&s, texts[i], strlen(texts[i]));
        finish(&s, out);
        show(out);
    }
    start(&s);
    for (int i = 0; i < 200; i++)
        update(&s, "0123456789abcdef0123456789abcdef", (size_t)i % 33);
    finish(&s, out);
    show(out);
    hmac("key", "The quick brown fox jumps over the lazy dog", out);
    show(out);
    return 0;
}
