// What is sent: the body, and the word on whether it may be sent at all.

#include <string.h>

#include "internal.h"

size_t apus_on_upload(char *room, size_t size, size_t count, void *context) {
    apus_transfer *t = context;
    size_t wanted = size * count;
    t->last_activity = t->multi->now;
    if (t->failure != APUS_FAILURE_NONE) return CURL_READFUNC_ABORT;

    if (t->request.upload == APUS_UPLOAD_BYTES) {
        size_t left = (size_t)t->request.body_length - t->upload_offset;
        if (wanted > left) wanted = left;
        if (wanted) memcpy(room, t->request.body + t->upload_offset, wanted);
        t->upload_offset += wanted;
        return wanted;
    }
    size_t left = t->upload.length - t->upload_offset;
    if (left == 0) {
        if (t->upload_ended) return 0;
        t->wants_upload = 1;
        apus_mark_ready(t);
        return CURL_READFUNC_PAUSE;
    }
    if (wanted > left) wanted = left;
    memcpy(room, t->upload.bytes + t->upload_offset, wanted);
    t->upload_offset += wanted;
    t->uploaded += (int64_t)wanted;
    return wanted;
}

int apus_on_rewind(void *context, curl_off_t offset, int origin) {
    apus_transfer *t = context;
    if (t->request.upload != APUS_UPLOAD_BYTES || origin != SEEK_SET || offset < 0
        || offset > t->request.body_length)
        return CURL_SEEKFUNC_CANTSEEK;
    t->upload_offset = (size_t)offset;
    return CURL_SEEKFUNC_OK;
}

/// Called when a connection stands and nothing of the request has been sent on it. A second call means that curl found the
/// first connection dead, or its stream refused, and wants to send again, which it would do for a POST that the server has
/// already acted on, too; or that a proxy wants credentials.
int apus_on_connected(void *context, char *remote, char *local, int remote_port, int local_port) {
    (void)local;
    apus_transfer *t = context;
    t->last_activity = t->multi->now;
    if (apus_is_stale(t, remote, remote_port, local_port)) {
        t->failure = APUS_FAILURE_STALE;
        return CURL_PREREQFUNC_ABORT;
    }
    if (t->times_started > 0 && !apus_transfer_may_resend(t)) {
        t->failure = APUS_FAILURE_RESEND;
        return CURL_PREREQFUNC_ABORT;
    }
    // The head of a proxy that wants credentials is not the answer.
    if (t->head_is_complete) apus_forget_head(t);
    t->times_started++;
    t->stream = 0;
    t->went_away = t->is_unprocessed = 0;
    return CURL_PREREQFUNC_OK;
}

static CURLcode go_on(apus_transfer *t) {
    t->wants_upload = 0;
    return curl_easy_pause(t->easy, t->is_paused ? CURLPAUSE_RECV : CURLPAUSE_CONT);
}

CURLcode apus_transfer_upload(apus_transfer *t, const uint8_t *bytes, size_t length) {
    t->upload.length = 0;
    t->upload_offset = 0;
    if (!apus_buffer_append(&t->upload, bytes, length)) return CURLE_OUT_OF_MEMORY;
    return go_on(t);
}

CURLcode apus_transfer_end_upload(apus_transfer *t, int failed) {
    t->upload_ended = 1;
    if (failed) apus_give_up(t, APUS_FAILURE_UPLOAD);
    return go_on(t);
}
