// Enumerations: negative and large values, as flags, as array indices, in switches, sizes.
#include <stdio.h>

enum level { LOW = -10, MIDDLE, HIGH = 10, HIGHEST };
enum flags { NONE = 0, READ = 1 << 0, WRITE = 1 << 1, EXECUTE = 1 << 2, ALL = READ | WRITE | EXECUTE };
enum big { SMALL = 1, BIG = 0xffffffffu };
enum wide { WIDE = 0x100000000LL, WIDER };
enum __attribute__((packed)) tiny { T0, T1, T2 };
enum day { MONDAY, TUESDAY, WEDNESDAY, DAYS };
typedef enum { RED, GREEN, BLUE = 5, CYAN, LAST = CYAN } colour;

static const char *const day_names[DAYS] = {[TUESDAY] = "tue", [MONDAY] = "mon", [WEDNESDAY] = "wed"};
static int hours[DAYS] = {8, 7, 6};

static enum level raise(enum level l) { return l == MIDDLE ? HIGH : (enum level)(l + 1); }
static const char *name(colour c) {
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    case CYAN: return "cyan";
    }
    return "?";
}

int main(void) {
    printf("%d %d %d %d\n", LOW, MIDDLE, HIGH, HIGHEST);
    for (enum level l = LOW; l <= HIGH; l = raise(l))
        printf("%d ", l);
    printf("\n");
    enum flags f = READ | EXECUTE;
    f |= WRITE;
    f &= ~(unsigned)READ;
    printf("%d %d %d %d\n", f, (f & READ) != 0, !!(f & WRITE), f ^ ALL);
    printf("%zu %zu %zu %zu\n", sizeof(enum level), sizeof(enum big), sizeof(enum wide), sizeof(enum tiny));
    printf("%u %lld %lld\n", (unsigned)BIG, (long long)WIDE, (long long)WIDER);
    enum big b = BIG;
    enum wide w = WIDER;
    printf("%d %d\n", b > SMALL, w - WIDE == 1);
    int total = 0;
    for (int d = 0; d < DAYS; d++) {
        printf("%s ", day_names[d]);
        total += hours[d];
    }
    printf("%d\n", total);
    for (int c = -1; c <= LAST + 1; c++)
        printf("%s ", name((colour)c));
    printf("\n");
    enum tiny t = T2, list[] = {T1, T0, T2};
    printf("%d %d %zu\n", t + list[0], list[2], sizeof list);
    t = (enum tiny)300;
    printf("%d\n", t);
    enum { LOCAL = 77, NEXT } local = NEXT;
    printf("%d %d\n", LOCAL, local);
    enum level converted = 7;
    int back = converted * 2;
    unsigned mask = 0;
    for (enum day d = MONDAY; d < DAYS; d++)
        mask |= 1u << d;
    printf("%d %u\n", back, mask);
    return 0;
}
