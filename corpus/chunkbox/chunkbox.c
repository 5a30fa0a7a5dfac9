/* A tool for chunked containers; commands on standard input:
 *
 *   note KEY TEXT…        add a META chunk
 *   add FILE [packed]     add a FILE chunk with the file's content
 *   drop NAME             remove a file or a note
 *   list                  what is in the box
 *   extract NAME FILE     write a file of the box to a file outside
 *   print NAME            show a file of the box
 *   save FILE | load FILE | clear
 *   hex FILE              dump a file
 *   poke FILE OFFSET BYTE overwrite one byte of a file (to try damage)
 *   trim FILE LENGTH      cut a file
 *
 * A META payload is "key=text"; a FILE payload is the plain size (4 bytes),
 * a method byte (0 plain, 1 runs), the name, a zero byte and the content. */
#include <stdlib.h>
#include <string.h>

#include "chunk.h"

struct entry {
    const char *name;
    uint32_t size;
    int method;
    const uint8_t *content;
    size_t stored;
};

/* ---- files -------------------------------------------------------------- */

static int read_file(const char *path, struct buffer *content)
{
    FILE *file = fopen(path, "rb");
    uint8_t block[64];
    size_t got;

    if (file == NULL)
        return 0;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        buffer_append(content, block, got);
    fclose(file);
    return 1;
}

static int write_file(const char *path, const uint8_t *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    int done;

    if (file == NULL)
        return 0;
    done = length == 0 || fwrite(bytes, 1, length, file) == length;
    fclose(file);
    return done;
}

/* ---- entries ------------------------------------------------------------ */

/* Finds the parts of a FILE payload; returns 0 if it is malformed. */
static int parse_entry(const struct chunk *chunk, struct entry *entry)
{
    const struct buffer *payload = &chunk->payload;
    const uint8_t *end;

    if (strcmp(chunk->type, "FILE") != 0 || payload->length < 6)
        return 0;
    entry->size = get_u32(payload->bytes);
    entry->method = payload->bytes[4];
    end = memchr(payload->bytes + 5, '\0', payload->length - 5);
    if (end == NULL || entry->method > 1)
        return 0;
    entry->name = (const char *)payload->bytes + 5;
    entry->content = end + 1;
    entry->stored = payload->length - (size_t)(end + 1 - payload->bytes);
    return 1;
}

static struct chunk *find_file(const struct box *box, const char *name, struct entry *entry)
{
    for (struct chunk *chunk = box->first; chunk != NULL; chunk = chunk->next)
        if (parse_entry(chunk, entry) && strcmp(entry->name, name) == 0)
            return chunk;
    return NULL;
}

static struct chunk *find_note(const struct box *box, const char *key)
{
    size_t length = strlen(key);

    for (struct chunk *chunk = box->first; chunk != NULL; chunk = chunk->next)
        if (strcmp(chunk->type, "META") == 0 && chunk->payload.length > length &&
            memcmp(chunk->payload.bytes, key, length) == 0 &&
            chunk->payload.bytes[length] == '=')
            return chunk;
    return NULL;
}

/* The content as it was before it was packed. */
static int unpack_entry(const struct entry *entry, struct buffer *plain)
{
    if (entry->method == 0)
        buffer_append(plain, entry->content, entry->stored);
    else if (!unpack_runs(plain, entry->content, entry->stored))
        return 0;
    return plain->length == entry->size;
}

/* ---- commands ----------------------------------------------------------- */

static int add_note(struct box *box, const char *key, const char *text)
{
    struct chunk *chunk = find_note(box, key);

    if (chunk == NULL)
        chunk = box_add(box, "META");
    chunk->payload.length = 0;
    buffer_append(&chunk->payload, key, strlen(key));
    buffer_append(&chunk->payload, "=", 1);
    buffer_append(&chunk->payload, text, strlen(text));
    return 1;
}

static int add_file(struct box *box, const char *path, int packed)
{
    struct buffer content = {NULL, 0, 0};
    struct entry entry;
    struct chunk *chunk;
    uint8_t method = packed ? 1 : 0;

    if (find_file(box, path, &entry) != NULL || !read_file(path, &content))
        return 0;
    chunk = box_add(box, "FILE");
    buffer_append_u32(&chunk->payload, (uint32_t)content.length);
    buffer_append(&chunk->payload, &method, 1);
    buffer_append(&chunk->payload, path, strlen(path) + 1);
    if (packed)
        pack_runs(&chunk->payload, content.bytes, content.length);
    else
        buffer_append(&chunk->payload, content.bytes, content.length);
    free(content.bytes);
    return 1;
}

