// A tokenizer for C by a table of states: words, numbers, strings, comments, operators of up to three signs.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum token { END, WORD, KEYWORD, NUMBER, STRING, CHARACTER, COMMENT, OPERATOR, KINDS };
static const char *const kind_names[KINDS] = {"end", "word", "keyword", "number", "string", "char", "comment", "op"};
static const char *const keywords[] = {"break", "char", "else", "for", "if", "int", "return", "static", "while"};
static const char *const operators[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-="};

static int is_keyword(const char *s, size_t n) {
    int low = 0, high = sizeof keywords / sizeof *keywords;
    while (low < high) {
        int mid = (low + high) / 2, order = strncmp(s, keywords[mid], n);
        if (order == 0)
            order = -(keywords[mid][n] != 0);
        if (order == 0)
            return 1;
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return 0;
}

static enum token next(const char **text, const char **start, int *line) {
    const char *p = *text;
    enum token kind;
    while (isspace((unsigned char)*p))
        *line += *p++ == '\n';
    *start = p;
    if (!*p) {
        kind = END;
    } else if (isalpha((unsigned char)*p) || *p == '_') {
        while (isalnum((unsigned char)*p) || *p == '_')
            p++;
        kind = is_keyword(*start, (size_t)(p - *start)) ? KEYWORD : WORD;
    } else if (isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1]))) {
        do
            p++;
        while (isalnum((unsigned char)*p) || *p == '.' || ((*p == '+' || *p == '-') && (p[-1] == 'e' || p[-1] == 'E')));
        kind = NUMBER;
    } else if (*p == '"' || *p == '\'') {
        char quote = *p++;
        while (*p && *p != quote)
            p += *p == '\\' && p[1] ? 2 : 1;
        p += *p == quote;
        kind = quote == '"' ? STRING : CHARACTER;
    } else if (p[0] == '/' && p[1] == '/') {
        p += strcspn(p, "\n");
        kind = COMMENT;
    } else if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        end = end ? end + 2 : p + strlen(p);
        for (; p < end; p++)
            *line += *p == '\n';
        kind = COMMENT;
    } else {
        size_t n = 1;
        for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
            if (!strncmp(p, operators[i], strlen(operators[i]))) {
                n = strlen(operators[i]);
                break;
            }
        p += n;
        kind = OPERATOR;
    }
    *text = p;
    return kind;
}

int main(void) {
    const char *text = "static int f(char *s, ...) {\n"
                       "    for (int i = 0x1F; i >= 1e-3; i <<= 2, whiles++) // count\n"
                       "        s->name[i] += '\\n' - \"a \\\"quoted\\\" one\"[.5f];\n"
                       "    /* several\n       lines */ return a&&b||c--;\n"
                       "} \"unfinished";
    int count[KINDS] = {0}, line = 1;
    for (;;) {
        const char *start;
        enum token kind = next(&text, &start, &line);
        if (kind == END)
            break;
        count[kind]++;
        printf("%d %s ", line, kind_names[kind]);
        for (const char *p = start; p < text; p++)
            putchar(*p == '\n' ? '~' : *p);
        putchar('\n');
    }
    for (int i = 1; i < KINDS; i++)
        printf("%s %d\n", kind_names[i], count[i]);
    return 0;
}
