// Part of common_symbols.c.
int common;
char buffer[40];
int with_value;
static int calls;

void touch(void) {
    common = common * 10 + ++calls;
    for (int i = buffer[0] ? 5 : 0; i < 25; i++)
        buffer[i] = (char)('a' + i);
    with_value++;
}

int size_there(void) { return (int)sizeof buffer; }
