/* Simulates a link that loses and damages frames.  Standard input:
 *
 *   window N | timeout N | delay N | fragment N     parameters of the link
 *   drop N…            frames that get lost, counted over both directions
 *   flip N BIT         a bit of frame N that is turned over
 *   trace              print every frame that arrives
 *   send TEXT          run the link with this message
 *   encode TYPE SEQ ACK LAST TEXT   print a frame as it looks on the wire
 *   decode HEX         say what a frame means
 *
 * The exit status is 1 if a message did not arrive, 2 after a bad command. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "link.h"

#define MAX_FLIGHT 64
#define MAX_DROPS 100
#define MAX_TICKS 400

struct flight {
    struct wire wire;
    int arrival;
    int to_receiver;
};

struct channel {
    struct flight flights[MAX_FLIGHT];    /* a ring, in order of arrival */
    unsigned head, count;
    int frames;                           /* transmitted so far */
    int delay, now, trace;
    uint8_t dropped[MAX_DROPS];
    int flip_frame, flip_bit;
};

struct end {
    struct channel *channel;
    int to_receiver;
};

static struct channel channel;

/* ---- the channel -------------------------------------------------------- */

static void put_on_wire(void *context, const struct frame *frame)
{
    const struct end *end = context;
    struct channel *line = end->channel;
    int number = line->frames++;
    struct flight *flight;

    if ((number < MAX_DROPS && line->dropped[number]) || line->count == MAX_FLIGHT)
        return;
    flight = &line->flights[(line->head + line->count++) % MAX_FLIGHT];
    encode_frame(frame, &flight->wire);
    flight->arrival = line->now + line->delay;
    flight->to_receiver = end->to_receiver;
    if (number == line->flip_frame) {
        size_t byte = 1 + (size_t)line->flip_bit / 8 % (flight->wire.length - 2);
        flight->wire.bytes[byte] ^= (uint8_t)(1u << line->flip_bit % 8);
    }
}

static void trace(const struct channel *line, int to_receiver, const struct frame *frame,
                  enum decoding decoding)
{
    if (!line->trace)
        return;
    printf("%3d %s ", line->now, to_receiver ? "->" : "<-");
    if (decoding != GOOD)
        printf("%s\n", decoding_name(decoding));
    else if (frame->type == DATA)
        printf("DATA %u%s '%.*s'\n", frame->sequence, frame->last ? "!" : "", (int)frame->length,
               (const char *)frame->payload);
    else
        printf("%s %u\n", type_name(frame->type), frame->acknowledged);
}

/* Hands over the frames that arrive now. */
static void deliver(struct channel *line, struct sender *sender, struct receiver *receiver)
{
    while (line->count > 0 && line->flights[line->head].arrival <= line->now) {
        struct flight flight = line->flights[line->head];
        struct frame frame;
        enum decoding decoding = decode_frame(&flight.wire, &frame);
        line->head = (line->head + 1) % MAX_FLIGHT;
        line->count--;
        trace(line, flight.to_receiver, &frame, decoding);
        if (decoding != GOOD)
            receiver->counters.damaged++;
        else if (flight.to_receiver)
            receiver_take(receiver, &frame);
        else
            sender_take(sender, &frame);
    }
}

/* ---- a run -------------------------------------------------------------- */

static void reset_channel(struct channel *line)
{
    line->head = line->count = 0;
    line->frames = 0;
    line->now = 0;
}

static int run_link(struct sender *sender, const char *text)
{
    struct end to_receiver = {&channel, 1}, to_sender = {&channel, 0};
    struct receiver receiver;
    int delivered;

    memset(&receiver, 0, sizeof receiver);
    receiver.transmit = put_on_wire;
    receiver.context = &to_sender;
    memset(&sender->counters, 0, sizeof sender->counters);
    sender->transmit = put_on_wire;
    sender->context = &to_receiver;
    sender->message = text;
    sender->total = (unsigned)strlen(text);
    reset_channel(&channel);
    sender_start(sender);
    while (sender->state != FINISHED && sender->state != BROKEN && channel.now < MAX_TICKS) {
        channel.now++;
        deliver(&channel, sender, &receiver);
        sender_tick(sender);
    }
    delivered = receiver.complete && strcmp(receiver.message, text) == 0;
    printf("%s after %d ticks: '%s'\n", sender->state == FINISHED ? "closed" : "broken",
           channel.now, receiver.message);
    printf("sent %d again %d | accepted %d repeated %d gaps %d damaged %d replies %d\n",
           sender->counters.sent, sender->counters.again, receiver.counters.accepted,
           receiver.counters.repeated, receiver.counters.gaps, receiver.counters.damaged,
           receiver.counters.sent);
    return delivered && sender->state == FINISHED;
}

