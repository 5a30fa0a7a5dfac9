#include "search.h"

#include <stdlib.h>
#include <string.h>

#define SETTLED (-2)

static int *new_ints(int count, int value)
{
    int *ints = malloc(((size_t)count + 1) * sizeof *ints);

    if (ints == NULL)
        exit(3);
    for (int i = 0; i <= count; i++)
        ints[i] = value;
    return ints;
}

/* ---- shortest paths ----------------------------------------------------- */

/* A binary heap of nodes, least distance first. */
struct heap {
    int *nodes;
    int *places;              /* where a node is in the heap, NO_NODE if not yet */
    const int *keys;
    int count;
};

static void heap_put(struct heap *heap, int place, int node)
{
    heap->nodes[place] = node;
    heap->places[node] = place;
}

static void heap_rise(struct heap *heap, int place)
{
    int node = heap->nodes[place];

    while (place > 0) {
        int parent = (place - 1) / 2;
        if (heap->keys[heap->nodes[parent]] <= heap->keys[node])
            break;
        heap_put(heap, place, heap->nodes[parent]);
        place = parent;
    }
    heap_put(heap, place, node);
}

static void heap_sink(struct heap *heap, int place)
{
    int node = heap->nodes[place];

    for (;;) {
        int child = 2 * place + 1;
        if (child >= heap->count)
            break;
        if (child + 1 < heap->count &&
            heap->keys[heap->nodes[child + 1]] < heap->keys[heap->nodes[child]])
            child++;
        if (heap->keys[node] <= heap->keys[heap->nodes[child]])
            break;
        heap_put(heap, place, heap->nodes[child]);
        place = child;
    }
    heap_put(heap, place, node);
}

/* Adds a node, or moves it up after its key fell. */
static void heap_push(struct heap *heap, int node)
{
    if (heap->places[node] == NO_NODE)
        heap_put(heap, heap->count++, node);
    heap_rise(heap, heap->places[node]);
}

static int heap_pop(struct heap *heap)
{
    int top = heap->nodes[0];

    heap->places[top] = SETTLED;
    heap->count--;
    if (heap->count > 0) {
        heap_put(heap, 0, heap->nodes[heap->count]);
        heap_sink(heap, 0);
    }
    return top;
}

void shortest_paths(const struct graph *graph, int start, int *distances, int *previous)
{
    struct heap heap = {new_ints(graph->count, 0), new_ints(graph->count, NO_NODE), distances, 0};

    for (int i = 0; i < graph->count; i++) {
        distances[i] = UNREACHED;
        previous[i] = NO_NODE;
    }
    distances[start] = 0;
    heap_push(&heap, start);
    while (heap.count > 0) {
        int node = heap_pop(&heap);
        for (const struct arc *arc = graph->nodes[node].arcs; arc != NULL; arc = arc->next) {
            int way = distances[node] + arc->weight;
            if (heap.places[arc->to] != SETTLED && way < distances[arc->to]) {
                distances[arc->to] = way;
                previous[arc->to] = node;
                heap_push(&heap, arc->to);
            }
        }
    }
    free(heap.nodes);
    free(heap.places);
}

/* ---- orders ------------------------------------------------------------- */

int topological_order(const struct graph *graph, int *order)
{
    int *waiting = new_ints(graph->count, 0);
    int done = 0, ready = 0;

    for (int i = 0; i < graph->count; i++) {
        waiting[i] = graph->nodes[i].in_degree;
        if (waiting[i] == 0)
            order[ready++] = i;
    }
    while (done < ready) {
        int node = order[done++];
        for (const struct arc *arc = graph->nodes[node].arcs; arc != NULL; arc = arc->next)
            if (--waiting[arc->to] == 0)
                order[ready++] = arc->to;
    }
    free(waiting);
    return done;
}

