/* Asks questions about a graph given as a list of edges.
 *
 *   wayfind FILE [QUESTION…]
 *
 * Lines of the file: "arc A B WEIGHT", "road A B WEIGHT" (both ways), "node A",
 * "cut A B"; '#' starts a comment.  Without FILE, or with -, standard input is read.
 * Questions: path:A:B  from:A  order  strong  forest  longest  degree.
 * The exit status is 1 if a question has no answer, 2 if the file is bad. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph.h"
#include "search.h"

struct asker {
    const struct graph *graph;
    int *first, *second;      /* room for results, one per node */
};

static const char *name_of(const struct asker *asker, int node)
{
    return asker->graph->nodes[node].name;
}

/* ---- reading ------------------------------------------------------------ */

static int read_line(struct graph *graph, const char *line)
{
    char kind[8] = "", from[NAME_SIZE] = "", to[NAME_SIZE] = "";
    int weight = 1, words, a, b;

    words = sscanf(line, "%7s %15s %15s %d", kind, from, to, &weight);
    if (words < 1 || kind[0] == '#')
        return 1;
    if (strcmp(kind, "node") == 0 && words == 2)
        return graph_node(graph, from) >= 0;
    if (words < 3 || weight < 0)
        return 0;
    a = graph_node(graph, from);
    b = graph_node(graph, to);
    if (strcmp(kind, "cut") == 0)
        return graph_remove_arc(graph, a, b);
    if (strcmp(kind, "arc") != 0 && strcmp(kind, "road") != 0)
        return 0;
    graph_add_arc(graph, a, b, weight);
    if (kind[0] == 'r')
        graph_add_arc(graph, b, a, weight);
    return 1;
}

static int read_graph(struct graph *graph, FILE *file)
{
    char line[128];
    int number = 0;

    while (fgets(line, sizeof line, file) != NULL) {
        number++;
        if (!read_line(graph, line)) {
            printf("line %d is bad: %s", number, line);
            return 0;
        }
    }
    return 1;
}

/* ---- answers ------------------------------------------------------------ */

/* Prints the way to a node from its beginning, by recursion on its last step. */
static void print_way(const struct asker *asker, const int *previous, int node)
{
    if (previous[node] != NO_NODE) {
        print_way(asker, previous, previous[node]);
        printf(" > ");
    }
    printf("%s", name_of(asker, node));
}

static int answer_path(struct asker *asker, const char *arguments)
{
    char from[NAME_SIZE] = "", to[NAME_SIZE] = "";
    int a, b;

    if (sscanf(arguments, "%15[^:]:%15s", from, to) != 2)
        return 0;
    a = graph_find(asker->graph, from);
    b = graph_find(asker->graph, to);
    if (a == NO_NODE || b == NO_NODE)
        return 0;
    shortest_paths(asker->graph, a, asker->first, asker->second);
    if (asker->first[b] == UNREACHED)
        return 0;
    print_way(asker, asker->second, b);
    printf(" (%d)\n", asker->first[b]);
    return 1;
}

static int answer_from(struct asker *asker, const char *arguments)
{
    int start = graph_find(asker->graph, arguments);

    if (start == NO_NODE)
        return 0;
    shortest_paths(asker->graph, start, asker->first, asker->second);
    for (int i = 0; i < asker->graph->count; i++) {
        printf("%s:", name_of(asker, i));
        if (asker->first[i] == UNREACHED)
            printf("- ");
        else
            printf("%d ", asker->first[i]);
    }
    putchar('\n');
    return 1;
}

static int answer_order(struct asker *asker, const char *arguments)
{
    (void)arguments;
    if (topological_order(asker->graph, asker->first) < asker->graph->count) {
        printf("there is a cycle\n");
        return 0;
    }
    for (int i = 0; i < asker->graph->count; i++)
        printf("%s ", name_of(asker, asker->first[i]));
    putchar('\n');
    return 1;
}

static int answer_strong(struct asker *asker, const char *arguments)
{
    int count = strong_components(asker->graph, asker->first);

    (void)arguments;
    for (int c = 0; c < count; c++) {
        printf("{");
        for (int i = 0; i < asker->graph->count; i++)
            if (asker->first[i] == c)
                printf(" %s", name_of(asker, i));
        printf(" }\n");
    }
    return 1;
}

static int answer_forest(struct asker *asker, const char *arguments)
{
    struct tree_edge *edges = malloc(((size_t)asker->graph->arc_count + 1) * sizeof *edges);
    int count, total = 0;

    (void)arguments;
    if (edges == NULL)
        exit(3);
    count = spanning_forest(asker->graph, edges);
    for (int i = 0; i < count; i++) {
        printf("%s-%s ", name_of(asker, edges[i].from), name_of(asker, edges[i].to));
        total += edges[i].weight;
    }
    printf("= %d\n", total);
    free(edges);
    return 1;
}

static int answer_longest(struct asker *asker, const char *arguments)
{
    int last, length = longest_path(asker->graph, asker->first, &last);

    (void)arguments;
    if (last == NO_NODE)
        return 0;
    print_way(asker, asker->first, last);
    printf(" (%d)\n", length);
    return 1;
}

static int answer_degree(struct asker *asker, const char *arguments)
{
    (void)arguments;
    for (int i = 0; i < asker->graph->count; i++) {
        int out = 0;
        for (const struct arc *arc = asker->graph->nodes[i].arcs; arc != NULL; arc = arc->next)
            out++;
        printf("%s +%d -%d\n", name_of(asker, i), asker->graph->nodes[i].in_degree, out);
    }
    printf("%d nodes, %d arcs\n", asker->graph->count, asker->graph->arc_count);
    return 1;
}

static const struct question {
    const char *name;
    int (*answer)(struct asker *asker, const char *arguments);
} questions[] = {
    {"path", answer_path},     {"from", answer_from},       {"order", answer_order},
    {"strong", answer_strong}, {"forest", answer_forest},   {"longest", answer_longest},
    {"degree", answer_degree},
};

static int ask(struct asker *asker, const char *text)
{
    size_t length = strcspn(text, ":");

    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
        if (strlen(questions[i].name) == length &&
            strncmp(questions[i].name, text, length) == 0)
            return questions[i].answer(asker, text[length] == ':' ? text + length + 1 : "");
    return 0;
}

static int ask_all(const struct graph *graph, int count, char **texts)
{
    size_t room = ((size_t)graph->count + 1) * sizeof(int);
    struct asker asker = {graph, malloc(room), malloc(room)};
    int status = 0;

    if (asker.first == NULL || asker.second == NULL)
        exit(3);
    for (int i = 0; i < count; i++) {
        if (!ask(&asker, texts[i])) {
            printf("no answer: %s\n", texts[i]);
            status = 1;
        }
    }
    free(asker.first);
    free(asker.second);
    return status;
}

int main(int argc, char **argv)
{
    struct graph graph;
    FILE *file = stdin;
    int status = 2;

    if (argc > 1 && strcmp(argv[1], "-") != 0)
        file = fopen(argv[1], "r");
    if (file == NULL) {
        printf("cannot read %s\n", argv[1]);
        return 2;
    }
    graph_init(&graph);
    if (read_graph(&graph, file))
        status = ask_all(&graph, argc - 2 > 0 ? argc - 2 : 0, argv + 2);
    if (file != stdin)
        fclose(file);
    graph_free(&graph);
    return status;
}
