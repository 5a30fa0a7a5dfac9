// Part of same_names.c.
struct item { double a, b; };
static struct item list[] = {{1, 2}, {3, 4}};
static int counter = 200;
static int helper(int n) { return n * counter++ + (int)list[1].b; }
int shared = 7;
int array[4] = {1, 2, 3, 4};
int tentative;

int from_a(int n) { return helper(n); }
const char *name_a(void) {
    static const char text[] = "a";
    return text;
}
int chosen(void) { return 2; }
int *address_in_a(void) { return &tentative; }
