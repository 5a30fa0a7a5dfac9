/*
 * huff table|pack|unpack|check [-r]: a Huffman coder with canonical codes.
 *
 *   table   the code of every byte in standard input
 *   pack    standard input as packed data, in hex
 *   unpack  the reverse; exit status 1 when the data are damaged
 *   check   packs and unpacks, and says how much was saved
 *
 * With -r runs of equal bytes are folded first. Packed data: flags, number of symbols, (symbol, code length)...,
 * length of the text (2 bytes), checksum (2 bytes), then the codes, high bit first.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS 256
#define MAX_NODES (2 * SYMBOLS - 1)
#define MAX_BITS 24
#define MAX_TEXT 4096
#define RUN_MARK 0x1B
#define SHORTEST_RUN 4
#define FLAG_RUNS 1

typedef struct {
    unsigned char data[2 * MAX_TEXT];
    size_t size;
} Bytes;

typedef struct {
    unsigned long weight;
    int left, right;            /* children, or -1 */
    int symbol;
    int used;                   /* already below another node */
} Node;

typedef struct {
    unsigned char length[SYMBOLS];      /* 0: does not occur */
    unsigned code[SYMBOLS];
    unsigned char sorted[SYMBOLS];      /* symbols in the order of their codes */
    unsigned count[MAX_BITS + 1];       /* number of codes of each length */
    int longest;
} CodeBook;

typedef struct {
    Bytes *bytes;
    unsigned pending;
    int count;
} BitWriter;

typedef struct {
    const Bytes *bytes;
    size_t at;
    int left;                   /* bits of the current byte that are not yet read */
} BitReader;

/* ---- bytes and bits ---- */

static void put_byte(Bytes *bytes, unsigned value)
{
    if (bytes->size < sizeof bytes->data)
        bytes->data[bytes->size++] = (unsigned char)value;
}

static void put_bits(BitWriter *w, unsigned bits, int count)
{
    for (int i = count - 1; i >= 0; i--) {
        w->pending = w->pending << 1 | (bits >> i & 1);
        if (++w->count == 8) {
            put_byte(w->bytes, w->pending & 0xFF);
            w->count = 0;
        }
    }
}

static void flush_bits(BitWriter *w)
{
    if (w->count > 0)
        put_bits(w, 0, 8 - w->count);
}

/* The next bit, or -1 at the end. */
static int get_bit(BitReader *r)
{
    if (r->left == 0) {
        r->at++;
        r->left = 8;
    }
    if (r->at >= r->bytes->size)
        return -1;
    return r->bytes->data[r->at] >> --r->left & 1;
}

static unsigned checksum(const Bytes *text)
{
    unsigned low = 1, high = 0;
    for (size_t i = 0; i < text->size; i++) {
        low = (low + text->data[i]) % 251;
        high = (high + low) % 251;
    }
    return high << 8 | low;
}

/* ---- runs ---- */

static size_t run_length(const Bytes *in, size_t at)
{
    size_t length = 1;
    while (at + length < in->size && length < 255 && in->data[at + length] == in->data[at])
        length++;
    return length;
}

/* A run becomes mark, length, byte; a mark in the text always does. */
static void fold_runs(const Bytes *in, Bytes *out)
{
    out->size = 0;
    for (size_t i = 0; i < in->size;) {
        size_t length = run_length(in, i);
        if (length >= SHORTEST_RUN || in->data[i] == RUN_MARK) {
            put_byte(out, RUN_MARK);
            put_byte(out, (unsigned)length);
            put_byte(out, in->data[i]);
            i += length;
        } else {
            put_byte(out, in->data[i]);
            i++;
        }
    }
}

static int unfold_runs(const Bytes *in, Bytes *out)
{
    out->size = 0;
    for (size_t i = 0; i < in->size; i++) {
        if (in->data[i] != RUN_MARK) {
            put_byte(out, in->data[i]);
            continue;
        }
        if (i + 2 >= in->size)
            return 0;
        for (int n = in->data[i + 1]; n > 0; n--)
            put_byte(out, in->data[i + 2]);
        i += 2;
    }
    return 1;
}

/* ---- codes ---- */

