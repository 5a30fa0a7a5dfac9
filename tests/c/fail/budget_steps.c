// A loop that does not end.
// options: --budget 1M
int main(void) {
    unsigned i = 10;
    while (i >= 0)
        i--;
    return 0;
}
