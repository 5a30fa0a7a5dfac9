// Subtracts column by column; in one of the two loops the borrow is never given back.
// $ whydunit explain -e '6617\n' -- ./reset 8342 1725
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char result[32] = "";
    int from = strlen(argv[1]), less = strlen(argv[2]), borrow = 0;
    result[from] = 0;
    while (less > 0) {
        int digit = argv[1][--from] - argv[2][--less] - borrow;
        if (digit < 0) {
            digit += 10;
            borrow = 1;
        }
        result[from] = '0' + digit;
    }
    while (from > 0) {
        int digit = argv[1][--from] - '0' - borrow;
        if (digit < 0)
            digit += 10;
        else
            borrow = 0;
        result[from] = '0' + digit;
    }
    puts(result);
}
