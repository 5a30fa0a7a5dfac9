/* The parser: recursive descent over the text, with line and column for errors. */
#include "json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 32

typedef struct {
    const char *at;
    int line, column, depth;
    JsonError *error;
} Reader;

typedef struct {
    char *text;
    size_t length, room;
} Buffer;

static Json *parse_value(Reader *r);

static Json *complain(Reader *r, const char *message)
{
    if (r->error->message == NULL) {
        r->error->message = message;
        r->error->line = r->line;
        r->error->column = r->column;
    }
    return NULL;
}

static void advance(Reader *r)
{
    if (*r->at == '\n') {
        r->line++;
        r->column = 1;
    } else {
        r->column++;
    }
    r->at++;
}

static void skip_space(Reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')
        advance(r);
}

static void push(Buffer *b, unsigned char c)
{
    if (b->length + 1 >= b->room) {
        b->room = b->room == 0 ? 8 : b->room * 2;
        b->text = realloc(b->text, b->room);
    }
    b->text[b->length++] = (char)c;
    b->text[b->length] = '\0';
}

static void push_utf8(Buffer *b, unsigned code)
{
    if (code < 0x80) {
        push(b, (unsigned char)code);
    } else if (code < 0x800) {
        push(b, 0xC0 | code >> 6);
        push(b, 0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        push(b, 0xE0 | code >> 12);
        push(b, 0x80 | (code >> 6 & 0x3F));
        push(b, 0x80 | (code & 0x3F));
    } else {
        push(b, 0xF0 | code >> 18);
        push(b, 0x80 | (code >> 12 & 0x3F));
        push(b, 0x80 | (code >> 6 & 0x3F));
        push(b, 0x80 | (code & 0x3F));
    }
}

/* Four hex digits; -1 when there are not four. */
static int parse_hex(Reader *r)
{
    int code = 0;
    for (int i = 0; i < 4; i++) {
        int c = (unsigned char)*r->at;
        if (!isxdigit(c))
            return -1;
        int digit = isdigit(c) ? c - '0' : tolower(c) - 'a' + 10;
        code = code * 16 + digit;
        advance(r);
    }
    return code;
}

static int parse_unicode(Reader *r, Buffer *b)
{
    int code = parse_hex(r);
    if (code < 0)
        return 0;
    if (code >= 0xD800 && code < 0xDC00) {
        if (r->at[0] != '\\' || r->at[1] != 'u')
            return 0;
        advance(r);
        advance(r);
        int low = parse_hex(r);
        if (low < 0xDC00 || low > 0xDFFF)
            return 0;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    push_utf8(b, (unsigned)code);
    return 1;
}

static int parse_escape(Reader *r, Buffer *b)
{
    char c = *r->at;
    if (c == '\0')
        return 0;
    advance(r);
    switch (c) {
    case '"': case '\\': case '/': push(b, c); return 1;
    case 'b': push(b, '\b'); return 1;
    case 'f': push(b, '\f'); return 1;
    case 'n': push(b, '\n'); return 1;
    case 'r': push(b, '\r'); return 1;
    case 't': push(b, '\t'); return 1;
    case 'u': return parse_unicode(r, b);
    default: return 0;
    }
}

/* The text between quotes, to be freed by the caller, or NULL. */
static char *parse_text(Reader *r)
{
    Buffer b = {calloc(1, 1), 0, 0};
    advance(r);
    while (*r->at != '"') {
        int good = 1;
        if (*r->at == '\0' || *r->at == '\n') {
            complain(r, "unterminated string");
            good = 0;
        } else if (*r->at == '\\') {
            advance(r);
            good = parse_escape(r, &b);
            if (!good)
                complain(r, "bad escape");
        } else {
            push(&b, *r->at);
            advance(r);
        }
        if (!good) {
            free(b.text);
            return NULL;
        }
    }
    advance(r);
    return b.text;
}

static Json *new_value(JsonType type)
{
    Json *value = calloc(1, sizeof *value);
    value->type = type;
    return value;
}

static void append(Json *parent, Json *child)
{
    if (parent->first == NULL)
        parent->first = child;
    else
        parent->last->next = child;
    parent->last = child;
    parent->size++;
}

static Json *find_member(const Json *object, const char *key)
{
    Json *member = object->first;
    while (member != NULL && strcmp(member->key, key) != 0)
        member = member->next;
    return member;
}

/* One child of an array or object; 0 on error. */
static int parse_child(Reader *r, Json *parent)
{
    char *key = NULL;
    skip_space(r);
    if (parent->type == JSON_OBJECT) {
        if (*r->at != '"')
            return complain(r, "key expected") != NULL;
        key = parse_text(r);
        if (key == NULL)
            return 0;
        skip_space(r);
        if (find_member(parent, key) != NULL)
            complain(r, "duplicate key");
        else if (*r->at != ':')
            complain(r, "colon expected");
        else
            advance(r);
    }
    Json *child = r->error->message == NULL ? parse_value(r) : NULL;
    if (child == NULL) {
        free(key);
        return 0;
    }
    child->key = key;
    append(parent, child);
    return 1;
}

static Json *parse_container(Reader *r, JsonType type, char closing)
{
    Json *value = new_value(type);
    int good = ++r->depth <= MAX_DEPTH;
    if (!good)
        complain(r, "too deep");
    advance(r);
    skip_space(r);
    while (good && *r->at != closing) {
        good = parse_child(r, value);
        skip_space(r);
        if (good && *r->at == ',') {
            advance(r);
            skip_space(r);
            if (*r->at == closing) {
                complain(r, "value expected");
                good = 0;
            }
        } else if (good && *r->at != closing) {
            complain(r, "comma expected");
            good = 0;
        }
    }
    if (!good) {
        json_free(value);
        return NULL;
    }
    advance(r);
    r->depth--;
    return value;
}

static Json *parse_number(Reader *r)
{
    char *end;
    Json *value = new_value(JSON_NUMBER);
    value->number = strtod(r->at, &end);
    while (r->at < end)
        advance(r);
    return value;
}

static Json *parse_word(Reader *r, const char *word, JsonType type)
{
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0 || isalnum((unsigned char)r->at[length]))
        return complain(r, "unknown word");
    for (size_t i = 0; i < length; i++)
        advance(r);
    return new_value(type);
}

static Json *parse_value(Reader *r)
{
    skip_space(r);
    switch (*r->at) {
    case '{': return parse_container(r, JSON_OBJECT, '}');
    case '[': return parse_container(r, JSON_ARRAY, ']');
    case 't': return parse_word(r, "true", JSON_TRUE);
    case 'f': return parse_word(r, "false", JSON_FALSE);
    case 'n': return parse_word(r, "null", JSON_NULL);
    case '"': {
        char *text = parse_text(r);
        if (text == NULL)
            return NULL;
        Json *value = new_value(JSON_STRING);
        value->text = text;
        return value;
    }
    default:
        if (*r->at == '-' ? isdigit((unsigned char)r->at[1]) : isdigit((unsigned char)*r->at))
            return parse_number(r);
        return complain(r, "value expected");
    }
}

Json *json_parse(const char *text, JsonError *error)
{
    Reader r = {text, 1, 1, 0, error};
    error->message = NULL;
    Json *value = parse_value(&r);
    skip_space(&r);
    if (value != NULL && *r.at != '\0') {
        complain(&r, "text after the value");
        json_free(value);
        return NULL;
    }
    return value;
}

void json_free(Json *value)
{
    if (value == NULL)
        return;
    for (Json *child = value->first; child != NULL;) {
        Json *next = child->next;
        json_free(child);
        child = next;
    }
    free(value->text);
    free(value->key);
    free(value);
}
