// Graphs: Dijkstra with a binary heap, breadth first, topological order, strongly connected components.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 60 };
struct edge { int to, weight; struct edge *next; };
static struct edge *edges[N];
static struct { int node, distance; } heap[N * 8];
static int heap_size, index_of[N], low[N], on_stack[N], stack[N], top, counter, components;

static void add(int from, int to, int weight) {
    struct edge *e = malloc(sizeof *e);
    if (!e)
        exit(1);
    *e = (struct edge){to, weight, edges[from]};
    edges[from] = e;
}

static void push(int node, int distance) {
    int i = heap_size++;
    for (; i > 0 && heap[(i - 1) / 2].distance > distance; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i].node = node;
    heap[i].distance = distance;
}

static int pop(void) {
    int node = heap[0].node, i = 0;
    __typeof__(heap[0]) last = heap[--heap_size];
    for (int child; (child = 2 * i + 1) < heap_size; i = child) {
        if (child + 1 < heap_size && heap[child + 1].distance < heap[child].distance)
            child++;
        if (heap[child].distance >= last.distance)
            break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return node;
}

static void dijkstra(int from, int *distance, int *parent) {
    for (int i = 0; i < N; i++) {
        distance[i] = INT_MAX;
        parent[i] = -1;
    }
    distance[from] = 0;
    push(from, 0);
    while (heap_size) {
        int node = pop();
        for (struct edge *e = edges[node]; e; e = e->next)
            if (distance[node] + e->weight < distance[e->to]) {
                distance[e->to] = distance[node] + e->weight;
                parent[e->to] = node;
                push(e->to, distance[e->to]);
            }
    }
}

static void path(const int *parent, int node) {
    if (parent[node] >= 0)
        path(parent, parent[node]);
    printf("%d ", node);
}

static void connect(int v) {
    index_of[v] = low[v] = ++counter;
    stack[top++] = v;
    on_stack[v] = 1;
    for (struct edge *e = edges[v]; e; e = e->next) {
        if (!index_of[e->to]) {
            connect(e->to);
            low[v] = low[e->to] < low[v] ? low[e->to] : low[v];
        } else if (on_stack[e->to] && index_of[e->to] < low[v]) {
            low[v] = index_of[e->to];
        }
    }
    if (low[v] == index_of[v]) {
        int size = 0, w;
        do {
            w = stack[--top];
            on_stack[w] = 0;
            size++;
        } while (w != v);
        components++;
        if (size > 1)
            printf("component of %d at %d\n", size, v);
    }
}

int main(void) {
    unsigned r = 1;
    for (int i = 0; i < N * 2; i++) {
        r = r * 1664525u + 1013904223u;
        add((int)(r >> 8) % N, (int)(r >> 16) % N, (int)(r >> 24) % 50 + 1);
    }
    int distance[N], parent[N];
    dijkstra(7, distance, parent);
    for (int i = 0; i < N; i++)
        if (distance[i] != INT_MAX)
            printf("%d:%d ", i, distance[i]);
    printf("\n");
    for (int i = 0; i < N; i += 11)
        if (distance[i] != INT_MAX) {
            path(parent, i);
            printf("\n");
        }
    for (int i = 0; i < N; i++)
        if (!index_of[i])
            connect(i);
    printf("%d components\n", components);
    int queue[N], head = 0, tail = 0, depth[N] = {0};
    queue[tail++] = 7;
    depth[7] = 1;
    while (head < tail)
        for (struct edge *e = edges[queue[head++]]; e; e = e->next)
            if (!depth[e->to]) {
                depth[e->to] = depth[queue[head - 1]] + 1;
                queue[tail++] = e->to;
            }
    for (int i = 0; i < tail; i++)
        printf("%d/%d ", queue[i], depth[queue[i]]);
    printf("\n");
    for (int i = 0; i < N; i++)
        for (struct edge *e = edges[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    return 0;
}
