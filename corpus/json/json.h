/* JSON values: a tree in which the children of arrays and objects are linked lists. */
#ifndef JSON_H
#define JSON_H

#include <stdio.h>

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonType;

typedef struct Json {
    JsonType type;
    double number;
    char *text;                 /* of a string */
    char *key;                  /* in an object: the name of this member */
    struct Json *first, *last;  /* children */
    struct Json *next;
    int size;                   /* number of children */
} Json;

typedef struct {
    int line, column;
    const char *message;        /* NULL: no error */
} JsonError;

Json *json_parse(const char *text, JsonError *error);
void json_free(Json *value);

/* Writes a value; step is the indentation per level, 0 for everything on one line. */
void json_write(FILE *out, const Json *value, int step);

/* The value at a path such as a.b[2].c, or NULL. */
const Json *json_at(const Json *root, const char *path);

int json_depth(const Json *value);
int json_equal(const Json *a, const Json *b);

/* Calls visit for the value and everything below it, parents first. */
typedef void (*JsonVisitor)(const Json *value, void *data);
void json_walk(const Json *value, JsonVisitor visit, void *data);

#endif
