// A small report: fields with * widths, totals, rulers; input by scanf.
// stdin: apples 3 0.5\npears 12 0.75\nplums 150 0.1\n
#include <stdio.h>
#include <string.h>

struct item {
    char name[20];
    int count;
    double price;
};

int main(void) {
    struct item items[10];
    int n = 0, widest = 0;
    while (n < 10 && scanf("%19s %d %lf", items[n].name, &items[n].count, &items[n].price) == 3) {
        int length = (int)strlen(items[n].name);
        if (length > widest)
            widest = length;
        n++;
    }
    double total = 0;
    printf("%-*s | %6s | %8s | %9s\n", widest, "item", "count", "price", "sum");
    for (int i = 0; i < widest + 32; i++)
        putchar('-');
    putchar('\n');
    for (int i = 0; i < n; i++) {
        double sum = items[i].count * items[i].price;
        printf("%-*s | %6d | %8.2f | %+9.2e\n", widest, items[i].name, items[i].count, items[i].price, sum);
        total += sum;
    }
    printf("%*s | %*.*f\n", widest, "total", 29, 3, total);
    printf("%#x %#o %08.3f %+d % d %e %G\n", 255, 8, 3.14159, 5, 5, 12345.678, 1e-10);
    return n;
}