/* The unused node with the least weight; of equal ones the oldest. */
static int lightest(Node *nodes, int count)
{
    int best = -1;
    for (int i = 0; i < count; i++)
        if (!nodes[i].used && (best < 0 || nodes[i].weight < nodes[best].weight))
            best = i;
    nodes[best].used = 1;
    return best;
}

static void measure(const Node *nodes, int at, int depth, CodeBook *book)
{
    const Node *node = &nodes[at];
    if (node->left < 0) {
        book->length[node->symbol] = (unsigned char)(depth > 0 ? depth : 1);
        return;
    }
    measure(nodes, node->left, depth + 1, book);
    measure(nodes, node->right, depth + 1, book);
}

/* Code lengths from the frequencies of bytes; returns the number of different bytes. */
static int find_lengths(const unsigned long *frequency, CodeBook *book)
{
    Node nodes[MAX_NODES];
    int count = 0, leaves;
    for (int s = 0; s < SYMBOLS; s++)
        if (frequency[s] > 0)
            nodes[count++] = (Node){frequency[s], -1, -1, s, 0};
    leaves = count;
    for (int open = leaves; open > 1; open--) {
        int a = lightest(nodes, count);
        int b = lightest(nodes, count);
        nodes[count++] = (Node){nodes[a].weight + nodes[b].weight, a, b, -1, 0};
    }
    if (leaves > 0)
        measure(nodes, count - 1, 0, book);
    return leaves;
}

/* Canonical: codes of one length are consecutive, in the order of symbols; shorter ones come first. */
static void assign_codes(CodeBook *book)
{
    unsigned code = 0;
    int place = 0;
    for (int s = 0; s < SYMBOLS; s++)
        if (book->length[s] > book->longest)
            book->longest = book->length[s];
    for (int length = 1; length <= book->longest; length++) {
        for (int s = 0; s < SYMBOLS; s++) {
            if (book->length[s] == length) {
                book->code[s] = code++;
                book->sorted[place++] = (unsigned char)s;
                book->count[length]++;
            }
        }
        code <<= 1;
    }
}

static int make_book(const Bytes *text, CodeBook *book)
{
    unsigned long frequency[SYMBOLS] = {0};
    memset(book, 0, sizeof *book);
    for (size_t i = 0; i < text->size; i++)
        frequency[text->data[i]]++;
    int count = find_lengths(frequency, book);
    assign_codes(book);
    return count;
}

/* ---- packing ---- */

static void pack(const Bytes *text, Bytes *out, int with_runs)
{
    static Bytes folded;
    const Bytes *source = text;
    CodeBook book;
    if (with_runs) {
        fold_runs(text, &folded);
        source = &folded;
    }
    int count = make_book(source, &book);
    out->size = 0;
    put_byte(out, with_runs ? FLAG_RUNS : 0);
    put_byte(out, (unsigned)count & 0xFF);
    for (int s = 0; s < SYMBOLS; s++) {
        if (book.length[s] > 0) {
            put_byte(out, (unsigned)s);
            put_byte(out, book.length[s]);
        }
    }
    unsigned sum = checksum(text);
    put_byte(out, (unsigned)(source->size >> 8));
    put_byte(out, source->size & 0xFF);
    put_byte(out, sum >> 8);
    put_byte(out, sum & 0xFF);
    BitWriter writer = {out, 0, 0};
    for (size_t i = 0; i < source->size; i++) {
        int symbol = source->data[i];
        put_bits(&writer, book.code[symbol], book.length[symbol]);
    }
    flush_bits(&writer);
}

/* The symbol whose code comes next, or -1. */
static int get_symbol(BitReader *r, const CodeBook *book)
{
    unsigned code = 0, first = 0, place = 0;
    for (int length = 1; length <= book->longest; length++) {
        int bit = get_bit(r);
        if (bit < 0)
            return -1;
        code = code << 1 | (unsigned)bit;
        if (code - first < book->count[length])
            return book->sorted[place + code - first];
        place += book->count[length];
        first = (first + book->count[length]) << 1;
    }
    return -1;
}

