// Inline assembly that is no barrier.
int main(void) {
    unsigned low, high;
    __asm__ volatile("cpuid" : "=a"(low), "=d"(high) : "0"(1) : "rbx", "rcx");
    __asm__ volatile("rcll $1, %0" : "+r"(low));
    return low == high;
}
