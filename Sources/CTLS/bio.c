// Between OpenSSL and the socket. Writing goes into a buffer and thereby always succeeds, so that OpenSSL never has to be
// called again with the same bytes, and the handshake's messages go out together.
#include "internal.h"

#include <openssl/bio.h>
#include <pthread.h>

static int bio_write(BIO *bio, const char *bytes, int size) {
    BIO_clear_retry_flags(bio);
    if (size <= 0) return 0;
    return ctls_append(BIO_get_data(bio), bytes, (size_t)size) ? size : -1;
}

static int bio_read(BIO *bio, char *buffer, int size) {
    BIO_clear_retry_flags(bio);
    if (size <= 0) return 0;
    long count = ctls_receive(BIO_get_data(bio), buffer, (size_t)size);
    if (count == CTLS_WOULD_BLOCK) BIO_set_retry_read(bio);
    return count < 0 ? -1 : (int)count;
}

static long bio_control(BIO *bio, int command, long number, void *pointer) {
    (void)number;
    (void)pointer;
    switch (command) {
    case BIO_CTRL_FLUSH: return 1; // The connection sends when OpenSSL has said all it wants to.
    case BIO_CTRL_EOF: return ctls_input_has_ended(BIO_get_data(bio));
    default: return 0;
    }
}

static BIO_METHOD *method;

static void make_method(void) {
    BIO_METHOD *made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "buffered socket");
    if (made == NULL) return;
    BIO_meth_set_write(made, bio_write);
    BIO_meth_set_read(made, bio_read);
    BIO_meth_set_ctrl(made, bio_control);
    method = made;
}

BIO *ctls_bio_create(struct ctls_connection *connection) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_method);
    if (method == NULL) return NULL;
    BIO *bio = BIO_new(method);
    if (bio == NULL) return NULL;
    BIO_set_data(bio, connection);
    BIO_set_init(bio, 1);
    return bio;
}
