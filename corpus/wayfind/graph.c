#include "graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void graph_init(struct graph *graph)
{
    graph->nodes = NULL;
    graph->count = graph->capacity = 0;
    graph->arc_count = 0;
    for (int i = 0; i < HASH_SIZE; i++)
        graph->buckets[i] = NO_NODE;
}

void graph_free(struct graph *graph)
{
    for (int i = 0; i < graph->count; i++) {
        struct arc *arc = graph->nodes[i].arcs;
        while (arc != NULL) {
            struct arc *next = arc->next;
            free(arc);
            arc = next;
        }
    }
    free(graph->nodes);
    graph_init(graph);
}

static unsigned hash(const char *name)
{
    unsigned value = 5381;

    for (; *name != '\0'; name++)
        value = value * 33 ^ (unsigned char)*name;
    return value % HASH_SIZE;
}

int graph_find(const struct graph *graph, const char *name)
{
    int node = graph->buckets[hash(name)];

    while (node != NO_NODE && strcmp(graph->nodes[node].name, name) != 0)
        node = graph->nodes[node].hash_next;
    return node;
}

static void grow(struct graph *graph)
{
    graph->capacity = graph->capacity == 0 ? 4 : graph->capacity * 2;
    graph->nodes = realloc(graph->nodes, (size_t)graph->capacity * sizeof *graph->nodes);
    if (graph->nodes == NULL)
        exit(3);
    /* Ends of empty lists point into the array, which has moved. */
    for (int i = 0; i < graph->count; i++)
        if (graph->nodes[i].arcs == NULL)
            graph->nodes[i].arcs_end = &graph->nodes[i].arcs;
}

int graph_node(struct graph *graph, const char *name)
{
    int node = graph_find(graph, name);
    unsigned bucket = hash(name);

    if (node != NO_NODE)
        return node;
    if (graph->count == graph->capacity)
        grow(graph);
    node = graph->count++;
    snprintf(graph->nodes[node].name, NAME_SIZE, "%s", name);
    graph->nodes[node].arcs = NULL;
    graph->nodes[node].arcs_end = &graph->nodes[node].arcs;
    graph->nodes[node].in_degree = 0;
    graph->nodes[node].hash_next = graph->buckets[bucket];
    graph->buckets[bucket] = node;
    return node;
}

void graph_add_arc(struct graph *graph, int from, int to, int weight)
{
    struct arc *arc = malloc(sizeof *arc);

    if (arc == NULL)
        exit(3);
    arc->to = to;
    arc->weight = weight;
    arc->next = NULL;
    *graph->nodes[from].arcs_end = arc;
    graph->nodes[from].arcs_end = &arc->next;
    graph->nodes[to].in_degree++;
    graph->arc_count++;
}

int graph_remove_arc(struct graph *graph, int from, int to)
{
    struct node *node = &graph->nodes[from];
    struct arc **link = &node->arcs;

    while (*link != NULL && (*link)->to != to)
        link = &(*link)->next;
    if (*link == NULL)
        return 0;
    struct arc *gone = *link;
    *link = gone->next;
    if (node->arcs_end == &gone->next)
        node->arcs_end = link;
    free(gone);
    graph->nodes[to].in_degree--;
    graph->arc_count--;
    return 1;
}
