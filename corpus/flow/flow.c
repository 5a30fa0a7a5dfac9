/* Formats lightly marked-up text for a page of fixed width.
 *
 *   flow [-w WIDTH] [-a left|right|center|justify] [-s] < text
 *
 * Blank lines end paragraphs.  *strong* prints in capitals, _stressed_ between
 * underscores, `code` between quotes and unbroken; a backslash takes the next
 * character as it is.  "# " and "## " start headings (numbered, listed by .contents),
 * "- " and "+ " items of plain and numbered lists, indented by two spaces per
 * level, "> " quotations, and a line of three backquotes begins and ends text
 * printed as it stands.  Lines that begin with a dot are directives: .width N,
 * .align HOW, .rule, .contents.  -s adds statistics. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LEVEL 4
#define MAX_HEADINGS 20
#define MAX_LINE 400

enum align { LEFT, RIGHT, CENTER, JUSTIFY };
enum style { PLAIN, STRONG, STRESSED, CODE };
enum block { NONE, PARAGRAPH, ITEM, QUOTE };

struct word {
    char *text;
    int length;
};

struct heading {
    int level;
    char number[12];
    char title[60];
};

struct formatter {
    int width;
    enum align align;
    enum style style;
    enum block block;
    int verbatim;
    struct word *words;
    int word_count, word_capacity;
    char first_prefix[24], next_prefix[24];
    int item_numbers[MAX_LEVEL];
    int section, subsection;
    struct heading headings[MAX_HEADINGS];
    int heading_count;
    int total_words, total_lines, total_paragraphs;
};

/* ---- printing ----------------------------------------------------------- */

static void print_line(struct formatter *fmt, const char *text)
{
    printf("%s\n", text);
    fmt->total_lines++;
}

static void print_repeated(struct formatter *fmt, char c, int count)
{
    for (int i = 0; i < count; i++)
        putchar(c);
    putchar('\n');
    fmt->total_lines++;
}

static void pad(char *line, int *length, int count)
{
    while (count-- > 0)
        line[(*length)++] = ' ';
}

/* Spaces after the i-th of gaps + 1 words; what is over goes to the first gaps. */
static int gap_width(int index, int gaps, int spare)
{
    if (gaps == 0)
        return 0;
    return 1 + spare / gaps + (index < spare % gaps ? 1 : 0);
}

/* Sets words[from] up to words[to - 1] as one line behind the prefix. */
static void print_words(struct formatter *fmt, const char *prefix, int from, int to, int last)
{
    char line[MAX_LINE];
    int length = (int)strlen(prefix);
    int content = 0, spare;

    memcpy(line, prefix, (size_t)length);
    for (int i = from; i < to; i++)
        content += fmt->words[i].length;
    content += to - from - 1;
    spare = fmt->width - length - content;
    if (spare < 0)
        spare = 0;
    if (fmt->align == RIGHT)
        pad(line, &length, spare);
    else if (fmt->align == CENTER)
        pad(line, &length, spare / 2);
    for (int i = from; i < to; i++) {
        memcpy(line + length, fmt->words[i].text, (size_t)fmt->words[i].length);
        length += fmt->words[i].length;
        if (i + 1 == to)
            break;
        if (fmt->align == JUSTIFY && !last)
            pad(line, &length, gap_width(i - from, to - from - 1, spare));
        else
            pad(line, &length, 1);
    }
    line[length] = '\0';
    print_line(fmt, line);
}

/* ---- paragraphs --------------------------------------------------------- */

static void forget_words(struct formatter *fmt)
{
    for (int i = 0; i < fmt->word_count; i++)
        free(fmt->words[i].text);
    fmt->word_count = 0;
}

/* Fills lines with the words of the block that ends here. */
static void flush(struct formatter *fmt)
{
    const char *prefix = fmt->first_prefix;
    int from = 0;

    while (from < fmt->word_count) {
        int used = (int)strlen(prefix) + fmt->words[from].length;
        int to = from + 1;
        while (to < fmt->word_count && used + 1 + fmt->words[to].length <= fmt->width) {
            used += 1 + fmt->words[to].length;
            to++;
        }
        print_words(fmt, prefix, from, to, to == fmt->word_count);
        prefix = fmt->next_prefix;
        from = to;
    }
    if (fmt->word_count > 0)
        fmt->total_paragraphs++;
    forget_words(fmt);
    fmt->style = PLAIN;
    fmt->block = NONE;
}

