// A case that was promised not to happen.
static int width(int kind) {
    switch (kind) {
    case 0: return 1;
    case 1: return 2;
    case 2: return 4;
    default: __builtin_unreachable();
    }
}

int main(void) {
    return width(1) + width(3);
}