/* ---- single frames ------------------------------------------------------ */

static int show_encoding(const char *arguments)
{
    struct frame frame = {OPEN, 0, 0, 0, 0, {0}};
    struct wire wire;
    char name[8];
    int used = 0, type = OPEN;

    if (sscanf(arguments, "%7s %u %u %u %n", name, &frame.sequence, &frame.acknowledged,
               &frame.last, &used) != 4)
        return 0;
    while (type <= CLOSED && strcmp(type_name((enum frame_type)type), name) != 0)
        type++;
    frame.length = (unsigned)strlen(arguments + used);
    if (type > CLOSED || frame.length > MAX_PAYLOAD)
        return 0;
    frame.type = (enum frame_type)type;
    memcpy(frame.payload, arguments + used, frame.length);
    encode_frame(&frame, &wire);
    for (size_t i = 0; i < wire.length; i++)
        printf("%02x", wire.bytes[i]);
    putchar('\n');
    return 1;
}

static int show_decoding(const char *hex)
{
    struct frame frame;
    struct wire wire;
    enum decoding decoding;
    unsigned byte;

    for (wire.length = 0; wire.length < MAX_WIRE && sscanf(hex, "%2x", &byte) == 1; hex += 2) {
        wire.bytes[wire.length++] = (uint8_t)byte;
        if (hex[1] == '\0')
            return 0;
    }
    decoding = decode_frame(&wire, &frame);
    printf("%s", decoding_name(decoding));
    if (decoding == GOOD)
        printf(": %s seq %u ack %u last %u '%.*s'", type_name(frame.type), frame.sequence,
               frame.acknowledged, frame.last, (int)frame.length, (const char *)frame.payload);
    putchar('\n');
    return 1;
}

/* ---- the script --------------------------------------------------------- */

static int set_number(const char *text, int least, int most, int *value)
{
    int number = atoi(text);

    if (number < least || number > most)
        return 0;
    *value = number;
    return 1;
}

static int set_drops(struct channel *line, const char *text)
{
    int number, used;

    memset(line->dropped, 0, sizeof line->dropped);
    while (sscanf(text, "%d%n", &number, &used) == 1) {
        if (number < 0 || number >= MAX_DROPS)
            return 0;
        line->dropped[number] = 1;
        text += used;
    }
    return 1;
}

static int set_parameter(struct sender *sender, const char *name, const char *text)
{
    int value = 0;

    if (strcmp(name, "window") == 0 && set_number(text, 1, MAX_WINDOW, &value))
        sender->window = (unsigned)value;
    else if (strcmp(name, "fragment") == 0 && set_number(text, 1, MAX_PAYLOAD, &value))
        sender->fragment = (unsigned)value;
    else if (strcmp(name, "timeout") == 0)
        return set_number(text, 1, 50, &sender->timeout);
    else if (strcmp(name, "delay") == 0)
        return set_number(text, 1, 20, &channel.delay);
    else if (strcmp(name, "drop") == 0)
        return set_drops(&channel, text);
    else if (strcmp(name, "flip") == 0)
        return sscanf(text, "%d %d", &channel.flip_frame, &channel.flip_bit) == 2 &&
               channel.flip_bit >= 0;
    else if (strcmp(name, "trace") == 0)
        channel.trace = 1;
    else
        return 0;
    return 1;
}

int main(void)
{
    struct sender sender;
    char line[MAX_MESSAGE];
    int status = 0;

    memset(&sender, 0, sizeof sender);
    sender.window = 3;
    sender.fragment = 8;
    sender.timeout = 9;
    channel.delay = 2;
    channel.flip_frame = -1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        char name[12] = "";
        int used = 0, done;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%11s %n", name, &used) < 1)
            continue;
        if (strcmp(name, "send") == 0 && line[used] != '\0') {
            if (!run_link(&sender, line + used) && status == 0)
                status = 1;
            continue;
        }
        if (strcmp(name, "encode") == 0)
            done = show_encoding(line + used);
        else if (strcmp(name, "decode") == 0)
            done = show_decoding(line + used);
        else
            done = set_parameter(&sender, name, line + used);
        if (!done) {
            printf("bad command: %s\n", line);
            status = 2;
        }
    }
    return status;
}
