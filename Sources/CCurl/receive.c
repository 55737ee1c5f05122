// What arrives: header lines and body bytes.

#include <CContentCoding.h>
#include <string.h>
#include <strings.h>

#include "internal.h"

static size_t fail(apus_transfer *t, apus_failure failure) {
    apus_give_up(t, failure);
    return 0;  // fewer bytes than were given: curl ends the transfer
}

static void touch(apus_transfer *t) { t->last_activity = t->multi->now; }

// Headers ------------------------------------------------------------------------------------------------------

/// Content-Length is 1*DIGIT, or a list of equal ones (RFC 9110 §8.6); curl takes signs, hexadecimal and contradictions.
static int read_content_length(apus_transfer *t, const char *value, size_t length) {
    int64_t number = 0;
    size_t digits = 0;
    for (size_t i = 0; i <= length; i++) {
        char c = i < length ? value[i] : ',';
        if (c >= '0' && c <= '9') {
            if (number > (INT64_MAX - 9) / 10) return 0;
            number = number * 10 + (c - '0');
            digits++;
        } else if (c == ',') {
            if (digits == 0 || (t->content_length_seen && t->content_length != number)) return 0;
            t->content_length_seen = 1;
            t->content_length = number;
            number = 0;
            digits = 0;
        } else if (c == ' ' || c == '\t') {
            if (digits > 0 && i + 1 < length && value[i + 1] >= '0' && value[i + 1] <= '9') return 0;
        } else {
            return 0;
        }
    }
    return 1;
}

/// Whether a Transfer-Encoding is nothing but `chunked`: no other was asked for, and curl lets unknown ones pass
/// (RFC 9112 §7). `identity` is what RFC 2616 had for none.
static int read_transfer_coding(apus_transfer *t, const char *value, size_t length) {
    for (size_t i = 0; i < length;) {
        if (value[i] == ' ' || value[i] == '\t' || value[i] == ',') { i++; continue; }
        size_t end = i;
        while (end < length && value[end] != ',' && value[end] != ' ' && value[end] != '\t') end++;
        int is_chunked = end - i == 7 && strncasecmp(value + i, "chunked", 7) == 0;
        int is_identity = end - i == 8 && strncasecmp(value + i, "identity", 8) == 0;
        if (!is_chunked && !is_identity) return 0;
        if (is_chunked) t->is_chunked = 1;
        i = end;
    }
    return 1;
}

/// Returns the value of the line if its name is `name`, without the white space around it.
static const char *value_if(const char *name, const char *line, size_t length, size_t *value_length) {
    size_t n = strlen(name);
    if (length <= n || line[n] != ':' || strncasecmp(line, name, n) != 0) return NULL;
    size_t first = n + 1, last = length;
    while (first < last && (line[first] == ' ' || line[first] == '\t')) first++;
    while (last > first && (line[last - 1] == ' ' || line[last - 1] == '\t')) last--;
    *value_length = last - first;
    return line + first;
}

static size_t finish_head(apus_transfer *t, size_t consumed) {
    t->head_is_complete = 1;
    // No other protocol was offered, so what follows is nothing that can be read (RFC 9110 §7.8).
    if (t->status == 101) return fail(t, APUS_FAILURE_SWITCHED);
    if (t->status >= 100 && t->status < 200) {
        t->is_retired_head = 1;  // an interim answer: the next status line begins anew
        t->head_is_complete = 0;
        return consumed;
    }
    int has_body = !t->request.is_head && t->status != 204 && t->status != 304;
    if (!has_body) return consumed;
    // In HTTP/2 every body has an end of its own.
    int is_http1 = t->head.length > 5 && t->head.bytes[5] == '1';
    if (t->request.is_https && is_http1 && !t->content_length_seen && !t->is_chunked) apus_watch_end(t);
    if (t->request.decodes && t->content_encoding.length > 0) {
        int unknown;
        t->decoder = apus_decoder_create(
            (const char *)t->content_encoding.bytes, t->content_encoding.length, &unknown);
        if (unknown) return fail(t, APUS_FAILURE_CODING_UNKNOWN);
    }
    if (!t->decoder && t->request.whole_limit >= 0 && t->content_length_seen) {
        if (t->content_length > t->request.whole_limit) return fail(t, APUS_FAILURE_BODY_LIMIT);
        // One block of the right size instead of doubling up to it; the server's word alone is not trusted with much.
        size_t expected = t->content_length > (4 << 20) ? 4 << 20 : (size_t)t->content_length;
        if (!apus_buffer_reserve(&t->body, expected)) return fail(t, APUS_FAILURE_MEMORY);
    }
    if (t->request.whole_limit < 0) apus_mark_ready(t);
    return consumed;
}

void apus_forget_head(apus_transfer *t) {
    t->head.length = 0;
    t->content_encoding.length = 0;
    t->content_length_seen = t->is_chunked = 0;
    t->is_retired_head = 0;
    t->status = t->head_is_complete = 0;
}

static void begin_head(apus_transfer *t, const char *line, size_t length) {
    apus_forget_head(t);
    const char *space = memchr(line, ' ', length);
    if (!space) return;
    const char *digits = space + 1;
    if (digits + 3 > line + length) return;
    for (int i = 0; i < 3; i++) {
        if (digits[i] < '0' || digits[i] > '9') { t->status = 0; return; }
        t->status = t->status * 10 + (digits[i] - '0');
    }
}

