/* The two ends of a link: go-back-N with cumulative acknowledgements. */
#ifndef LINK_H
#define LINK_H

#include "frame.h"

#define MAX_WINDOW 7
#define MAX_MESSAGE 400
#define MAX_TRIES 5

enum state { IDLE, OPENING, RUNNING, CLOSING, FINISHED, BROKEN };

/* How an end sends a frame. */
typedef void transmit(void *context, const struct frame *frame);

struct counters {
    int sent, again, accepted, repeated, gaps, damaged;
};

struct sender {
    enum state state;
    const char *message;
    unsigned total, fragment;
    unsigned base, next;      /* offsets in fragments: oldest unacknowledged, next to send */
    unsigned window;
    int timeout, timer, tries;
    struct counters counters;
    transmit *transmit;
    void *context;
};

struct receiver {
    enum state state;
    unsigned expected;        /* number of fragments accepted */
    int complained;           /* a NAK for this gap was sent */
    int complete;
    char message[MAX_MESSAGE + 1];
    unsigned length;
    struct counters counters;
    transmit *transmit;
    void *context;
};

void sender_start(struct sender *sender);
void sender_tick(struct sender *sender);
void sender_take(struct sender *sender, const struct frame *frame);
void receiver_take(struct receiver *receiver, const struct frame *frame);

#endif
