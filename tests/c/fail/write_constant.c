// Casts const away.
static const int limits[] = {10, 20, 30};

static void set(int *p, int value) { *p = value; }

int main(void) {
    set((int *)&limits[1], 5);
    return limits[1];
}