int longest_path(const struct graph *graph, int *previous, int *last)
{
    int *order = new_ints(graph->count, 0);
    int *lengths = new_ints(graph->count, 0);
    int best = 0;

    *last = NO_NODE;
    for (int i = 0; i < graph->count; i++)
        previous[i] = NO_NODE;
    if (topological_order(graph, order) < graph->count)
        best = -1;
    for (int i = 0; best >= 0 && i < graph->count; i++) {
        int node = order[i];
        for (const struct arc *arc = graph->nodes[node].arcs; arc != NULL; arc = arc->next) {
            if (lengths[node] + arc->weight <= lengths[arc->to])
                continue;
            lengths[arc->to] = lengths[node] + arc->weight;
            previous[arc->to] = node;
            if (lengths[arc->to] > best) {
                best = lengths[arc->to];
                *last = arc->to;
            }
        }
    }
    free(order);
    free(lengths);
    return best;
}

/* ---- components --------------------------------------------------------- */

/* Tarjan's depth-first search. */
struct tarjan {
    const struct graph *graph;
    int *index, *low, *stack;
    int *component;
    int next_index, depth, components;
};

static void visit(struct tarjan *tarjan, int node)
{
    tarjan->index[node] = tarjan->low[node] = tarjan->next_index++;
    tarjan->stack[tarjan->depth++] = node;
    for (const struct arc *arc = tarjan->graph->nodes[node].arcs; arc != NULL;
         arc = arc->next) {
        if (tarjan->index[arc->to] == NO_NODE) {
            visit(tarjan, arc->to);
            if (tarjan->low[arc->to] < tarjan->low[node])
                tarjan->low[node] = tarjan->low[arc->to];
        } else if (tarjan->component[arc->to] == NO_NODE &&
                   tarjan->index[arc->to] < tarjan->low[node])
            tarjan->low[node] = tarjan->index[arc->to];
    }
    if (tarjan->low[node] == tarjan->index[node]) {
        int member;
        do {
            member = tarjan->stack[--tarjan->depth];
            tarjan->component[member] = tarjan->components;
        } while (member != node);
        tarjan->components++;
    }
}

int strong_components(const struct graph *graph, int *component)
{
    struct tarjan tarjan = {graph,
                            new_ints(graph->count, NO_NODE),
                            new_ints(graph->count, 0),
                            new_ints(graph->count, 0),
                            component,
                            0,
                            0,
                            0};

    for (int i = 0; i < graph->count; i++)
        component[i] = NO_NODE;
    for (int i = 0; i < graph->count; i++)
        if (tarjan.index[i] == NO_NODE)
            visit(&tarjan, i);
    free(tarjan.index);
    free(tarjan.low);
    free(tarjan.stack);
    return tarjan.components;
}

/* Root of a node's set; the way there is shortened. */
static int find_root(int *parents, int node)
{
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    return node;
}

/* Unites two sets under the smaller root; returns 0 if they are one already. */
static int unite(int *parents, int first, int second)
{
    first = find_root(parents, first);
    second = find_root(parents, second);
    if (first == second)
        return 0;
    if (first < second)
        parents[second] = first;
    else
        parents[first] = second;
    return 1;
}

static int compare_edges(const void *left, const void *right)
{
    const struct tree_edge *a = left, *b = right;

    if (a->weight != b->weight)
        return a->weight < b->weight ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

int spanning_forest(const struct graph *graph, struct tree_edge *edges)
{
    int *parents = new_ints(graph->count, 0);
    int count = 0, chosen = 0;

    for (int i = 0; i < graph->count; i++) {
        parents[i] = i;
        for (const struct arc *arc = graph->nodes[i].arcs; arc != NULL; arc = arc->next) {
            struct tree_edge edge = {i, arc->to, arc->weight};
            edges[count++] = edge;
        }
    }
    qsort(edges, (size_t)count, sizeof *edges, compare_edges);
    for (int i = 0; i < count; i++)
        if (unite(parents, edges[i].from, edges[i].to))
            edges[chosen++] = edges[i];
    free(parents);
    return chosen;
}
