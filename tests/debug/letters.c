// Counts words; the state is an enumeration, the text has letters beyond ASCII and bytes that are no text.
// $ printf 'right\nright\nright\nright\nright\nright\nright\n' | whydunit debug -e '日本語 größer: 2\n' -- ./letters | grep -e ' is ' -e '^ *[0-9]*\. '
// $ yes "don't know" | head -60 | whydunit debug --strategy bisection -e '日本語 größer: 2\n' -- ./letters | grep -e ' st is' | sort -u
#include <stdio.h>
#include <string.h>

enum state { OUT, IN };

static int words(const char *text)
{
    enum state st = OUT;
    int count = 0;
    for (; *text; text++) {
        switch (st) {
        case OUT:
            if (*text != ' ') {
                st = IN;
                count++;
            }
            break;
        case IN:
            if (*text == 'x')
                st = OUT;
        }
    }
    return count;
}

int main(void)
{
    char text[40];
    strcpy(text, "日本語 größer");
    char broken[] = "gr\xf6\xc3\x9f\x1b\xe2\x80\xae.";
    printf("%s: %d\n", text, words(text) + (broken[0] == 'x'));
    return 0;
}
