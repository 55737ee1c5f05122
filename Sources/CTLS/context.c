// What the connections of a server share.
#include "internal.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <stdlib.h>
#include <string.h>

static X509 *read_certificate(const char *pem) {
    BIO *bio = BIO_new_mem_buf(pem, -1);
    if (bio == NULL) return NULL;
    X509 *certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL);
    BIO_free(bio);
    return certificate;
}

static bool set_identity(SSL_CTX *ssl, const char *certificate_pem, const char *key_pem) {
    X509 *certificate = read_certificate(certificate_pem);
    bool used = certificate != NULL && SSL_CTX_use_certificate(ssl, certificate) == 1;
    X509_free(certificate);
    BIO *bio = used ? BIO_new_mem_buf(key_pem, -1) : NULL;
    if (bio == NULL) return false;
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL);
    BIO_free(bio);
    used = key != NULL && SSL_CTX_use_PrivateKey(ssl, key) == 1 && SSL_CTX_check_private_key(ssl) == 1;
    EVP_PKEY_free(key);
    return used;
}

static bool demand_client_certificate(SSL_CTX *ssl, const char *authority_pem) {
    X509 *authority = read_certificate(authority_pem);
    bool used = authority != NULL && X509_STORE_add_cert(SSL_CTX_get_cert_store(ssl), authority) == 1 &&
                SSL_CTX_add_client_CA(ssl, authority) == 1;
    X509_free(authority);
    if (used) SSL_CTX_set_verify(ssl, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
    return used;
}

/// Selects HTTP/1.1 where it is offered (RFC 7301 §3.2). Where it is not, the client hears nothing about protocols: that it
/// insists on another one is for it to find out.
static int select_protocol(SSL *ssl, const unsigned char **selected, unsigned char *selected_size,
                           const unsigned char *offered, unsigned int offered_size, void *argument) {
    (void)ssl;
    (void)argument;
    static const char wanted[] = "http/1.1";
    for (unsigned int at = 0; at < offered_size; at += 1u + offered[at]) {
        if (at + 1u + offered[at] > offered_size) break;
        if (offered[at] != sizeof wanted - 1 || memcmp(offered + at + 1, wanted, sizeof wanted - 1) != 0) continue;
        *selected = offered + at + 1;
        *selected_size = offered[at];
        return SSL_TLSEXT_ERR_OK;
    }
    return SSL_TLSEXT_ERR_NOACK;
}

static bool configure(SSL_CTX *ssl, const struct ctls_options *options) {
    // A client that ends without close_notify has ended all the same. A test server has no use for renegotiation.
    SSL_CTX_set_options(ssl, SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_mode(ssl, SSL_MODE_RELEASE_BUFFERS);
    // Sessions are in tickets alone, so that nothing piles up here; the context is what a ticket is bound to.
    static const unsigned char session_context[] = "apus";
    SSL_CTX_set_session_cache_mode(ssl, SSL_SESS_CACHE_OFF);
    if (SSL_CTX_set_session_id_context(ssl, session_context, sizeof session_context - 1) != 1) return false;
    if (SSL_CTX_set_min_proto_version(ssl, options->minimum_version) != 1 ||
        SSL_CTX_set_max_proto_version(ssl, options->maximum_version) != 1)
        return false;
    // TLS 1.0 and 1.1 sign with SHA-1, which every other security level forbids.
    SSL_CTX_set_security_level(ssl, 0);
    if (SSL_CTX_set_cipher_list(ssl, "DEFAULT:@SECLEVEL=0") != 1) return false;
    SSL_CTX_set_alpn_select_cb(ssl, select_protocol, NULL);
    return set_identity(ssl, options->certificate, options->private_key) &&
           (options->client_authority == NULL || demand_client_certificate(ssl, options->client_authority));
}

struct ctls_context *ctls_context_create(const struct ctls_options *options, char *problem, size_t problem_size) {
    // Without this a process that exits while a server runs would have its OpenSSL cleaned up under the server's feet.
    OPENSSL_init_ssl(OPENSSL_INIT_NO_ATEXIT, NULL);
    ERR_clear_error();
    struct ctls_context *context = calloc(1, sizeof *context);
    if (context != NULL) {
        context->ssl = SSL_CTX_new(TLS_server_method());
        if (context->ssl != NULL && configure(context->ssl, options)) return context;
    }
    ctls_take_error(problem, problem_size);
    ctls_context_destroy(context);
    return NULL;
}

void ctls_context_destroy(struct ctls_context *context) {
    if (context == NULL) return;
    SSL_CTX_free(context->ssl);
    free(context);
}
