/* Algorithms on graphs. Arrays have one element per node. */
#ifndef SEARCH_H
#define SEARCH_H

#include "graph.h"

#define UNREACHED 1000000000

/* Distances from the start and the node before each on a shortest path. */
void shortest_paths(const struct graph *graph, int start, int *distances, int *previous);

/* Nodes so that arcs lead forward; returns how many (fewer: there is a cycle). */
int topological_order(const struct graph *graph, int *order);

/* Strongly connected components, numbered from 0; returns how many. */
int strong_components(const struct graph *graph, int *component);

struct tree_edge {
    int from, to, weight;
};

/* Spanning forest of least weight, arcs taken both ways; returns its size. */
int spanning_forest(const struct graph *graph, struct tree_edge *edges);

/* Longest path by weight in a graph without cycles, -1 with one. */
int longest_path(const struct graph *graph, int *previous, int *last);

#endif
