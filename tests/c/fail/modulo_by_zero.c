// A hash table without buckets.
struct table { unsigned long size; int *buckets; };

static unsigned long slot(const struct table *t, unsigned long hash) {
    return hash % t->size;
}

int main(void) {
    struct table t = {0, 0};
    return (int)slot(&t, 12345);
}
