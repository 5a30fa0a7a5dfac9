// Structs in structs in arrays in structs: assignment, addresses of parts, copies are independent.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct segment { struct point from, to; char name[6]; };
struct polygon { int n; struct segment edges[4]; struct { double area; struct point centre; } info; };
struct world { struct polygon shapes[3]; struct polygon *current; int grid[3][4][2]; };

static struct world world;

static struct polygon square(int x, int y, int side) {
    struct polygon p = {.n = 4};
    struct point corners[] = {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}};
    for (int i = 0; i < 4; i++) {
        p.edges[i].from = corners[i];
        p.edges[i].to = corners[(i + 1) % 4];
        snprintf(p.edges[i].name, sizeof p.edges[i].name, "e%d", i);
    }
    p.info.area = (double)side * side;
    p.info.centre = (struct point){x + side / 2, y + side / 2};
    return p;
}

static void show(const struct polygon *p) {
    for (const struct segment *s = p->edges; s < p->edges + p->n; s++)
        printf("%s:(%d,%d)-(%d,%d) ", s->name, s->from.x, s->from.y, s->to.x, s->to.y);
    printf("area %g centre %d,%d\n", p->info.area, p->info.centre.x, p->info.centre.y);
}

static int perimeter(struct polygon p) {
    int total = 0;
    for (int i = 0; i < p.n; i++) {
        int dx = p.edges[i].to.x - p.edges[i].from.x, dy = p.edges[i].to.y - p.edges[i].from.y;
        total += (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
        p.edges[i].name[0] = '!';
    }
    return total;
}

int main(void) {
    for (int i = 0; i < 3; i++)
        world.shapes[i] = square(i * 10, -i, 2 + i * 3);
    world.current = &world.shapes[1];
    struct world copy = world;
    copy.shapes[0].edges[2].from.x = 999;
    copy.current->info.area = -1;
    for (int i = 0; i < 3; i++) {
        show(&world.shapes[i]);
        show(&copy.shapes[i]);
    }
    printf("%d %d\n", perimeter(world.shapes[2]), perimeter(*copy.current));
    show(world.current);
    int *y = &world.shapes[2].edges[3].to.y;
    *y = 77;
    printf("%d %zu\n", world.shapes[2].edges[3].to.y, (char *)y - (char *)&world);
    struct segment swapped = world.shapes[0].edges[0];
    world.shapes[0].edges[0] = world.shapes[0].edges[1];
    world.shapes[0].edges[1] = swapped;
    show(&world.shapes[0]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 2; k++)
                world.grid[i][j][k] = i * 100 + j * 10 + k;
    int(*plane)[2] = world.grid[1];
    int *row = world.grid[2][3];
    printf("%d %d %d %d\n", plane[2][1], row[0], *(*(*(world.grid + 2) + 1) + 1), (&world.grid[0][0][0])[1]);
    printf("%zu %zu %zu %zu\n", sizeof world.grid, sizeof world.grid[0], offsetof(struct world, grid),
           offsetof(struct world, shapes[1].edges[2].name));
    memset(&world.shapes[1], 0, sizeof world.shapes[1]);
    show(&world.shapes[1]);
    show(&world.shapes[2]);
    return 0;
}
