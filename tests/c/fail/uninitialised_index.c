// An index that was never given a value.
static int squares[10];

int main(void) {
    int i;
    squares[i] = 4;
    return squares[2];
}
