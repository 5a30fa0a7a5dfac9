// Part of same_names.c.
struct item { char text[20]; };
static struct item list = {"twenty"};
static int counter = 300;
static int helper(int n) { return n - counter-- + list.text[0]; }
extern int from_a(int);
extern int tentative;
int from_b(int n) { return helper(n); }
int (*const table[2])(int) = {from_a, from_b};
const char *name_b(void) {
    static const char text[] = "b";
    return text;
}
int *address_in_b(void) { return &tentative; }
