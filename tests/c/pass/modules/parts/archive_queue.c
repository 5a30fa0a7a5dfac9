// Part of archive.c.
static int items[16];
static unsigned top, bottom;

void queue_put(int n) { items[top++ % 16] = n; }
int queue_get(void) { return items[bottom++ % 16]; }
