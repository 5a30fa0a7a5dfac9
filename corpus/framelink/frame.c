#include "frame.h"

#include <string.h>

const char *type_name(enum frame_type type)
{
    static const char *const names[] = {"OPEN", "OPENED", "DATA", "ACK", "NAK", "CLOSE", "CLOSED"};

    return names[type];
}

const char *decoding_name(enum decoding decoding)
{
    static const char *const names[] = {"good",    "too short",  "bad escape",
                                        "bad crc", "bad length", "bad type"};

    return names[decoding];
}

/* CRC-16 with polynomial 0x1021, bit by bit. */
static uint16_t crc16(const uint8_t *bytes, size_t length)
{
    uint16_t crc = 0xffff;

    for (size_t i = 0; i < length; i++) {
        crc ^= (uint16_t)(bytes[i] << 8);
        for (int bit = 0; bit < 8; bit++) {
            if (crc & 0x8000)
                crc = (uint16_t)(crc << 1 ^ 0x1021);
            else
                crc = (uint16_t)(crc << 1);
        }
    }
    return crc;
}

static uint16_t pack_header(const struct frame *frame)
{
    unsigned header = (unsigned)frame->type << 13;

    header |= (frame->sequence & 7) << 10;
    header |= (frame->acknowledged & 7) << 7;
    header |= (frame->last & 1) << 6;
    header |= frame->length & 31;
    return (uint16_t)header;
}

static void unpack_header(uint16_t header, struct frame *frame)
{
    frame->type = (enum frame_type)(header >> 13);
    frame->sequence = header >> 10 & 7;
    frame->acknowledged = header >> 7 & 7;
    frame->last = header >> 6 & 1;
    frame->length = header & 31;
}

static void put_escaped(struct wire *wire, uint8_t byte)
{
    if (byte == FLAG || byte == ESCAPE) {
        wire->bytes[wire->length++] = ESCAPE;
        byte ^= 0x20;
    }
    wire->bytes[wire->length++] = byte;
}

void encode_frame(const struct frame *frame, struct wire *wire)
{
    uint8_t raw[MAX_PAYLOAD + 4];
    size_t length = 0;
    uint16_t header = pack_header(frame), crc;

    raw[length++] = (uint8_t)(header >> 8);
    raw[length++] = (uint8_t)header;
    memcpy(raw + length, frame->payload, frame->length);
    length += frame->length;
    crc = crc16(raw, length);
    raw[length++] = (uint8_t)(crc >> 8);
    raw[length++] = (uint8_t)crc;

    wire->length = 0;
    wire->bytes[wire->length++] = FLAG;
    for (size_t i = 0; i < length; i++)
        put_escaped(wire, raw[i]);
    wire->bytes[wire->length++] = FLAG;
}

/* Takes away flags and escapes; returns the length or -1 for a bad escape. */
static int unescape(const struct wire *wire, uint8_t *raw)
{
    int length = 0;

    for (size_t i = 0; i < wire->length; i++) {
        uint8_t byte = wire->bytes[i];
        if (byte == FLAG)
            continue;
        if (byte == ESCAPE) {
            if (i + 1 >= wire->length || wire->bytes[i + 1] == FLAG)
                return -1;
            byte = wire->bytes[++i] ^ 0x20;
        }
        raw[length++] = byte;
    }
    return length;
}

enum decoding decode_frame(const struct wire *wire, struct frame *frame)
{
    uint8_t raw[MAX_WIRE];
    int length = unescape(wire, raw);
    uint16_t crc;

    if (length < 0)
        return BAD_ESCAPE;
    if (length < 4)
        return TOO_SHORT;
    crc = (uint16_t)(raw[length - 2] << 8 | raw[length - 1]);
    if (crc != crc16(raw, (size_t)length - 2))
        return BAD_CRC;
    unpack_header((uint16_t)(raw[0] << 8 | raw[1]), frame);
    if (frame->type > CLOSED)
        return BAD_TYPE;
    if (frame->length != (unsigned)length - 4 || frame->length > MAX_PAYLOAD)
        return BAD_LENGTH;
    memcpy(frame->payload, raw + 2, frame->length);
    return GOOD;
}