static int drop(struct box *box, const char *name)
{
    struct entry entry;
    struct chunk *chunk = find_file(box, name, &entry);

    if (chunk == NULL)
        chunk = find_note(box, name);
    return chunk != NULL && box_remove(box, chunk);
}

static int list(const struct box *box)
{
    unsigned long plain = 0, stored = 0;
    struct entry entry;

    for (const struct chunk *chunk = box->first; chunk != NULL; chunk = chunk->next) {
        if (parse_entry(chunk, &entry)) {
            printf("file %-12s %5u %5zu %s\n", entry.name, entry.size, entry.stored,
                   entry.method == 1 ? "runs" : "plain");
            plain += entry.size;
            stored += entry.stored;
        } else if (strcmp(chunk->type, "META") == 0)
            printf("note %.*s\n", (int)chunk->payload.length,
                   (const char *)chunk->payload.bytes);
        else
            printf("%s with %zu bytes\n", chunk->type, chunk->payload.length);
    }
    printf("%d chunks, %lu bytes in %lu\n", box->count, plain, stored);
    return 1;
}

static int take_out(const struct box *box, const char *name, const char *path)
{
    struct buffer plain = {NULL, 0, 0};
    struct entry entry;
    int done = find_file(box, name, &entry) != NULL && unpack_entry(&entry, &plain);

    if (done && path != NULL)
        done = write_file(path, plain.bytes, plain.length);
    else if (done && plain.length > 0)
        fwrite(plain.bytes, 1, plain.length, stdout);
    free(plain.bytes);
    return done;
}

static int load(struct box *box, const char *path)
{
    long offset;
    enum result result = box_read(box, path, &offset);

    if (result == OK)
        return 1;
    printf("%s: %s at %ld, %d chunks kept\n", path, result_text(result), offset, box->count);
    return 0;
}

static int save(const struct box *box, const char *path)
{
    return box_write(box, path) == OK;
}

static int hex_dump(const char *path)
{
    struct buffer content = {NULL, 0, 0};

    if (!read_file(path, &content))
        return 0;
    for (size_t at = 0; at < content.length; at += 16) {
        printf("%04zx ", at);
        for (size_t i = at; i < at + 16 && i < content.length; i++)
            printf(" %02x", content.bytes[i]);
        putchar('\n');
    }
    printf("%zu bytes, crc %08x\n", content.length,
           crc32_update(0, content.bytes, content.length));
    free(content.bytes);
    return 1;
}

static int poke(const char *path, long offset, int byte)
{
    FILE *file = fopen(path, "r+b");

    if (file == NULL)
        return 0;
    fseek(file, offset, SEEK_SET);
    fputc(byte, file);
    fclose(file);
    return 1;
}

static int trim(const char *path, size_t length)
{
    struct buffer content = {NULL, 0, 0};
    int done;

    if (!read_file(path, &content))
        return 0;
    done = length <= content.length && write_file(path, content.bytes, length);
    free(content.bytes);
    return done;
}

static int obey(struct box *box, const char *command, const char *first, const char *rest)
{
    if (strcmp(command, "note") == 0)
        return add_note(box, first, rest);
    if (strcmp(command, "add") == 0)
        return add_file(box, first, strcmp(rest, "packed") == 0);
    if (strcmp(command, "drop") == 0)
        return drop(box, first);
    if (strcmp(command, "list") == 0)
        return list(box);
    if (strcmp(command, "extract") == 0)
        return take_out(box, first, rest);
    if (strcmp(command, "print") == 0)
        return take_out(box, first, NULL);
    if (strcmp(command, "save") == 0)
        return save(box, first);
    if (strcmp(command, "load") == 0)
        return load(box, first);
    if (strcmp(command, "hex") == 0)
        return hex_dump(first);
    if (strcmp(command, "trim") == 0)
        return trim(first, strtoul(rest, NULL, 0));
    if (strcmp(command, "poke") == 0) {
        char *end;
        long offset = strtol(rest, &end, 0);
        return poke(first, offset, (int)strtol(end, NULL, 0));
    }
    if (strcmp(command, "clear") == 0) {
        box_clear(box);
        return 1;
    }
    return 0;
}

int main(void)
{
    struct box box;
    char line[256];
    int failures = 0;

    box_init(&box);
    while (fgets(line, sizeof line, stdin) != NULL) {
        char command[12] = "", first[32] = "";
        int used = 0;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%11s %31s %n", command, first, &used) < 1)
            continue;
        if (!obey(&box, command, first, used > 0 ? line + used : "")) {
            printf("failed: %s %s\n", command, first);
            failures++;
        }
    }
    box_clear(&box);
    return failures > 0 ? 2 : 0;
}
