/* Frames of the link and how they look on the wire.
 *
 * A frame is a header of 16 bits (type 3, sequence 3, acknowledged 3, last 1,
 * spare 1, length 5; big endian), the payload and a CRC-16 of both.  On the wire it
 * stands between FLAG bytes; FLAG and ESCAPE inside are escaped. */
#ifndef FRAME_H
#define FRAME_H

#include <stddef.h>
#include <stdint.h>

#define MAX_PAYLOAD 24
#define MAX_WIRE (2 * (MAX_PAYLOAD + 4) + 2)
#define FLAG 0x7e
#define ESCAPE 0x7d

enum frame_type { OPEN, OPENED, DATA, ACK, NAK, CLOSE, CLOSED };

struct frame {
    enum frame_type type;
    unsigned sequence;        /* modulo 8 */
    unsigned acknowledged;    /* the next sequence expected */
    unsigned last;            /* last fragment of a message */
    unsigned length;
    uint8_t payload[MAX_PAYLOAD];
};

struct wire {
    uint8_t bytes[MAX_WIRE];
    size_t length;
};

enum decoding { GOOD, TOO_SHORT, BAD_ESCAPE, BAD_CRC, BAD_LENGTH, BAD_TYPE };

const char *type_name(enum frame_type type);
const char *decoding_name(enum decoding decoding);
void encode_frame(const struct frame *frame, struct wire *wire);
enum decoding decode_frame(const struct wire *wire, struct frame *frame);

#endif
