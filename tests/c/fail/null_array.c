// An array that was never allocated.
static int *table;

static void count(const unsigned char *text) {
    for (; *text; text++)
        table[*text]++;
}

int main(void) {
    count((const unsigned char *)"hello");
    return 0;
}
