// CRC-32 (table and bitwise), Adler-32, Fletcher-16, base64 both ways, hex dump.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static void prepare(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        table[i] = c;
    }
}

static uint32_t crc32(const void *data, size_t n) {
    uint32_t c = ~0u;
    for (const uint8_t *p = data; n--;)
        c = table[(c ^ *p++) & 255] ^ c >> 8;
    return ~c;
}

static uint32_t crc32_slow(const void *data, size_t n) {
    uint32_t c = ~0u;
    for (const uint8_t *p = data; n--;) {
        c ^= *p++;
        for (int k = 0; k < 8; k++)
            c = c >> 1 ^ (0xedb88320u & -(c & 1));
    }
    return ~c;
}

static uint32_t adler32(const uint8_t *p, size_t n) {
    uint32_t a = 1, b = 0;
    while (n--) {
        a = (a + *p++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static uint16_t fletcher(const uint8_t *p, size_t n) {
    uint16_t a = 0, b = 0;
    while (n--) {
        a = (uint16_t)((a + *p++) % 255);
        b = (uint16_t)((a + b) % 255);
    }
    return (uint16_t)(b << 8 | a);
}

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(const uint8_t *in, size_t n, char *out) {
    char *start = out;
    for (; n; in += 3, n -= n < 3 ? n : 3) {
        uint32_t v = (uint32_t)in[0] << 16 | (n > 1 ? (uint32_t)in[1] << 8 : 0) | (n > 2 ? in[2] : 0);
        *out++ = alphabet[v >> 18];
        *out++ = alphabet[v >> 12 & 63];
        *out++ = n > 1 ? alphabet[v >> 6 & 63] : '=';
        *out++ = n > 2 ? alphabet[v & 63] : '=';
    }
    *out = 0;
    return (size_t)(out - start);
}

static size_t decode(const char *in, uint8_t *out) {
    uint8_t *start = out;
    uint32_t v = 0;
    int bits = 0;
    for (; *in && *in != '='; in++) {
        const char *at = strchr(alphabet, *in);
        if (!at)
            continue;
        v = v << 6 | (uint32_t)(at - alphabet);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            *out++ = (uint8_t)(v >> bits);
        }
    }
    return (size_t)(out - start);
}

static void dump(const uint8_t *p, size_t n) {
    for (size_t i = 0; i < n; i += 16) {
        printf("%04zx ", i);
        for (size_t k = i; k < i + 16; k++)
            k < n ? printf(" %02x", p[k]) : printf("   ");
        printf("  ");
        for (size_t k = i; k < i + 16 && k < n; k++)
            putchar(p[k] >= ' ' && p[k] < 127 ? p[k] : '.');
        putchar('\n');
    }
}

int main(void) {
    prepare();
    const char *texts[] = {"", "a", "ab", "abc", "123456789", "The quick brown fox jumps over the lazy dog"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        const uint8_t *p = (const uint8_t *)texts[i];
        size_t n = strlen(texts[i]);
        char text[128];
        uint8_t back[128] = {0};
        encode(p, n, text);
        size_t m = decode(text, back);
        printf("%08x %08x %08x %04x %s %zu %s\n", crc32(p, n), crc32_slow(p, n), adler32(p, n), fletcher(p, n), text, m, (char *)back);
    }
    uint8_t data[90];
    for (int i = 0; i < 90; i++)
        data[i] = (uint8_t)(i * i * 3 + 32);
    char text[200];
    printf("%zu ", encode(data, sizeof data, text));
    printf("%s\n", text);
    dump(data, 70);
    return 0;
}
