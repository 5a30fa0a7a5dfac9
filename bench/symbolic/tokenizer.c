// Splits five bytes into tokens: names, numbers, blanks, operators of one or two characters.
#include <stdio.h>

int main(void) {
    char text[6];
    int tokens = 0;
    if (fread(text, 1, 5, stdin) != 5)
        return 2;
    text[5] = 0;
    for (const char *p = text; *p;) {
        if (*p == ' ' || *p == '\t' || *p == '\n') {
            p++;
            continue;
        }
        tokens++;
        if ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_') {
            while ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || *p == '_')
                p++;
        } else if (*p >= '0' && *p <= '9') {
            while (*p >= '0' && *p <= '9')
                p++;
            if (*p == '.')
                for (p++; *p >= '0' && *p <= '9'; p++)
                    ;
        } else if ((*p == '<' || *p == '>' || *p == '=' || *p == '!') && p[1] == '=') {
            p += 2;
        } else {
            p++;
        }
    }
    return tokens;
}