static void add_word(struct formatter *fmt, const char *text, int length)
{
    struct word *word;

    if (length == 0)
        return;
    if (length > fmt->width && length > 40)
        length = 40;
    if (fmt->word_count == fmt->word_capacity) {
        fmt->word_capacity = fmt->word_capacity == 0 ? 8 : fmt->word_capacity * 2;
        fmt->words = realloc(fmt->words, (size_t)fmt->word_capacity * sizeof *fmt->words);
        if (fmt->words == NULL)
            exit(3);
    }
    word = &fmt->words[fmt->word_count++];
    word->text = malloc((size_t)length + 1);
    if (word->text == NULL)
        exit(3);
    memcpy(word->text, text, (size_t)length);
    word->text[length] = '\0';
    word->length = length;
    fmt->total_words++;
}

static char mark_of(enum style style)
{
    switch (style) {
    case STRESSED:
        return '_';
    case CODE:
        return '\'';
    default:
        return '\0';
    }
}

static enum style style_of(char c)
{
    switch (c) {
    case '*':
        return STRONG;
    case '_':
        return STRESSED;
    case '`':
        return CODE;
    default:
        return PLAIN;
    }
}

/* Splits a line of text into words and follows its changes of style. */
static void take_text(struct formatter *fmt, const char *text)
{
    char word[MAX_LINE];
    int length = 0;

    for (const char *c = text; *c != '\0'; c++) {
        enum style mark = style_of(*c);
        if (*c == '\\' && c[1] != '\0') {
            word[length++] = *++c;
        } else if (isspace((unsigned char)*c) && fmt->style != CODE) {
            add_word(fmt, word, length);
            length = 0;
        } else if (mark != PLAIN && (fmt->style == PLAIN || fmt->style == mark)) {
            fmt->style = fmt->style == mark ? PLAIN : mark;
            if (mark_of(mark) != '\0')
                word[length++] = mark_of(mark);
        } else if (fmt->style == STRONG) {
            word[length++] = (char)toupper((unsigned char)*c);
        } else {
            word[length++] = *c;
        }
    }
    add_word(fmt, word, length);
}

/* ---- blocks ------------------------------------------------------------- */

static void set_prefixes(struct formatter *fmt, const char *first, const char *next)
{
    strcpy(fmt->first_prefix, first);
    strcpy(fmt->next_prefix, next);
}

static void start_block(struct formatter *fmt, enum block block)
{
    if (fmt->block == block && block != ITEM)
        return;
    flush(fmt);
    fmt->block = block;
    if (block == QUOTE)
        set_prefixes(fmt, "| ", "| ");
    else if (block == PARAGRAPH)
        set_prefixes(fmt, "", "");
}

static void end_lists(struct formatter *fmt)
{
    memset(fmt->item_numbers, 0, sizeof fmt->item_numbers);
}

/* A heading is underlined at level 1 and numbered at both. */
static void take_heading(struct formatter *fmt, const char *title, int level)
{
    char line[MAX_LINE];
    struct heading *heading;

    flush(fmt);
    end_lists(fmt);
    if (fmt->heading_count == MAX_HEADINGS)
        return;
    heading = &fmt->headings[fmt->heading_count++];
    heading->level = level;
    if (level == 1) {
        fmt->section++;
        fmt->subsection = 0;
        snprintf(heading->number, sizeof heading->number, "%d", fmt->section % 100);
    } else {
        fmt->subsection++;
        snprintf(heading->number, sizeof heading->number, "%d.%d", fmt->section % 100,
                 fmt->subsection % 100);
    }
    snprintf(heading->title, sizeof heading->title, "%s", title);
    snprintf(line, sizeof line, "%s %s", heading->number, heading->title);
    print_line(fmt, line);
    if (level == 1)
        print_repeated(fmt, '=', (int)strlen(line));
}

static void take_item(struct formatter *fmt, const char *text, int level, int numbered)
{
    char first[24], next[24];
    int margin = 2 * level;

    start_block(fmt, ITEM);
    for (int deeper = level + 1; deeper < MAX_LEVEL; deeper++)
        fmt->item_numbers[deeper] = 0;
    if (numbered) {
        int number = ++fmt->item_numbers[level] % 1000;
        snprintf(first, sizeof first, "%*s%d. ", margin, "", number);
    } else {
        fmt->item_numbers[level] = 0;
        snprintf(first, sizeof first, "%*s* ", margin, "");
    }
    snprintf(next, sizeof next, "%*s", (int)strlen(first), "");
    set_prefixes(fmt, first, next);
    take_text(fmt, text);
}

