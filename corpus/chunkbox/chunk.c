#include "chunk.h"

#include <stdlib.h>
#include <string.h>

const char *result_text(enum result result)
{
    switch (result) {
    case OK:
        return "ok";
    case NO_FILE:
        return "cannot open file";
    case BAD_SIGNATURE:
        return "bad signature";
    case TRUNCATED:
        return "truncated";
    case BAD_CHECKSUM:
        return "bad checksum";
    case TOO_LONG:
        return "chunk too long";
    case BAD_COUNT:
        return "wrong number of chunks";
    }
    return "unknown";
}

/* ---- buffers ------------------------------------------------------------ */

static void reserve(struct buffer *buffer, size_t more)
{
    size_t capacity = buffer->capacity > 0 ? buffer->capacity : 16;

    while (capacity < buffer->length + more)
        capacity *= 2;
    if (capacity == buffer->capacity)
        return;
    buffer->bytes = realloc(buffer->bytes, capacity);
    if (buffer->bytes == NULL)
        exit(3);
    buffer->capacity = capacity;
}

void buffer_append(struct buffer *buffer, const void *bytes, size_t length)
{
    reserve(buffer, length);
    if (length > 0)
        memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

static void put_u32(uint8_t *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

void buffer_append_u32(struct buffer *buffer, uint32_t value)
{
    uint8_t bytes[4];

    put_u32(bytes, value);
    buffer_append(buffer, bytes, sizeof bytes);
}

uint32_t get_u32(const uint8_t *bytes)
{
    uint32_t value = 0;

    for (int i = 3; i >= 0; i--)
        value = value << 8 | bytes[i];
    return value;
}

/* ---- checksums ---------------------------------------------------------- */

/* CRC-32 with the reflected polynomial, four bits at a time. */
uint32_t crc32_update(uint32_t crc, const void *bytes, size_t length)
{
    static uint32_t table[16];
    const uint8_t *cursor = bytes;

    if (table[1] == 0) {
        for (uint32_t i = 0; i < 16; i++) {
            uint32_t rest = i;
            for (int bit = 0; bit < 4; bit++)
                rest = rest & 1 ? rest >> 1 ^ 0xedb88320u : rest >> 1;
            table[i] = rest;
        }
    }
    crc = ~crc;
    while (length-- > 0) {
        crc ^= *cursor++;
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

/* ---- boxes -------------------------------------------------------------- */

void box_init(struct box *box)
{
    box->first = NULL;
    box->last = &box->first;
    box->count = 0;
}

static void chunk_free(struct chunk *chunk)
{
    free(chunk->payload.bytes);
    free(chunk);
}

void box_clear(struct box *box)
{
    struct chunk *chunk = box->first;

    while (chunk != NULL) {
        struct chunk *next = chunk->next;
        chunk_free(chunk);
        chunk = next;
    }
    box_init(box);
}

struct chunk *box_add(struct box *box, const char *type)
{
    struct chunk *chunk = calloc(1, sizeof *chunk);

    if (chunk == NULL)
        exit(3);
    memcpy(chunk->type, type, 4);
    *box->last = chunk;
    box->last = &chunk->next;
    box->count++;
    return chunk;
}

int box_remove(struct box *box, const struct chunk *chunk)
{
    struct chunk **link = &box->first;

    while (*link != NULL && *link != chunk)
        link = &(*link)->next;
    if (*link == NULL)
        return 0;
    struct chunk *gone = *link;
    *link = gone->next;
    if (box->last == &gone->next)
        box->last = link;
    box->count--;
    chunk_free(gone);
    return 1;
}

/* ---- writing ------------------------------------------------------------ */

static uint32_t chunk_crc(const struct chunk *chunk)
{
    uint32_t crc = crc32_update(0, chunk->type, 4);

    return crc32_update(crc, chunk->payload.bytes, chunk->payload.length);
}

static void write_chunk(FILE *file, const struct chunk *chunk)
{
    uint8_t number[4];

    put_u32(number, (uint32_t)chunk->payload.length);
    fwrite(number, 1, 4, file);
    fwrite(chunk->type, 1, 4, file);
    if (chunk->payload.length > 0)
        fwrite(chunk->payload.bytes, 1, chunk->payload.length, file);
    put_u32(number, chunk_crc(chunk));
    fwrite(number, 1, 4, file);
}

enum result box_write(const struct box *box, const char *path)
{
    FILE *file = fopen(path, "wb");
    uint8_t total[4];
    struct chunk end = {"ENDS", {total, sizeof total, sizeof total}, NULL};

    if (file == NULL)
        return NO_FILE;
    fwrite(SIGNATURE, 1, strlen(SIGNATURE), file);
    for (const struct chunk *chunk = box->first; chunk != NULL; chunk = chunk->next)
        write_chunk(file, chunk);
    put_u32(total, (uint32_t)box->count);
    write_chunk(file, &end);
    fclose(file);
    return OK;
}

/* ---- reading ------------------------------------------------------------ */

/* Reads one chunk to the end of the box; the caller removes what is bad. */
static enum result read_chunk(FILE *file, struct box *box)
{
    uint8_t header[8], trailer[4];
    uint32_t length;
    struct chunk *chunk;
    char type[5] = "";

    if (fread(header, 1, sizeof header, file) != sizeof header)
        return TRUNCATED;
    length = get_u32(header);
    if (length > MAX_PAYLOAD)
        return TOO_LONG;
    memcpy(type, header + 4, 4);
    chunk = box_add(box, type);
    reserve(&chunk->payload, length);
    chunk->payload.length = fread(chunk->payload.bytes, 1, length, file);
    if (chunk->payload.length != length ||
        fread(trailer, 1, sizeof trailer, file) != sizeof trailer)
        return TRUNCATED;
    return get_u32(trailer) == chunk_crc(chunk) ? OK : BAD_CHECKSUM;
}

static enum result read_chunks(FILE *file, struct box *box, long *offset)
{
    char signature[4];

    *offset = 0;
    if (fread(signature, 1, 4, file) != 4 || memcmp(signature, SIGNATURE, 4) != 0)
        return BAD_SIGNATURE;
    for (;;) {
        struct chunk **link = box->last;
        enum result result;
        *offset = ftell(file);
        result = read_chunk(file, box);
        if (result != OK) {
            if (*link != NULL)
                box_remove(box, *link);
            return result;
        }
        if (strcmp((*link)->type, "ENDS") == 0) {
            uint32_t total =
                (*link)->payload.length == 4 ? get_u32((*link)->payload.bytes) : 0;
            box_remove(box, *link);
            return total == (uint32_t)box->count ? OK : BAD_COUNT;
        }
    }
}

enum result box_read(struct box *box, const char *path, long *offset)
{
    FILE *file = fopen(path, "rb");
    enum result result;

    box_clear(box);
    *offset = 0;
    if (file == NULL)
        return NO_FILE;
    result = read_chunks(file, box, offset);
    fclose(file);
    return result;
}

/* ---- runs --------------------------------------------------------------- */

static size_t run_length(const uint8_t *bytes, size_t length)
{
    size_t run = 1;

    while (run < length && run < 127 && bytes[run] == bytes[0])
        run++;
    return run;
}

void pack_runs(struct buffer *packed, const uint8_t *bytes, size_t length)
{
    size_t start = 0, at = 0;

    while (at < length) {
        size_t run = run_length(bytes + at, length - at);
        if (run < 3 && at + run - start < 127) {
            at += run;
            continue;
        }
        if (at > start) {
            uint8_t count = (uint8_t)(at - start);
            buffer_append(packed, &count, 1);
            buffer_append(packed, bytes + start, count);
        }
        if (run >= 3) {
            uint8_t count = (uint8_t)(0x80 | run);
            buffer_append(packed, &count, 1);
            buffer_append(packed, bytes + at, 1);
            at += run;
        }
        start = at;
    }
    if (at > start) {
        uint8_t count = (uint8_t)(at - start);
        buffer_append(packed, &count, 1);
        buffer_append(packed, bytes + start, count);
    }
}

int unpack_runs(struct buffer *plain, const uint8_t *bytes, size_t length)
{
    size_t at = 0;

    while (at < length) {
        size_t count = bytes[at] & 0x7f;
        int repeat = bytes[at] & 0x80;
        at++;
        if (at + (repeat ? 1 : count) > length)
            return 0;
        if (!repeat) {
            buffer_append(plain, bytes + at, count);
            at += count;
            continue;
        }
        for (size_t i = 0; i < count; i++)
            buffer_append(plain, bytes + at, 1);
        at++;
    }
    return 1;
}
