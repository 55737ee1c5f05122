#ifndef APUS_CURL_INTERNAL_H
#define APUS_CURL_INTERNAL_H

#include "CCurl.h"

/// A socket that curl has open. The port is 0 until it is asked for.
typedef struct {
    int fd, local_port;
} apus_socket;

struct apus_multi {
    CURLM *curl;
    apus_transfer *ready_first, *ready_last;
    /// All that were added.
    apus_transfer *first;
    int64_t now;
    apus_socket *sockets;
    size_t socket_count, socket_capacity;
};

/// Tells the owner of the loop that the transfer has something new.
void apus_mark_ready(apus_transfer *transfer);

/// From here on the body ends with its TLS connection: see end_is_unannounced.
void apus_watch_end(apus_transfer *transfer);
void apus_stop_watching_end(apus_transfer *transfer);

/// Notes why our side ends the transfer, and that nobody else's connection is to be kept for it.
void apus_give_up(apus_transfer *transfer, apus_failure failure);

/// Keeps the list of sockets, for apus_is_stale.
void apus_watch_sockets(apus_multi *multi, CURL *easy);
/// Whether the connection that the transfer is about to use was kept, and has been closed or has bytes waiting that are
/// nobody's answer.
int apus_is_stale(apus_transfer *transfer, const char *remote, int remote_port, int local_port);

/// The answer so far is not the one that counts.
void apus_forget_head(apus_transfer *transfer);

// Callbacks of libcurl.
size_t apus_on_header(char *line, size_t size, size_t count, void *transfer);
size_t apus_on_body(char *bytes, size_t size, size_t count, void *transfer);
size_t apus_on_upload(char *room, size_t size, size_t count, void *transfer);
int apus_on_rewind(void *transfer, curl_off_t offset, int origin);
int apus_on_log(CURL *easy, curl_infotype type, char *text, size_t length, void *transfer);
int apus_on_connected(void *transfer, char *remote, char *local, int remote_port, int local_port);

#endif
