// A pointer that points nowhere in particular.
int main(void) {
    int *p;
    *p = 5;
    return 0;
}
