// Lines that might have run again, had the run not failed, exited or hung before; and one that could not.
// $ whydunit trace why-not early_end.c:24#2 -- ./early_end divide
// $ whydunit trace why-not early_end.c:24#2 -- ./early_end exit
// $ whydunit trace why-not --budget 200K early_end.c:24#2 -- ./early_end hang
// $ whydunit trace why-not early_end.c:32#2 -- ./early_end divide
#include <stdio.h>
#include <stdlib.h>
static char how;
static int served;
static int divide(int a, int b) {
    if (how == 'e' && b == 0)
        exit(3);
    while (how == 'h' && b == 0)
        served++;
    return how == 'd' ? a / b : a;
}
static int serve(int a, int b) {
    if (a > 50)
        served = served * 2 + 1;
    else
        served--;
    if (a == 60)
        // The others are too small, or come too late.
        served += 5;
    return divide(a, b);
}
int main(int argc, char **argv) {
    static const int in[][2] = {{60, 2}, {10, 5}, {7, 0}, {60, 3}};
    how = argv[1][0];
    if (argc > 1)
        // Never again, however the run continues.
        how = how + 0;
    for (int i = 0; i < 4; i++)
        printf("%d\n", serve(in[i][0], in[i][1]));
    return served;
}
