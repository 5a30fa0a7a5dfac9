#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

static void convert(const char *to, const char *from, const char *text, size_t room)
{
    iconv_t cd = iconv_open(to, from);
    printf("%s <- %s:", to, from);
    if (cd == (iconv_t)-1) {
        printf(" refused %d\n", errno);
        return;
    }
    char out[100], *in = (char *)text, *p = out;
    size_t left = strlen(text);
    errno = 0;
    size_t result = iconv(cd, &in, &left, &p, &room);
    printf(" %zd %d %zu:", (ssize_t)result, errno, left);
    for (char *o = out; o < p; o++)
        printf(" %02x", *o & 255);
    printf(" %d\n", iconv_close(cd));
}

int main(void)
{
    convert("UTF-16", "UTF-8", "h\xc3\xa9", 100);
    convert("UTF-16BE", "UTF-8", "\xf0\x9f\x98\x80", 100);
    convert("ISO-8859-1", "UTF-8", "caf\xc3\xa9 \xe2\x82\xac", 100);
    convert("ASCII//TRANSLIT", "UTF-8", "caf\xc3\xa9 \xe2\x82\xac", 100);
    convert("ASCII//IGNORE", "UTF-8", "caf\xc3\xa9", 100);
    convert("UTF-8", "LATIN1", "\xe9\xff", 100);
    convert("UTF-32LE", "UTF-8", "abc", 9);
    convert("UTF-8", "UTF-8", "cut \xe2\x82", 100);
    convert("martian", "UTF-8", "", 0);
    return 0;
}
