// The server's side of one connection.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#ifdef MSG_NOSIGNAL
static const int send_flags = MSG_NOSIGNAL;
#else
static const int send_flags = 0; // SO_NOSIGPIPE was set on the socket when it was accepted.
#endif

// Several records of at most 16 KiB go out with one call.
static const size_t record_size = 16384, output_limit = 65536;

struct ctls_connection *ctls_connection_create(struct ctls_context *context, int fd) {
    struct ctls_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) return NULL;
    connection->fd = fd;
    connection->handshake_limit = SIZE_MAX;
    ERR_clear_error();
    connection->ssl = SSL_new(context->ssl);
    BIO *bio = connection->ssl == NULL ? NULL : ctls_bio_create(connection);
    if (bio == NULL) {
        ctls_connection_destroy(connection);
        return NULL;
    }
    SSL_set_bio(connection->ssl, bio, bio);
    SSL_set_accept_state(connection->ssl);
    return connection;
}

void ctls_connection_destroy(struct ctls_connection *connection) {
    if (connection == NULL) return;
    SSL_free(connection->ssl);
    free(connection->output);
    free(connection);
}

void ctls_connection_cut_handshake(struct ctls_connection *connection, size_t bytes) {
    connection->handshake_limit = bytes;
}

// MARK: The socket

long ctls_receive(struct ctls_connection *connection, void *buffer, size_t size) {
    ssize_t count;
    do count = recv(connection->fd, buffer, size, 0);
    while (count < 0 && errno == EINTR);
    if (count > 0) connection->has_received = true;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return CTLS_WOULD_BLOCK;
    if (count <= 0) connection->has_input_ended = true;
    return count < 0 ? CTLS_BROKEN : (long)count;
}

bool ctls_input_has_ended(const struct ctls_connection *connection) { return connection->has_input_ended; }

bool ctls_append(struct ctls_connection *connection, const void *bytes, size_t size) {
    size_t needed = connection->output_size + size;
    if (needed > connection->output_capacity) {
        size_t capacity = needed < 4096 ? 4096 : needed + needed / 2;
        unsigned char *larger = realloc(connection->output, capacity);
        if (larger == NULL) return false;
        connection->output = larger;
        connection->output_capacity = capacity;
    }
    memcpy(connection->output + connection->output_size, bytes, size);
    connection->output_size = needed;
    return true;
}

bool ctls_write_plainly(struct ctls_connection *connection, const void *bytes, size_t size) {
    return connection->state == REFUSED && ctls_append(connection, bytes, size);
}

bool ctls_send_output(struct ctls_connection *connection, size_t limit) {
    while (connection->sent < connection->output_size && limit > 0) {
        size_t rest = connection->output_size - connection->sent;
        ssize_t count = send(connection->fd, connection->output + connection->sent, rest < limit ? rest : limit, send_flags);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        connection->sent += (size_t)count;
        limit -= (size_t)count;
    }
    if (connection->sent == connection->output_size) connection->sent = connection->output_size = 0;
    return true;
}

bool ctls_flush(struct ctls_connection *connection) {
    if (connection->state == BROKEN) return false;
    // A handshake that is to be cut is sent by ctls_shake_hands alone, which counts.
    if (connection->state == SHAKING_HANDS && connection->handshake_limit != SIZE_MAX) return true;
    if (!ctls_send_output(connection, SIZE_MAX)) {
        connection->state = BROKEN;
        return false;
    }
    if (connection->finishes_when_sent && connection->output_size == 0) {
        connection->finishes_when_sent = false;
        shutdown(connection->fd, SHUT_WR);
    }
    return true;
}

bool ctls_has_pending_output(const struct ctls_connection *connection) { return connection->output_size > 0; }

bool ctls_reading_waits_for_room(const struct ctls_connection *connection) {
    // More than writing ever leaves: what OpenSSL says on its own, to a client that asks and asks and reads nothing.
    return connection->output_size - connection->sent > 4 * output_limit;
}

// MARK: Bytes

/// What SSL_read came to, as reading answers it.
static long outcome(struct ctls_connection *connection, int result) {
    int error = SSL_get_error(connection->ssl, result);
    if (error == SSL_ERROR_WANT_READ) return CTLS_WOULD_BLOCK;
    if (error == SSL_ERROR_ZERO_RETURN) return 0;
    ERR_clear_error();
    connection->state = BROKEN;
    return CTLS_BROKEN;
}

static long read_records(struct ctls_connection *connection, unsigned char *buffer, size_t size) {
    size_t count = 0;
    connection->owes_end = false;
    while (count < size) {
        ERR_clear_error();
        size_t rest = size - count;
        int result = SSL_read(connection->ssl, buffer + count, rest > INT_MAX ? INT_MAX : (int)rest);
        if (result <= 0) {
            long problem = outcome(connection, result);
            if (count == 0) return problem;
            // What came before is told first, and the socket may have nothing more to remind us.
            connection->owes_end = problem != CTLS_WOULD_BLOCK;
            break;
        }
        count += (size_t)result;
    }
    return (long)count;
}

long ctls_read(struct ctls_connection *connection, void *buffer, size_t size) {
    if (connection->state == BROKEN) return CTLS_BROKEN;
    if (connection->state == REFUSED) return ctls_receive(connection, buffer, size);
    if (ctls_reading_waits_for_room(connection)) return CTLS_WOULD_BLOCK;
    if (connection->state == SHAKING_HANDS) {
        long result = ctls_shake_hands(connection);
        if (result != 1) return result;
    }
    long count = read_records(connection, buffer, size);
    // Reading makes OpenSSL write at times, such as the answer to a KeyUpdate (RFC 8446 §4.6.3).
    if (!ctls_flush(connection) && count <= 0) return CTLS_BROKEN;
    return count;
}

/// Makes records of as many bytes as there is room for; -1 if the connection is broken.
static long encrypt(struct ctls_connection *connection, const unsigned char *bytes, size_t size) {
    size_t taken = 0;
    while (taken < size && connection->output_size < output_limit) {
        size_t rest = size - taken;
        ERR_clear_error();
        int result = SSL_write(connection->ssl, bytes + taken, (int)(rest < record_size ? rest : record_size));
        if (result <= 0) {
            ERR_clear_error();
            connection->state = BROKEN;
            return -1;
        }
        taken += (size_t)result;
    }
    return (long)taken;
}

long ctls_write(struct ctls_connection *connection, const void *first, size_t first_size, const void *second,
                size_t second_size) {
    if (connection->state != OPEN || !ctls_flush(connection)) return CTLS_BROKEN;
    // A socket that is full is given nothing more.
    if (connection->output_size > 0) return CTLS_WOULD_BLOCK;
    long taken = encrypt(connection, first, first_size);
    if (taken == (long)first_size) {
        long more = encrypt(connection, second, second_size);
        taken = more < 0 ? more : taken + more;
    }
    return taken >= 0 && ctls_flush(connection) ? taken : CTLS_BROKEN;
}

bool ctls_has_buffered_input(const struct ctls_connection *connection) {
    return connection->owes_end || (connection->state == OPEN && SSL_pending(connection->ssl) > 0);
}

void ctls_finish(struct ctls_connection *connection, bool announces) {
    if (announces && connection->state == OPEN) {
        ERR_clear_error();
        SSL_shutdown(connection->ssl);
        ERR_clear_error();
    }
    connection->finishes_when_sent = true;
    ctls_flush(connection);
}
