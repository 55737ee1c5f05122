#ifndef CTLS_INTERNAL_H
#define CTLS_INTERNAL_H

#include "CTLS.h"

#include <openssl/ssl.h>

struct ctls_context {
    SSL_CTX *ssl;
};

enum ctls_state { SHAKING_HANDS, OPEN, BROKEN, REFUSED };

struct ctls_connection {
    SSL *ssl;
    int fd;
    enum ctls_state state;
    bool has_input_ended, has_received, finishes_when_sent;
    /// Whether reading has an end or a break to tell of that it met behind other bytes.
    bool owes_end;
    /// Records on their way to the socket; those before `sent` are out.
    unsigned char *output;
    size_t output_size, output_capacity, sent;
    /// How much of the handshake is sent before it is cut; SIZE_MAX if it is not.
    size_t handshake_limit;
    struct ctls_failure failure;
};

/// Writes OpenSSL's oldest error on this thread, and forgets them all.
void ctls_take_error(char *buffer, size_t size);

/// A BIO that reads from the connection's socket and writes into its output buffer.
BIO *ctls_bio_create(struct ctls_connection *connection);

/// For the BIO: a count, 0 at the end, CTLS_WOULD_BLOCK or CTLS_BROKEN.
long ctls_receive(struct ctls_connection *connection, void *buffer, size_t size);
bool ctls_append(struct ctls_connection *connection, const void *bytes, size_t size);
bool ctls_input_has_ended(const struct ctls_connection *connection);

/// Sends up to that many bytes of the output; false if the connection is broken.
bool ctls_send_output(struct ctls_connection *connection, size_t limit);
/// 1 once the handshake is done; otherwise what reading answers.
long ctls_shake_hands(struct ctls_connection *connection);

#endif
