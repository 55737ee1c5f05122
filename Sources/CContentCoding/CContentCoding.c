#include "CContentCoding.h"

#include <brotli/decode.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>

enum { MAXIMUM_CODINGS = 4, STAGE_BUFFER = 16384, ZSTD_WINDOW_LOG = 23 };  // 8 MiB, RFC 8878 §3.1.1.1.2

typedef enum { CODING_GZIP, CODING_DEFLATE, CODING_BROTLI, CODING_ZSTD } coding_kind;

typedef struct {
    coding_kind kind;
    int started, ended;
    z_stream zlib;
    BrotliDecoderState *brotli;
    ZSTD_DStream *zstd;
    const uint8_t *input;
    size_t input_left;
    uint8_t *buffer;  // what the stage before made; the first stage reads the caller's bytes
} stage;

struct apus_decoder {
    int count, saw_input;
    stage stages[MAXIMUM_CODINGS];
};

static int stage_open(stage *s) {
    switch (s->kind) {
    case CODING_GZIP: return inflateInit2(&s->zlib, 15 + 16) == Z_OK;
    case CODING_DEFLATE: return 1;  // opened at its first byte, which tells the two formats in use apart
    case CODING_BROTLI: return (s->brotli = BrotliDecoderCreateInstance(NULL, NULL, NULL)) != NULL;
    case CODING_ZSTD:
        s->zstd = ZSTD_createDStream();
        return s->zstd && !ZSTD_isError(ZSTD_DCtx_setParameter(s->zstd, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG));
    }
    return 0;
}

static void stage_close(stage *s) {
    if (s->kind == CODING_GZIP || (s->kind == CODING_DEFLATE && s->started)) inflateEnd(&s->zlib);
    if (s->brotli) BrotliDecoderDestroyInstance(s->brotli);
    if (s->zstd) ZSTD_freeDStream(s->zstd);
    free(s->buffer);
}

/// "deflate" is zlib's format (RFC 1950) by the RFC and raw deflate (RFC 1951) by some servers; the first byte tells.
static int open_deflate(stage *s) {
    int is_zlib = (s->input[0] & 0x0F) == Z_DEFLATED && (s->input[0] >> 4) <= 7;
    return inflateInit2(&s->zlib, is_zlib ? 15 : -15) == Z_OK;
}

static size_t step_zlib(stage *s, uint8_t *out, size_t capacity, apus_decode_status *status) {
    if (s->kind == CODING_DEFLATE && !s->started) {
        if (s->input_left == 0) return 0;
        if (!open_deflate(s)) { *status = APUS_DECODE_MEMORY; return 0; }
    }
    s->started = s->started || s->input_left > 0;
    s->zlib.next_in = (Bytef *)s->input;
    s->zlib.avail_in = (uInt)s->input_left;
    s->zlib.next_out = out;
    s->zlib.avail_out = (uInt)capacity;
    int result = inflate(&s->zlib, Z_NO_FLUSH);
    s->input = s->zlib.next_in;
    s->input_left = s->zlib.avail_in;
    size_t made = capacity - s->zlib.avail_out;
    if (result == Z_STREAM_END) s->ended = 1;
    else if (result == Z_MEM_ERROR) *status = APUS_DECODE_MEMORY;
    else if (result != Z_OK && result != Z_BUF_ERROR) *status = APUS_DECODE_CORRUPT;
    return made;
}

static size_t step_brotli(stage *s, uint8_t *out, size_t capacity, apus_decode_status *status) {
    size_t left = capacity;
    s->started = s->started || s->input_left > 0;
    BrotliDecoderResult result =
        BrotliDecoderDecompressStream(s->brotli, &s->input_left, &s->input, &left, &out, NULL);
    if (result == BROTLI_DECODER_RESULT_SUCCESS) s->ended = 1;
    else if (result == BROTLI_DECODER_RESULT_ERROR) *status = APUS_DECODE_CORRUPT;
    return capacity - left;
}

static size_t step_zstd(stage *s, uint8_t *out, size_t capacity, apus_decode_status *status) {
    ZSTD_inBuffer in = {s->input, s->input_left, 0};
    ZSTD_outBuffer made = {out, capacity, 0};
    s->started = s->started || s->input_left > 0;
    size_t result = ZSTD_decompressStream(s->zstd, &made, &in);
    s->input += in.pos;
    s->input_left -= in.pos;
    if (ZSTD_isError(result)) *status = APUS_DECODE_CORRUPT;
    else if (result == 0) s->ended = 1;
    return made.pos;
}

/// After the end: gzip may have further members and zstd further frames; zero bytes may pad gzip. All else is corrupt.
static void restart(stage *s, apus_decode_status *status) {
    if (s->kind == CODING_GZIP) {
        while (s->input_left > 0 && *s->input == 0) { s->input++; s->input_left--; }
        if (s->input_left == 0) return;
        if (inflateReset(&s->zlib) == Z_OK) { s->ended = 0; return; }
    } else if (s->kind == CODING_ZSTD) {
        s->ended = 0;
        return;
    }
    *status = APUS_DECODE_CORRUPT;
}