static int read_book(const Bytes *in, size_t *at, CodeBook *book)
{
    int count = in->data[1] == 0 && in->size > SYMBOLS ? SYMBOLS : in->data[1];
    memset(book, 0, sizeof *book);
    *at = 2;
    for (int i = 0; i < count; i++) {
        if (*at + 1 >= in->size)
            return 0;
        if (in->data[*at + 1] > MAX_BITS)
            return 0;
        book->length[in->data[*at]] = in->data[*at + 1];
        *at += 2;
    }
    assign_codes(book);
    return *at + 4 <= in->size;
}

static int unpack(const Bytes *in, Bytes *out)
{
    static Bytes plain;
    CodeBook book;
    size_t at;
    out->size = 0;
    if (in->size < 2 || !read_book(in, &at, &book))
        return 0;
    size_t length = (size_t)in->data[at] << 8 | in->data[at + 1];
    unsigned sum = (unsigned)in->data[at + 2] << 8 | in->data[at + 3];
    BitReader reader = {in, at + 4, 8};
    plain.size = 0;
    for (size_t i = 0; i < length; i++) {
        int symbol = get_symbol(&reader, &book);
        if (symbol < 0)
            return 0;
        put_byte(&plain, (unsigned)symbol);
    }
    if (in->data[0] & FLAG_RUNS) {
        if (!unfold_runs(&plain, out))
            return 0;
    } else {
        *out = plain;
    }
    return checksum(out) == sum;
}

/* ---- commands ---- */

static void read_text(Bytes *text)
{
    int c;
    while (text->size < MAX_TEXT && (c = getchar()) != EOF)
        put_byte(text, (unsigned)c);
}

static int hex_digit(int c)
{
    if (isdigit(c))
        return c - '0';
    return isxdigit(c) ? tolower(c) - 'a' + 10 : -1;
}

static void read_hex(Bytes *bytes)
{
    int c, high = -1;
    while ((c = getchar()) != EOF) {
        int digit = hex_digit(c);
        if (digit < 0)
            continue;
        if (high < 0) {
            high = digit;
        } else {
            put_byte(bytes, (unsigned)(high << 4 | digit));
            high = -1;
        }
    }
}

static void print_hex(const Bytes *bytes)
{
    for (size_t i = 0; i < bytes->size; i++) {
        int at_end = i % 16 == 15 || i + 1 == bytes->size;
        printf("%02x%c", bytes->data[i], at_end ? '\n' : ' ');
    }
}

static int show_table(const Bytes *text)
{
    CodeBook book;
    int count = make_book(text, &book);
    printf("%d symbols\n", count);
    for (int s = 0; s < SYMBOLS; s++) {
        if (book.length[s] == 0)
            continue;
        if (isgraph(s))
            printf("'%c'  ", s);
        else
            printf("0x%02x ", (unsigned)s);
        for (int i = book.length[s] - 1; i >= 0; i--)
            putchar('0' + (int)(book.code[s] >> i & 1));
        putchar('\n');
    }
    return 0;
}

static int show_check(const Bytes *text, int with_runs)
{
    static Bytes packed, again;
    pack(text, &packed, with_runs);
    int good = unpack(&packed, &again) && again.size == text->size
            && memcmp(again.data, text->data, text->size) == 0;
    double saved = text->size > 0 ? 100.0 - 100.0 * (double)packed.size / (double)text->size : 0.0;
    printf("%zu -> %zu bytes, %.1f%% saved, %s\n", text->size, packed.size, saved, good ? "good" : "BAD");
    return good ? 0 : 1;
}

static int show_unpacked(const Bytes *packed)
{
    static Bytes text;
    if (!unpack(packed, &text)) {
        puts("damaged");
        return 1;
    }
    fwrite(text.data, 1, text.size, stdout);
    return 0;
}

int main(int argc, char **argv)
{
    static Bytes input, packed;
    const char *command = argc > 1 ? argv[1] : "";
    int with_runs = argc > 2 && strcmp(argv[2], "-r") == 0;
    if (strcmp(command, "unpack") == 0) {
        read_hex(&input);
        return show_unpacked(&input);
    }
    read_text(&input);
    if (strcmp(command, "table") == 0)
        return show_table(&input);
    if (strcmp(command, "check") == 0)
        return show_check(&input, with_runs);
    if (strcmp(command, "pack") != 0) {
        puts("usage: huff table|pack|unpack|check [-r]");
        return 2;
    }
    pack(&input, &packed, with_runs);
    print_hex(&packed);
    return 0;
}
