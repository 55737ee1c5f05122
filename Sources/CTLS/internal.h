#ifndef CTLS_INTERNAL_H
#define CTLS_INTERNAL_H

#include "CTLS.h"

#include <openssl/ssl.h>

struct ctls_context {
    SSL_CTX *ssl;
};

/// Writes OpenSSL's oldest error on this thread, and forgets them all.
void ctls_take_error(char *buffer, size_t size);

/// A BIO that reads from the connection's socket and writes into its output buffer.
BIO *ctls_bio_create(struct ctls_connection *connection);

/// For the BIO: a count, 0 at the end, CTLS_WOULD_BLOCK or CTLS_BROKEN.
long ctls_receive(struct ctls_connection *connection, void *buffer, size_t size);
bool ctls_append(struct ctls_connection *connection, const void *bytes, size_t size);
bool ctls_input_has_ended(const struct ctls_connection *connection);

#endif
