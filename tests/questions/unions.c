// The library fills a member of a union, although no statement names that member.
//
// $ whydunit trace history 'c->as.name' ./unions
// $ whydunit trace history 'pool[2].as.number' ./unions
#include <stdio.h>
#include <string.h>

struct cell {
    int kind;
    union {
        long number;
        char name[16];
        struct {
            struct cell *head, *tail;
        } pair;
        struct cell *(*call)(void);
    } as;
};

static struct cell pool[3];

int main(void)
{
    struct cell *c = &pool[1];
    snprintf(c->as.name, sizeof c->as.name, "%s", "n");
    sscanf("12345", "%ld", &pool[2].as.number);
    return strcmp(c->as.name, "n");
}
