/* The list. */
#include "containers.h"

#include <stdlib.h>
#include <string.h>

static Link *new_link(const char *text)
{
    Link *link = malloc(sizeof *link + strlen(text) + 1);
    link->before = NULL;
    link->after = NULL;
    strcpy(link->text, text);
    return link;
}

void list_append(List *l, const char *text)
{
    Link *link = new_link(text);
    link->before = l->last;
    if (l->last != NULL)
        l->last->after = link;
    else
        l->first = link;
    l->last = link;
    l->count++;
}

static void unlink_link(List *l, Link *link)
{
    if (link->before != NULL)
        link->before->after = link->after;
    else
        l->first = link->after;
    if (link->after != NULL)
        link->after->before = link->before;
    else
        l->last = link->before;
    l->count--;
}

int list_remove(List *l, const char *text)
{
    Link *link = l->first;
    while (link != NULL && strcmp(link->text, text) != 0)
        link = link->after;
    if (link == NULL)
        return 0;
    unlink_link(l, link);
    free(link);
    return 1;
}

void list_reverse(List *l)
{
    Link *link = l->first;
    while (link != NULL) {
        Link *next = link->after;
        link->after = link->before;
        link->before = next;
        link = next;
    }
    link = l->first;
    l->first = l->last;
    l->last = link;
}

/* Moves the first link to the end, so many times. */
void list_rotate(List *l, size_t steps)
{
    if (l->count < 2)
        return;
    for (steps %= l->count; steps > 0; steps--) {
        Link *link = l->first;
        l->first = link->after;
        l->first->before = NULL;
        link->before = l->last;
        link->after = NULL;
        l->last->after = link;
        l->last = link;
    }
}

void list_clear(List *l)
{
    while (l->first != NULL) {
        Link *next = l->first->after;
        free(l->first);
        l->first = next;
    }
    l->last = NULL;
    l->count = 0;
}
