/* The chunked container: a signature, then chunks with checksums.
 *
 *   signature  "CBX" and a format digit
 *   chunk      length (4 bytes, little endian), type (4 letters), payload,
 *              CRC-32 of type and payload (4 bytes, little endian)
 *   ENDS       the last chunk: its payload is the number of chunks before it */
#ifndef CHUNK_H
#define CHUNK_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define SIGNATURE "CBX1"
#define MAX_PAYLOAD (1u << 20)

/* Bytes that grow. */
struct buffer {
    uint8_t *bytes;
    size_t length, capacity;
};

struct chunk {
    char type[5];
    struct buffer payload;
    struct chunk *next;
};

struct box {
    struct chunk *first;
    struct chunk **last;      /* where the next chunk is hung */
    int count;
};

enum result { OK, NO_FILE, BAD_SIGNATURE, TRUNCATED, BAD_CHECKSUM, TOO_LONG, BAD_COUNT };

const char *result_text(enum result result);

void buffer_append(struct buffer *buffer, const void *bytes, size_t length);
void buffer_append_u32(struct buffer *buffer, uint32_t value);
uint32_t get_u32(const uint8_t *bytes);

uint32_t crc32_update(uint32_t crc, const void *bytes, size_t length);

void box_init(struct box *box);
void box_clear(struct box *box);
struct chunk *box_add(struct box *box, const char *type);
int box_remove(struct box *box, const struct chunk *chunk);

enum result box_write(const struct box *box, const char *path);

/* Reads chunks until the end; on failure *offset is where it went wrong. */
enum result box_read(struct box *box, const char *path, long *offset);

/* Runs: a count with the top bit set repeats the next byte, without it copies bytes. */
void pack_runs(struct buffer *packed, const uint8_t *bytes, size_t length);
int unpack_runs(struct buffer *plain, const uint8_t *bytes, size_t length);

#endif
