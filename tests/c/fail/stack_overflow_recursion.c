// Recursion whose end is missed.
// options: --stack 1M
static int factorial(int n) {
    if (n == 1)
        return 1;
    return n * factorial(n - 1);
}

int main(void) {
    return factorial(0);
}