size_t apus_on_header(char *line, size_t size, size_t count, void *context) {
    apus_transfer *t = context;
    size_t consumed = size * count, length = consumed;
    touch(t);
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) length--;
    int is_status_line = length >= 5 && memcmp(line, "HTTP/", 5) == 0;

    if (t->head_is_complete && !is_status_line) {
        if (length == 0) return consumed;
        if (t->trailers.length + consumed > t->maximum_head) return fail(t, APUS_FAILURE_HEAD_LIMIT);
        if (!apus_buffer_append(&t->trailers, line, length) || !apus_buffer_append(&t->trailers, "\n", 1))
            return fail(t, APUS_FAILURE_MEMORY);
        return consumed;
    }
    if (is_status_line && (t->head.length == 0 || t->is_retired_head || t->head_is_complete))
        begin_head(t, line, length);
    if (length == 0) return finish_head(t, consumed);
    if (t->head.length + consumed > t->maximum_head) return fail(t, APUS_FAILURE_HEAD_LIMIT);
    if (!apus_buffer_append(&t->head, line, length) || !apus_buffer_append(&t->head, "\n", 1))
        return fail(t, APUS_FAILURE_MEMORY);

    size_t value_length;
    const char *value;
    if ((value = value_if("Content-Length", line, length, &value_length))) {
        if (!read_content_length(t, value, value_length)) return fail(t, APUS_FAILURE_CONTENT_LENGTH);
    } else if ((value = value_if("Transfer-Encoding", line, length, &value_length))) {
        if (!read_transfer_coding(t, value, value_length)) return fail(t, APUS_FAILURE_TRANSFER_CODING);
    } else if ((value = value_if("Content-Encoding", line, length, &value_length))) {
        if (t->content_encoding.length > 0 && !apus_buffer_append(&t->content_encoding, ",", 1))
            return fail(t, APUS_FAILURE_MEMORY);
        if (!apus_buffer_append(&t->content_encoding, value, value_length)) return fail(t, APUS_FAILURE_MEMORY);
    }
    return consumed;
}

// Body ---------------------------------------------------------------------------------------------------------

static int is_full(const apus_transfer *t) { return t->request.whole_limit < 0 && t->body.length >= t->high_water; }

/// Decodes until the input is used up or the buffer is full; 0 for failure.
static int decode(apus_transfer *t) {
    apus_decode_status status = APUS_DECODE_OK;
    for (;;) {
        if (is_full(t)) return 1;
        if (!apus_buffer_reserve(&t->body, 16384)) { fail(t, APUS_FAILURE_MEMORY); return 0; }
        size_t room = t->body.capacity - t->body.length;
        if (room > 65536) room = 65536;
        size_t made = apus_decoder_read(t->decoder, t->body.bytes + t->body.length, room, &status);
        t->body.length += made;
        if (t->request.whole_limit >= 0 && (int64_t)t->body.length > t->request.whole_limit) {
            fail(t, APUS_FAILURE_BODY_LIMIT);
            return 0;
        }
        if (status != APUS_DECODE_OK) {
            fail(t, status == APUS_DECODE_MEMORY ? APUS_FAILURE_MEMORY : APUS_FAILURE_CODING_CORRUPT);
            return 0;
        }
        if (made == 0) return 1;
    }
}

size_t apus_on_body(char *bytes, size_t size, size_t count, void *context) {
    apus_transfer *t = context;
    size_t length = size * count;
    touch(t);
    if (length == 0) return 0;
    if (is_full(t) || apus_transfer_holds_back(t)) {
        t->is_paused = 1;
        return CURL_WRITEFUNC_PAUSE;
    }
    t->bytes_received += (int64_t)length;
    if (t->decoder) {
        apus_decoder_feed(t->decoder, (const uint8_t *)bytes, length);
        if (!decode(t)) return 0;
        size_t left = apus_decoder_input_left(t->decoder);
        if (left > 0) {
            // Curl's bytes are gone after this call, so what does not fit is held back here.
            t->undecoded.length = 0;
            if (!apus_buffer_append(&t->undecoded, bytes + (length - left), left)) return fail(t, APUS_FAILURE_MEMORY);
            apus_decoder_feed(t->decoder, t->undecoded.bytes, left);
        }
    } else {
        if (t->request.whole_limit >= 0 && (int64_t)(t->body.length + length) > t->request.whole_limit)
            return fail(t, APUS_FAILURE_BODY_LIMIT);
        if (!apus_buffer_append(&t->body, bytes, length)) return fail(t, APUS_FAILURE_MEMORY);
    }
    if (t->request.whole_limit < 0) apus_mark_ready(t);
    return length;
}

int apus_transfer_holds_back(const apus_transfer *t) {
    return t->decoder && apus_decoder_input_left(t->decoder) > 0;
}

int apus_transfer_is_decoded(const apus_transfer *t) { return !t->decoder || apus_decoder_is_complete(t->decoder); }

apus_buffer apus_transfer_take_body(apus_transfer *t) {
    apus_buffer taken = t->body;
    memset(&t->body, 0, sizeof t->body);
    return taken;
}

CURLcode apus_transfer_resume(apus_transfer *t) {
    touch(t);
    if (t->decoder && !decode(t)) return CURLE_WRITE_ERROR;
    if (is_full(t) || apus_transfer_holds_back(t) || !t->is_paused) return CURLE_OK;
    t->is_paused = 0;
    return curl_easy_pause(t->easy, t->wants_upload ? CURLPAUSE_SEND : CURLPAUSE_CONT);
}
