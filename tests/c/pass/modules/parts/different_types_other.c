// Part of different_types.c.
long widen(int a, int b) { return (long)a * b; }
int narrow(char c) { return c + 1; }
char *text_of(int c) {
    static char text[2];
    text[0] = (char)c;
    return text;
}
int list[8] = {1, 2, 3, 4, 5, 6, 7, 8};
