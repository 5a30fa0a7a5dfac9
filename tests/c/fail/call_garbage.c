// A function pointer that is data.
struct plugin { char name[8]; int (*run)(void); };

static int zero(void) { return 0; }

int main(void) {
    struct plugin p = {"plugin", zero};
    for (int i = 0; i < 12; i++)
        ((char *)&p)[i] = 'x';
    return p.run();
}
