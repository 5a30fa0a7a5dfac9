/*
 * json COMMAND [ARGUMENT...]: reads a JSON value from standard input.
 *
 *   pretty [STEP]   writes it with indentation        compact       writes it on one line
 *   get PATH...     the values at the paths           keys PATH     the keys of the object there
 *   stats           counts by type, depth and sums    same A B      are the values at A and B equal?
 */
#include "json.h"

#include <stdlib.h>
#include <string.h>

#define MAX_INPUT 65536

enum { EXIT_FOUND = 0, EXIT_MISSING = 1, EXIT_SYNTAX = 2, EXIT_USAGE = 3 };

typedef struct {
    int by_type[JSON_OBJECT + 1];
    double sum, least, most;
    size_t characters;
} Stats;

static void count(const Json *value, void *data)
{
    Stats *stats = data;
    if (value->type == JSON_NUMBER) {
        if (stats->by_type[JSON_NUMBER] == 0 || value->number < stats->least)
            stats->least = value->number;
        if (stats->by_type[JSON_NUMBER] == 0 || value->number > stats->most)
            stats->most = value->number;
        stats->sum += value->number;
    }
    if (value->type == JSON_STRING)
        stats->characters += strlen(value->text);
    stats->by_type[value->type]++;
}

static int show_stats(const Json *root)
{
    static const char *const names[] = {"null", "false", "true", "number", "string", "array", "object"};
    Stats stats = {0};
    json_walk(root, count, &stats);
    for (int i = 0; i <= JSON_OBJECT; i++)
        if (stats.by_type[i] > 0)
            printf("%-7s %d\n", names[i], stats.by_type[i]);
    printf("%-7s %d\n", "depth", json_depth(root));
    if (stats.by_type[JSON_NUMBER] > 0) {
        double mean = stats.sum / stats.by_type[JSON_NUMBER];
        printf("%-7s %g min %g max %g mean %g\n", "sum", stats.sum, stats.least, stats.most, mean);
    }
    if (stats.by_type[JSON_STRING] > 0)
        printf("%-7s %zu\n", "chars", stats.characters);
    return EXIT_FOUND;
}

static int show_paths(const Json *root, int count, char **paths)
{
    int status = EXIT_FOUND;
    for (int i = 0; i < count; i++) {
        const Json *found = json_at(root, paths[i]);
        if (found != NULL) {
            json_write(stdout, found, 0);
        } else {
            printf("%s: not found\n", paths[i]);
            status = EXIT_MISSING;
        }
    }
    return status;
}

static int show_keys(const Json *root, const char *path)
{
    const Json *found = json_at(root, path);
    if (found == NULL || found->type != JSON_OBJECT)
        return EXIT_MISSING;
    for (const Json *child = found->first; child != NULL; child = child->next)
        printf("%s\n", child->key);
    return EXIT_FOUND;
}

static int compare(const Json *root, const char *left, const char *right)
{
    const Json *a = json_at(root, left), *b = json_at(root, right);
    int same = a != NULL && b != NULL && json_equal(a, b);
    puts(same ? "same" : "different");
    return same ? EXIT_FOUND : EXIT_MISSING;
}

static int run(const Json *root, int argc, char **argv)
{
    const char *command = argv[1];
    if (strcmp(command, "pretty") == 0) {
        json_write(stdout, root, argc > 2 ? atoi(argv[2]) : 2);
        return EXIT_FOUND;
    }
    if (strcmp(command, "compact") == 0) {
        json_write(stdout, root, 0);
        return EXIT_FOUND;
    }
    if (strcmp(command, "get") == 0)
        return show_paths(root, argc - 2, argv + 2);
    if (strcmp(command, "keys") == 0)
        return show_keys(root, argc > 2 ? argv[2] : "");
    if (strcmp(command, "stats") == 0)
        return show_stats(root);
    if (strcmp(command, "same") == 0 && argc > 3)
        return compare(root, argv[2], argv[3]);
    puts("unknown command");
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    static char text[MAX_INPUT];
    if (argc < 2) {
        puts("usage: json COMMAND [ARGUMENT...]");
        return EXIT_USAGE;
    }
    size_t length = fread(text, 1, sizeof text - 1, stdin);
    text[length] = '\0';
    JsonError error;
    Json *root = json_parse(text, &error);
    if (root == NULL) {
        printf("%d:%d: %s\n", error.line, error.column, error.message);
        return EXIT_SYNTAX;
    }
    int status = run(root, argc, argv);
    json_free(root);
    return status;
}