static void print_contents(struct formatter *fmt)
{
    for (int i = 0; i < fmt->heading_count; i++) {
        const struct heading *heading = &fmt->headings[i];
        char line[MAX_LINE];
        snprintf(line, sizeof line, "%s%-5s %s", heading->level > 1 ? "  " : "",
                 heading->number, heading->title);
        print_line(fmt, line);
    }
}

/* ---- directives --------------------------------------------------------- */

static int set_align(struct formatter *fmt, const char *name)
{
    static const char *const names[] = {"left", "right", "center", "justify"};

    for (int i = 0; i < 4; i++) {
        if (strcmp(names[i], name) == 0) {
            fmt->align = (enum align)i;
            return 1;
        }
    }
    return 0;
}

static int set_width(struct formatter *fmt, const char *digits)
{
    int width = atoi(digits);

    if (width < 10 || width > 120)
        return 0;
    fmt->width = width;
    return 1;
}

static int take_directive(struct formatter *fmt, const char *line)
{
    char name[16] = "", value[16] = "";

    sscanf(line, ".%15s %15s", name, value);
    flush(fmt);
    if (strcmp(name, "width") == 0)
        return set_width(fmt, value);
    if (strcmp(name, "align") == 0)
        return set_align(fmt, value);
    if (strcmp(name, "rule") == 0) {
        print_repeated(fmt, '-', fmt->width);
        return 1;
    }
    if (strcmp(name, "contents") == 0) {
        print_contents(fmt);
        return 1;
    }
    return 0;
}

/* ---- lines -------------------------------------------------------------- */

static void take_blank(struct formatter *fmt)
{
    int had_text = fmt->word_count > 0;

    if (fmt->block != ITEM)
        end_lists(fmt);
    flush(fmt);
    if (had_text)
        print_line(fmt, "");
}

/* Obeys one line; returns 0 if it is a directive that makes no sense. */
static int take_line(struct formatter *fmt, const char *line)
{
    int indent = (int)strspn(line, " ");
    const char *text = line + indent;

    if (strcmp(line, "```") == 0) {
        flush(fmt);
        fmt->verbatim = !fmt->verbatim;
        return 1;
    }
    if (fmt->verbatim) {
        print_line(fmt, line);
        return 1;
    }
    if (*text == '\0')
        take_blank(fmt);
    else if (line[0] == '.' && isalpha((unsigned char)line[1]))
        return take_directive(fmt, line);
    else if (strncmp(line, "# ", 2) == 0)
        take_heading(fmt, line + 2, 1);
    else if (strncmp(line, "## ", 3) == 0)
        take_heading(fmt, line + 3, 2);
    else if (strncmp(line, "> ", 2) == 0) {
        start_block(fmt, QUOTE);
        take_text(fmt, line + 2);
    } else if ((*text == '-' || *text == '+') && text[1] == ' ' && indent / 2 < MAX_LEVEL)
        take_item(fmt, text + 2, indent / 2, *text == '+');
    else {
        if (fmt->block == NONE || fmt->block == QUOTE)
            start_block(fmt, PARAGRAPH);
        take_text(fmt, text);
    }
    return 1;
}

static int parse_options(struct formatter *fmt, int argc, char **argv, int *statistics)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-s") == 0)
            *statistics = 1;
        else if (strcmp(argv[i], "-w") == 0 && i + 1 < argc) {
            if (!set_width(fmt, argv[++i]))
                return 0;
        } else if (strcmp(argv[i], "-a") == 0 && i + 1 < argc) {
            if (!set_align(fmt, argv[++i]))
                return 0;
        } else
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    struct formatter fmt;
    char line[MAX_LINE - 50];
    int statistics = 0, bad = 0;

    memset(&fmt, 0, sizeof fmt);
    fmt.width = 40;
    if (!parse_options(&fmt, argc, argv, &statistics)) {
        fprintf(stderr, "usage: flow [-w WIDTH] [-a ALIGN] [-s]\n");
        return 2;
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (!take_line(&fmt, line)) {
            printf("?? %s\n", line);
            bad = 1;
        }
    }
    flush(&fmt);
    if (statistics)
        printf("%d words, %d lines, %d paragraphs\n", fmt.total_words, fmt.total_lines,
               fmt.total_paragraphs);
    free(fmt.words);
    return bad;
}
