#include "link.h"

#include <string.h>

/* ---- the sending end ---------------------------------------------------- */

static void send_control(struct sender *sender, enum frame_type type)
{
    struct frame frame = {type, 0, 0, 0, 0, {0}};

    sender->counters.sent++;
    sender->transmit(sender->context, &frame);
    sender->timer = sender->timeout;
}

static unsigned fragment_count(const struct sender *sender)
{
    return (sender->total + sender->fragment - 1) / sender->fragment;
}

static void send_fragment(struct sender *sender, unsigned number)
{
    struct frame frame = {DATA, number % 8, 0, 0, 0, {0}};
    unsigned offset = number * sender->fragment;

    frame.length = sender->total - offset;
    if (frame.length > sender->fragment)
        frame.length = sender->fragment;
    frame.last = number + 1 == fragment_count(sender);
    memcpy(frame.payload, sender->message + offset, frame.length);
    sender->counters.sent++;
    sender->transmit(sender->context, &frame);
}

/* Sends what the window allows; the timer runs for the oldest fragment. */
static void fill_window(struct sender *sender)
{
    while (sender->next < fragment_count(sender) &&
           sender->next < sender->base + sender->window) {
        if (sender->next == sender->base)
            sender->timer = sender->timeout;
        send_fragment(sender, sender->next++);
    }
}

static void go_back(struct sender *sender)
{
    sender->counters.again += (int)(sender->next - sender->base);
    sender->next = sender->base;
    fill_window(sender);
}

void sender_start(struct sender *sender)
{
    sender->state = OPENING;
    sender->base = sender->next = 0;
    sender->tries = 0;
    send_control(sender, OPEN);
}

/* Sends again what was not answered in time. */
void sender_tick(struct sender *sender)
{
    if (sender->state == FINISHED || sender->state == BROKEN || --sender->timer > 0)
        return;
    if (++sender->tries > MAX_TRIES) {
        sender->state = BROKEN;
        return;
    }
    switch (sender->state) {
    case OPENING:
        sender->counters.again++;
        send_control(sender, OPEN);
        break;
    case CLOSING:
        sender->counters.again++;
        send_control(sender, CLOSE);
        break;
    default:
        go_back(sender);
        break;
    }
}

/* Moves the window up to the fragment that the other end expects next. */
static void advance(struct sender *sender, unsigned acknowledged)
{
    unsigned distance = (acknowledged - sender->base) & 7;

    if (distance == 0 || distance > sender->next - sender->base)
        return;
    sender->base += distance;
    sender->tries = 0;
    sender->timer = sender->timeout;
    if (sender->base < fragment_count(sender)) {
        fill_window(sender);
        return;
    }
    sender->state = CLOSING;
    send_control(sender, CLOSE);
}

void sender_take(struct sender *sender, const struct frame *frame)
{
    switch (frame->type) {
    case OPENED:
        if (sender->state != OPENING)
            break;
        sender->state = RUNNING;
        sender->tries = 0;
        fill_window(sender);
        break;
    case ACK:
        if (sender->state == RUNNING)
            advance(sender, frame->acknowledged);
        break;
    case NAK:
        if (sender->state != RUNNING)
            break;
        advance(sender, frame->acknowledged);
        if (sender->state == RUNNING)
            go_back(sender);
        break;
    case CLOSED:
        if (sender->state == CLOSING)
            sender->state = FINISHED;
        break;
    default:
        break;
    }
}

/* ---- the receiving end -------------------------------------------------- */

static void reply(struct receiver *receiver, enum frame_type type)
{
    struct frame frame = {type, 0, receiver->expected % 8, 0, 0, {0}};

    receiver->counters.sent++;
    receiver->transmit(receiver->context, &frame);
}

static void accept_data(struct receiver *receiver, const struct frame *frame)
{
    unsigned room = MAX_MESSAGE - receiver->length;
    unsigned length = frame->length < room ? frame->length : room;

    memcpy(receiver->message + receiver->length, frame->payload, length);
    receiver->length += length;
    receiver->message[receiver->length] = '\0';
    receiver->expected++;
    receiver->complained = 0;
    receiver->counters.accepted++;
    if (frame->last)
        receiver->complete = 1;
    reply(receiver, ACK);
}

static void take_data(struct receiver *receiver, const struct frame *frame)
{
    unsigned ahead = (frame->sequence - receiver->expected) & 7;

    if (ahead == 0 && !receiver->complete) {
        accept_data(receiver, frame);
        return;
    }
    if (ahead == 0 || ahead > 3) {
        /* An old fragment: its acknowledgement was lost. */
        receiver->counters.repeated++;
        reply(receiver, ACK);
        return;
    }
    receiver->counters.gaps++;
    if (!receiver->complained) {
        receiver->complained = 1;
        reply(receiver, NAK);
    }
}

void receiver_take(struct receiver *receiver, const struct frame *frame)
{
    switch (frame->type) {
    case OPEN:
        if (receiver->state == IDLE)
            receiver->state = RUNNING;
        if (receiver->state == RUNNING)
            reply(receiver, OPENED);
        break;
    case DATA:
        if (receiver->state == RUNNING)
            take_data(receiver, frame);
        break;
    case CLOSE:
        if (receiver->state != IDLE) {
            receiver->state = FINISHED;
            reply(receiver, CLOSED);
        }
        break;
    default:
        break;
    }
}