static size_t step(stage *s, uint8_t *out, size_t capacity, apus_decode_status *status) {
    if (s->ended) {
        if (s->input_left > 0) restart(s, status);
        if (s->ended || *status != APUS_DECODE_OK) return 0;
    }
    switch (s->kind) {
    case CODING_GZIP:
    case CODING_DEFLATE: return step_zlib(s, out, capacity, status);
    case CODING_BROTLI: return step_brotli(s, out, capacity, status);
    case CODING_ZSTD: return step_zstd(s, out, capacity, status);
    }
    return 0;
}

/// Pulls output from a stage, which pulls input from the stage before it.
static size_t pull(apus_decoder *d, int level, uint8_t *out, size_t capacity, apus_decode_status *status) {
    stage *s = &d->stages[level];
    for (;;) {
        size_t before = s->input_left;
        size_t made = step(s, out, capacity, status);
        if (made > 0 || *status != APUS_DECODE_OK) return made;
        if (s->input_left > 0 && s->input_left < before) continue;
        if (s->input_left > 0 && !s->ended) { *status = APUS_DECODE_CORRUPT; return 0; }
        if (s->input_left > 0) continue;  // at the end of a member, with another one following
        if (level == 0) return 0;
        s->input_left = pull(d, level - 1, s->buffer, STAGE_BUFFER, status);
        s->input = s->buffer;
        if (s->input_left == 0) return 0;
    }
}

static int kind_of(const char *token, size_t length, coding_kind *kind) {
    static const struct { const char *name; coding_kind kind; } known[] = {
        {"gzip", CODING_GZIP}, {"x-gzip", CODING_GZIP}, {"deflate", CODING_DEFLATE},
        {"br", CODING_BROTLI}, {"zstd", CODING_ZSTD},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strlen(known[i].name) == length && strncasecmp(known[i].name, token, length) == 0) {
            *kind = known[i].kind;
            return 1;
        }
    }
    return 0;
}

static int add_stage(apus_decoder *d, coding_kind kind) {
    stage *s = &d->stages[d->count];
    s->kind = kind;
    if (!stage_open(s)) return 0;
    d->count++;
    return 1;
}

apus_decoder *apus_decoder_create(const char *codings, size_t length, int *unknown) {
    coding_kind kinds[MAXIMUM_CODINGS];
    int count = 0;
    *unknown = 0;
    for (size_t at = 0; at <= length;) {
        size_t end = at;
        while (end < length && codings[end] != ',') end++;
        size_t first = at, last = end;
        while (first < last && (codings[first] == ' ' || codings[first] == '\t')) first++;
        while (last > first && (codings[last - 1] == ' ' || codings[last - 1] == '\t')) last--;
        at = end + 1;
        if (first == last || (last - first == 8 && strncasecmp(codings + first, "identity", 8) == 0)) continue;
        if (count == MAXIMUM_CODINGS || !kind_of(codings + first, last - first, &kinds[count])) {
            *unknown = 1;
            return NULL;
        }
        count++;
    }
    if (count == 0) return NULL;
    apus_decoder *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    for (int i = count - 1; i >= 0; i--) {  // the coding applied last is undone first
        int level = d->count;
        if (!add_stage(d, kinds[i])) { stage_close(&d->stages[level]); apus_decoder_destroy(d); return NULL; }
        if (level > 0 && !(d->stages[level].buffer = malloc(STAGE_BUFFER))) { apus_decoder_destroy(d); return NULL; }
    }
    return d;
}

void apus_decoder_destroy(apus_decoder *d) {
    if (!d) return;
    for (int i = 0; i < d->count; i++) stage_close(&d->stages[i]);
    free(d);
}

void apus_decoder_feed(apus_decoder *d, const uint8_t *input, size_t length) {
    if (length > 0) d->saw_input = 1;
    d->stages[0].input = input;
    d->stages[0].input_left = length;
}

size_t apus_decoder_input_left(const apus_decoder *d) { return d->stages[0].input_left; }

size_t apus_decoder_read(apus_decoder *d, uint8_t *output, size_t capacity, apus_decode_status *status) {
    *status = APUS_DECODE_OK;
    return pull(d, d->count - 1, output, capacity, status);
}

int apus_decoder_is_complete(const apus_decoder *d) {
    if (!d->saw_input) return 1;
    for (int i = 0; i < d->count; i++)
        if (!d->stages[i].ended || d->stages[i].input_left > 0) return 0;
    return 1;
}

size_t apus_gzip(const uint8_t *input, size_t length, uint8_t *output, size_t capacity) {
    z_stream z = {0};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    z.next_in = (Bytef *)input;
    z.avail_in = (uInt)length;
    z.next_out = output;
    z.avail_out = (uInt)capacity;
    int result = deflate(&z, Z_FINISH);
    size_t made = capacity - z.avail_out;
    deflateEnd(&z);
    return result == Z_STREAM_END ? made : 0;
}
