// What libcurl does not say of HTTP/2 but in its log: which connection and stream a transfer is on, and that a connection goes
// away (RFC 9113 §6.8). Without it a stream that the server has never looked at cannot be told from one that it lost, and
// a connection that ended with an error but stays open would be waited for.
//
// A line counts only if it begins as libcurl 7.88 or a later one writes it; nothing a server sends can begin a line. With
// another libcurl less is known, and less is sent again.

#include <stdlib.h>
#include <string.h>

#include "internal.h"

/// Returns what follows `prefix` in the line, or NULL.
static const char *after(const char *prefix, const char *line) {
    size_t length = strlen(prefix);
    return strncmp(line, prefix, length) == 0 ? line + length : NULL;
}

/// The server goes away: it looks at no stream after `last`, and with an error at none any more.
static void on_go_away(apus_transfer *reader, long error, long last) {
    if (reader->connection < 0) return;
    for (apus_transfer *t = reader->multi->first; t; t = t->next) {
        if (t->connection != reader->connection) continue;
        if (error != 0) {
            t->go_away_error = error;
            t->go_away_time = t->multi->now;
            apus_mark_ready(t);
        } else {
            t->went_away = 1;
            if (t->stream > last) t->is_unprocessed = 1;
        }
    }
}

int apus_on_log(CURL *easy, curl_infotype type, char *text, size_t length, void *context) {
    (void)easy;
    apus_transfer *t = context;
    if (type != CURLINFO_TEXT) return 0;
    char line[256];
    if (length >= sizeof line) length = sizeof line - 1;
    memcpy(line, text, length);
    line[length] = 0;

    const char *rest;
    switch (line[0]) {
    case 'U':
        if ((rest = after("Using Stream ID: ", line))) t->stream = strtol(rest, NULL, 10);
        break;
    case 'C':
        // Until the next line about a connection the transfer has none; libcurl looks at those that others have left.
        if (after("Connection died, retrying", line)) t->connection = -1;
        else if (after("Connected to ", line) && (rest = strrchr(line, '#'))) t->connection = strtol(rest + 1, NULL, 10);
        break;
    case 'D':
        if (after("Downgrades to HTTP/1.1", line)) t->connection = -1;
        break;
    case 'I':
        if (after("Issue another request to this URL", line)) t->connection = -1;
        break;
    case 'R':
        if ((rest = after("Re-using existing connection #", line))) t->connection = strtol(rest, NULL, 10);
        // Said only if it was the one reason.
        else if (after("REFUSED_STREAM, retrying", line)) t->is_unprocessed = 1;
        break;
    case 'r':
        if ((rest = after("recveived GOAWAY, error=", line)) || (rest = after("received GOAWAY, error=", line))) {
            char *end;
            long error = strtol(rest, &end, 10);
            if ((rest = after(", last_stream=", end))) on_go_away(t, error, strtol(rest, NULL, 10));
        }
        break;
    default: break;
    }
    return 0;
}

int apus_transfer_may_resend(const apus_transfer *t) {
    // Libcurl's own limit is five, too.
    if (t->times_started > 5) return 0;
    // A proxy that asks for credentials has passed nothing on (RFC 9110 §15.5.8).
    if (t->head_is_complete && t->status == 407) return 1;
    if (t->head.length > 0 || t->go_away_error != 0 || apus_transfer_http2_problem(t)) return 0;
    return t->request.resend == APUS_RESEND_SAFE
        || (t->request.resend == APUS_RESEND_UNPROCESSED && t->is_unprocessed);
}

const char *apus_transfer_http2_problem(const apus_transfer *t) {
    const char *found = strstr(t->error_text, "nghttp2_session_mem_recv() returned");
    return found ? strchr(found, ':') : NULL;
}

/// Libcurl puts the reset of a stream aside until something else is to be sent on its connection, which may be never. Going on
/// after a pause is something to send.
static void flush_connection(apus_multi *m, long connection) {
    for (apus_transfer *t = m->first; t; t = t->next) {
        if (t->connection != connection || t->stream == 0) continue;
        int others = t->wants_upload ? CURLPAUSE_SEND : 0;
        if (!t->is_paused && curl_easy_pause(t->easy, others | CURLPAUSE_RECV) != CURLE_OK) continue;
        t->is_paused = 0;
        if (curl_easy_pause(t->easy, others) == CURLE_OK) return;
    }
}

/// Closes the connection with the transfer's end, unless others are on it.
static void end_connection_too(apus_transfer *t, int is_wanted) {
    if (t->stream != 0) curl_easy_setopt(t->easy, CURLOPT_FORBID_REUSE, is_wanted ? 1L : 0L);
}

void apus_give_up(apus_transfer *t, apus_failure failure) {
    if (t->failure != APUS_FAILURE_NONE) return;
    t->failure = failure;
    end_connection_too(t, 1);
}

void apus_multi_abort(apus_multi *m, apus_transfer *t) {
    end_connection_too(t, 1);
    apus_multi_remove(m, t);
    end_connection_too(t, 0);
    if (t->stream != 0 && t->connection >= 0) flush_connection(m, t->connection);
}
