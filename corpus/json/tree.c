/* What can be done with a tree of values: write it, look into it, compare it. */
#include "json.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void write_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        switch (*c) {
        case '"': fputs("\\\"", out); break;
        case '\\': fputs("\\\\", out); break;
        case '\n': fputs("\\n", out); break;
        case '\t': fputs("\\t", out); break;
        default:
            if (*c < 0x20)
                fprintf(out, "\\u%04x", *c);
            else
                fputc(*c, out);
        }
    }
    fputc('"', out);
}

static void write_number(FILE *out, double number)
{
    if (number == floor(number) && fabs(number) < 1e15)
        fprintf(out, "%.0f", number);
    else
        fprintf(out, "%.6g", number);
}

static void new_line(FILE *out, int step, int level)
{
    if (step > 0)
        fprintf(out, "\n%*s", step * level, "");
}

static void write_value(FILE *out, const Json *value, int step, int level);

static void write_children(FILE *out, const Json *value, int step, int level)
{
    int is_object = value->type == JSON_OBJECT;
    fputc(is_object ? '{' : '[', out);
    for (const Json *child = value->first; child != NULL; child = child->next) {
        new_line(out, step, level + 1);
        if (is_object) {
            write_text(out, child->key);
            fputs(step > 0 ? ": " : ":", out);
        }
        write_value(out, child, step, level + 1);
        if (child->next != NULL)
            fputc(',', out);
    }
    if (value->size > 0)
        new_line(out, step, level);
    fputc(is_object ? '}' : ']', out);
}

static void write_value(FILE *out, const Json *value, int step, int level)
{
    switch (value->type) {
    case JSON_NULL: fputs("null", out); break;
    case JSON_FALSE: fputs("false", out); break;
    case JSON_TRUE: fputs("true", out); break;
    case JSON_NUMBER: write_number(out, value->number); break;
    case JSON_STRING: write_text(out, value->text); break;
    case JSON_ARRAY:
    case JSON_OBJECT: write_children(out, value, step, level); break;
    }
}

void json_write(FILE *out, const Json *value, int step)
{
    write_value(out, value, step, 0);
    fputc('\n', out);
}

static const Json *member(const Json *object, const char *key, size_t length)
{
    if (object->type != JSON_OBJECT)
        return NULL;
    for (const Json *child = object->first; child != NULL; child = child->next)
        if (strlen(child->key) == length && memcmp(child->key, key, length) == 0)
            return child;
    return NULL;
}

static const Json *element(const Json *array, long index)
{
    if (array->type != JSON_ARRAY)
        return NULL;
    if (index < 0)
        index += array->size;
    if (index < 0 || index >= array->size)
        return NULL;
    const Json *child = array->first;
    while (index-- > 0)
        child = child->next;
    return child;
}

const Json *json_at(const Json *root, const char *path)
{
    const Json *here = root;
    while (here != NULL && *path != '\0') {
        if (*path == '[') {
            char *end;
            here = element(here, strtol(path + 1, &end, 10));
            path = *end == ']' ? end + 1 : end;
        } else {
            if (*path == '.')
                path++;
            size_t length = strcspn(path, ".[");
            here = member(here, path, length);
            path += length;
        }
    }
    return here;
}

int json_depth(const Json *value)
{
    int deepest = 0;
    for (const Json *child = value->first; child != NULL; child = child->next) {
        int depth = json_depth(child);
        if (depth > deepest)
            deepest = depth;
    }
    return deepest + 1;
}

int json_equal(const Json *a, const Json *b)
{
    if (a->type != b->type || a->size != b->size)
        return 0;
    if (a->type == JSON_NUMBER)
        return a->number == b->number;
    if (a->type == JSON_STRING)
        return strcmp(a->text, b->text) == 0;
    const Json *other = b->first;
    for (const Json *child = a->first; child != NULL; child = child->next) {
        if (a->type == JSON_OBJECT)
            other = member(b, child->key, strlen(child->key));
        if (other == NULL || !json_equal(child, other))
            return 0;
        other = other->next;
    }
    return 1;
}

void json_walk(const Json *value, JsonVisitor visit, void *data)
{
    visit(value, data);
    for (const Json *child = value->first; child != NULL; child = child->next)
        json_walk(child, visit, data);
}
