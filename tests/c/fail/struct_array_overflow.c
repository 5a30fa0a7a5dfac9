// The array inside a struct is too short, and nothing lies behind it.
struct history { int length; int values[4]; };

static void record(struct history *h, int value) {
    h->values[h->length++] = value;
}

int main(void) {
    struct history h = {0, {0}};
    for (int i = 0; i < 6; i++)
        record(&h, i);
    return 0;
}
