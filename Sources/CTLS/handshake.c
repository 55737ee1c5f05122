// The handshake: going on with it, why it failed, and what it tells of the client.
#include "internal.h"

#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>

static enum ctls_failure_kind kind_of(int reason) {
    switch (reason) {
    case SSL_R_HTTP_REQUEST:
    case SSL_R_HTTPS_PROXY_REQUEST:
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_UNEXPECTED_MESSAGE:
    case SSL_R_BAD_RECORD_TYPE:
    case SSL_R_RECORD_TOO_SMALL:
    case SSL_R_BAD_LENGTH:
    case SSL_R_PACKET_LENGTH_TOO_LONG: return CTLS_NOT_TLS;
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_UNKNOWN_PROTOCOL:
    case SSL_R_VERSION_TOO_LOW:
    case SSL_R_INAPPROPRIATE_FALLBACK: return CTLS_VERSION;
    case SSL_R_NO_SHARED_CIPHER:
    case SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM:
    case SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS:
    case SSL_R_NO_SUITABLE_KEY_SHARE: return CTLS_CIPHER;
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE: return CTLS_NO_CLIENT_CERTIFICATE;
    case SSL_R_CERTIFICATE_VERIFY_FAILED: return CTLS_CLIENT_CERTIFICATE;
    default: return reason > SSL_AD_REASON_OFFSET ? CTLS_ALERT : CTLS_OTHER;
    }
}

/// Keeps why the handshake failed.
static void note_failure(struct ctls_connection *connection) {
    unsigned long error = ERR_peek_error();
    struct ctls_failure *failure = &connection->failure;
    if (error == 0 || ERR_GET_LIB(error) != ERR_LIB_SSL) {
        failure->kind = connection->has_input_ended ? CTLS_CLOSED : CTLS_OTHER;
        if (error != 0) ctls_take_error(failure->reason, sizeof failure->reason);
        return;
    }
    int reason = ERR_GET_REASON(error);
    failure->kind = kind_of(reason);
    if (failure->kind == CTLS_ALERT) failure->alert = reason - SSL_AD_REASON_OFFSET;
    ctls_take_error(failure->reason, sizeof failure->reason);
}

/// Goes on with a handshake that is to be cut: only so much of it is sent.
static long cut_handshake(struct ctls_connection *connection, bool is_done) {
    size_t waiting = connection->output_size - connection->sent;
    if (!ctls_send_output(connection, connection->handshake_limit)) return CTLS_BROKEN;
    size_t left = connection->output_size - connection->sent;
    connection->handshake_limit -= waiting - left;
    if (left == 0 && !is_done) return CTLS_WOULD_BLOCK;
    connection->output_size = connection->sent = 0;
    connection->state = REFUSED;
    return CTLS_CUT;
}

long ctls_shake_hands(struct ctls_connection *connection) {
    ERR_clear_error();
    int result = SSL_accept(connection->ssl);
    if (result != 1) {
        int error = SSL_get_error(connection->ssl, result);
        if (error != SSL_ERROR_WANT_READ) {
            // A client that came and went without a word did not begin a handshake.
            if (connection->has_input_ended && !connection->has_received) return 0;
            note_failure(connection);
            connection->state = REFUSED;
            ctls_flush(connection); // The alert that says why.
            return CTLS_REFUSED;
        }
    }
    if (connection->handshake_limit != SIZE_MAX) return cut_handshake(connection, result == 1);
    if (result == 1) connection->state = OPEN;
    if (!ctls_flush(connection)) return CTLS_BROKEN;
    return result == 1 ? 1 : CTLS_WOULD_BLOCK;
}

void ctls_connection_failure(const struct ctls_connection *connection, struct ctls_failure *failure) {
    *failure = connection->failure;
}

// MARK: The client

const char *ctls_server_name(const struct ctls_connection *connection) {
    return SSL_get_servername(connection->ssl, TLSEXT_NAMETYPE_host_name);
}

int ctls_version(const struct ctls_connection *connection) { return SSL_version(connection->ssl); }

bool ctls_application_protocol(const struct ctls_connection *connection, char *buffer, size_t size) {
    const unsigned char *name = NULL;
    unsigned int length = 0;
    SSL_get0_alpn_selected(connection->ssl, &name, &length);
    if (name == NULL || length >= size) return false;
    memcpy(buffer, name, length);
    buffer[length] = 0;
    return true;
}

char *ctls_client_subject(const struct ctls_connection *connection) {
    X509 *certificate = SSL_get0_peer_certificate(connection->ssl);
    BIO *bio = certificate == NULL ? NULL : BIO_new(BIO_s_mem());
    if (bio == NULL) return NULL;
    // The order of RFC 4514, with UTF-8 as it is.
    unsigned long flags = XN_FLAG_RFC2253 & ~(unsigned long)ASN1_STRFLGS_ESC_MSB;
    char *subject = NULL, *bytes = NULL;
    if (X509_NAME_print_ex(bio, X509_get_subject_name(certificate), 0, flags) >= 0) {
        long size = BIO_get_mem_data(bio, &bytes);
        subject = size < 0 ? NULL : calloc(1, (size_t)size + 1);
        if (subject != NULL && size > 0) memcpy(subject, bytes, (size_t)size);
    }
    BIO_free(bio);
    return subject;
}
