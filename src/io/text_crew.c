#include "io/text_crew.h"

#include "core/context.h"
#include "core/environment.h"
#include "device/cpu/parallel.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    GZIP_WINDOW = 15 + 16, /* zlib's code for a window of 32 kB in a gzip file */
    GZIP_MEMORY = 8,
    PIECE_EVENTS = 64
};

struct text_crew {
    text_format *format;
    const void *data;
    const struct event *events;
    size_t count, piece_count;
    struct text_writer *pieces; /* [piece_count], in memory */
    struct text_member *members;
    size_t member_count, member_room;
};

void text_member_pack(struct text_member *member)
{
    z_stream stream = {0};
    member->packed_bytes = 0;
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    const size_t most = deflateBound(&stream, member->bytes);
    member->packed = malloc(most);
    if (member->packed) {
        stream.next_in = (unsigned char *)member->text;
        stream.avail_in = (unsigned)member->bytes;
        stream.next_out = member->packed;
        stream.avail_out = (unsigned)most;
        deflate(&stream, Z_FINISH); /* which has room for all of it */
        member->packed_bytes = most - stream.avail_out;
    }
    deflateEnd(&stream);
}

void text_crew_take(struct text_writer *writer)
{
    struct text_crew *crew = writer->crew;
    if (crew->member_count == crew->member_room) {
        const size_t room = 2 * crew->member_room + 16;
        struct text_member *grown = realloc(crew->members, room * sizeof *grown);
        if (!grown) {
            writer->status = ts_fail_memory(writer->context, "a compressed file");
            return;
        }
        crew->members = grown;
        crew->member_room = room;
    }
    struct text_member *member = &crew->members[crew->member_count];
    *member = (struct text_member){.text = malloc(writer->used), .bytes = writer->used};
    if (!member->text) {
        writer->status = ts_fail_memory(writer->context, "a compressed file");
        return;
    }
    memcpy(member->text, writer->buffer, writer->used);
    ++crew->member_count;
}

static void format_piece(void *data, int thread, uint64_t piece)
{
    OWN_ENVIRONMENT; /* of this thread */
    const struct text_crew *crew = data;
    const size_t first = (size_t)piece * PIECE_EVENTS, left = crew->count - first;
    const size_t end = first + (left < PIECE_EVENTS ? left : PIECE_EVENTS);
    (void)thread;
    for (size_t i = first; i < end; ++i)
        crew->format(&crew->pieces[piece], crew->data, &crew->events[i], i);
}

static void pack_member(void *data, int thread, uint64_t member)
{
    (void)thread;
    text_member_pack(&((struct text_crew *)data)->members[member]);
}

/* Compresses what was taken, and writes it. */
static ts_status write_members(struct text_writer *writer, struct text_crew *crew, int threads)
{
    ts_status status = parallel_run(writer->context, threads, crew->member_count, pack_member, crew);
    for (size_t i = 0; i < crew->member_count && !status; ++i) {
        if (!crew->members[i].packed)
            status = ts_fail_memory(writer->context, "a compressed file");
        else
            text_write_bytes(writer, crew->members[i].packed, crew->members[i].packed_bytes);
    }
    return status;
}

static void end(struct text_crew *crew)
{
    for (size_t i = 0; i < crew->piece_count && crew->pieces; ++i)
        text_discard(&crew->pieces[i]);
    for (size_t i = 0; i < crew->member_count; ++i) {
        free(crew->members[i].text);
        free(crew->members[i].packed);
    }
    free(crew->pieces);
    free(crew->members);
}

ts_status text_put_events(struct text_writer *writer, int threads, text_format *format, const void *data,
                          const struct event *events, size_t count)
{
    struct text_crew crew = {.format = format,
                             .data = data,
                             .events = events,
                             .count = count,
                             .piece_count = (count + PIECE_EVENTS - 1) / PIECE_EVENTS};
    ts_status status = TS_OK;
    for (size_t i = 0; i < count && !status; ++i)
        status = event_check(writer->context, &events[i]);
    if (status || !count)
        return status;
    crew.pieces = malloc(crew.piece_count * sizeof *crew.pieces);
    if (!crew.pieces)
        return ts_fail_memory(writer->context, "the text of events");
    for (size_t i = 0; i < crew.piece_count; ++i)
        text_create_in_memory(writer->context, &crew.pieces[i]);
    status = parallel_run(writer->context, threads, crew.piece_count, format_piece, &crew);
    writer->crew = &crew;
    for (size_t i = 0; i < crew.piece_count && !status; ++i)
        text_append(writer, &crew.pieces[i]);
    writer->crew = NULL;
    if (!status)
        status = write_members(writer, &crew, threads);
    end(&crew);
    if (status && !writer->status)
        writer->status = status;
    return writer->status;
}
