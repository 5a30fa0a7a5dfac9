// Huffman codes: count, build the tree in a heap, encode to bits, decode by walking the tree.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { unsigned weight; int symbol; struct node *child[2]; };
struct code { uint32_t bits; int length; };

static struct node *heap[256];
static int size;

static int before(const struct node *a, const struct node *b) {
    return a->weight != b->weight ? a->weight < b->weight : a->symbol < b->symbol;
}

static void push(struct node *n) {
    int i = size++;
    for (; i && before(n, heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = n;
}

static struct node *pop(void) {
    struct node *first = heap[0], *last = heap[--size];
    int i = 0;
    for (int c; (c = 2 * i + 1) < size; i = c) {
        c += c + 1 < size && before(heap[c + 1], heap[c]);
        if (!before(heap[c], last))
            break;
        heap[i] = heap[c];
    }
    heap[i] = last;
    return first;
}

static struct node *make(unsigned weight, int symbol, struct node *a, struct node *b) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    *n = (struct node){weight, symbol, {a, b}};
    return n;
}

static void assign(const struct node *n, struct code c, struct code *codes) {
    if (!n->child[0]) {
        codes[n->symbol] = c;
        return;
    }
    for (unsigned b = 0; b < 2; b++)
        assign(n->child[b], (struct code){c.bits << 1 | b, c.length + 1}, codes);
}

static void drop(struct node *n) {
    if (n) {
        drop(n->child[0]);
        drop(n->child[1]);
        free(n);
    }
}

int main(void) {
    const char *text = "this is an example of a huffman tree; it encodes frequent letters in few bits and rare ones in more";
    unsigned count[256] = {0};
    struct code codes[256] = {{0}};
    for (const char *p = text; *p; p++)
        count[(unsigned char)*p]++;
    for (int i = 0; i < 256; i++)
        if (count[i])
            push(make(count[i], i, NULL, NULL));
    for (int next = 256; size > 1; next++) {
        struct node *a = pop(), *b = pop();
        push(make(a->weight + b->weight, next, a, b));
    }
    struct node *root = pop();
    assign(root, (struct code){0, 0}, codes);
    for (int i = 0; i < 256; i++)
        if (codes[i].length) {
            printf("'%c' %2u ", i, count[i]);
            for (int b = codes[i].length; b-- > 0;)
                putchar('0' + (int)(codes[i].bits >> b & 1));
            putchar('\n');
        }
    uint8_t packed[200] = {0};
    unsigned at = 0;
    for (const char *p = text; *p; p++) {
        struct code c = codes[(unsigned char)*p];
        for (int b = c.length; b-- > 0; at++)
            packed[at / 8] |= (uint8_t)((c.bits >> b & 1) << at % 8);
    }
    printf("%zu bytes to %u bits\n", strlen(text), at);
    for (unsigned i = 0; i < at / 8; i++)
        printf("%02x", packed[i]);
    printf("\n");
    const struct node *n = root;
    for (unsigned i = 0; i < at; i++) {
        n = n->child[packed[i / 8] >> i % 8 & 1];
        if (!n->child[0]) {
            putchar(n->symbol);
            n = root;
        }
    }
    printf("\n");
    drop(root);
    return 0;
}
