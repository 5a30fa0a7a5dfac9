/* Directed weighted graphs with named nodes. */
#ifndef GRAPH_H
#define GRAPH_H

#define NO_NODE (-1)
#define NAME_SIZE 16
#define HASH_SIZE 32

struct arc {
    int to;
    int weight;
    struct arc *next;
};

struct node {
    char name[NAME_SIZE];
    struct arc *arcs;         /* in the order they were added */
    struct arc **arcs_end;
    int in_degree;
    int hash_next;
};

struct graph {
    struct node *nodes;
    int count, capacity;
    int arc_count;
    int buckets[HASH_SIZE];
};

void graph_init(struct graph *graph);
void graph_free(struct graph *graph);

/* The node of that name, or NO_NODE. */
int graph_find(const struct graph *graph, const char *name);

/* The node of that name, added if need be. */
int graph_node(struct graph *graph, const char *name);
void graph_add_arc(struct graph *graph, int from, int to, int weight);
int graph_remove_arc(struct graph *graph, int from, int to);

#endif
