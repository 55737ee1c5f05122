// What the test server needs from OpenSSL: certificates made on the fly, and the server's side of TLS over a descriptor
// that does not block. Types are opaque and functions typed; SIGPIPE is never raised.
#ifndef CTLS_H
#define CTLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Certificates

/// A certificate with its private key.
struct ctls_identity;

enum ctls_role { CTLS_AUTHORITY = 0, CTLS_SERVER = 1, CTLS_CLIENT = 2 };

/// What a certificate says (RFC 5280 §4.1).
struct ctls_claims {
    enum ctls_role role;
    /// The subject's CN.
    const char *common_name;
    /// As in OpenSSL's configuration, `DNS:localhost,IP:127.0.0.1`; NULL for none.
    const char *alternative_names;
    /// Seconds from now, negative for the past.
    int64_t not_before;
    int64_t not_after;
};

/// Makes a key on P-256 and a certificate for it, signed by `issuer`, or by itself if that is NULL. NULL if OpenSSL cannot,
/// with its reason in `problem`.
struct ctls_identity *ctls_identity_create(const struct ctls_claims *claims, const struct ctls_identity *issuer,
                                           char *problem, size_t problem_size);
void ctls_identity_destroy(struct ctls_identity *identity);

/// PEM texts, to be given to ctls_free; NULL if memory ran out.
char *ctls_identity_certificate(const struct ctls_identity *identity);
char *ctls_identity_private_key(const struct ctls_identity *identity);
/// The Base64 of the SHA-256 of the SubjectPublicKeyInfo (RFC 7469 §2.4), likewise.
char *ctls_identity_pin(const struct ctls_identity *identity);
void ctls_free(char *text);

// MARK: Servers

/// What all connections of a server share. Once made it can be used by several threads.
struct ctls_context;

/// How a server speaks TLS.
struct ctls_options {
    /// PEM texts.
    const char *certificate;
    const char *private_key;
    /// Who signs the client certificates that are demanded; NULL demands none.
    const char *client_authority;
    /// As on the wire: 0x0301 for TLS 1.0 to 0x0304 for TLS 1.3.
    int minimum_version;
    int maximum_version;
};

/// NULL if OpenSSL does not take the options, with its reason in `problem`.
struct ctls_context *ctls_context_create(const struct ctls_options *options, char *problem, size_t problem_size);
void ctls_context_destroy(struct ctls_context *context);

// MARK: Connections

/// One connection of a server. Belongs to one thread.
struct ctls_connection;

/// Why a handshake failed.
enum ctls_failure_kind {
    CTLS_OTHER = 0,
    /// The client sent the alert whose number is in `alert` (RFC 8446 §6).
    CTLS_ALERT,
    /// The client closed the connection.
    CTLS_CLOSED,
    /// What the client sent is not TLS.
    CTLS_NOT_TLS,
    /// No version in common.
    CTLS_VERSION,
    /// No cipher or signature algorithm in common.
    CTLS_CIPHER,
    /// The client has no certificate.
    CTLS_NO_CLIENT_CERTIFICATE,
    /// The client's certificate is not one that the server accepts.
    CTLS_CLIENT_CERTIFICATE,
};

struct ctls_failure {
    enum ctls_failure_kind kind;
    int alert;
    /// OpenSSL's words.
    char reason[160];
};

/// What reading and writing answer instead of a count.
enum {
    /// Nothing now.
    CTLS_WOULD_BLOCK = -1,
    /// The connection is of no use any more.
    CTLS_BROKEN = -2,
    /// The handshake has failed, see ctls_connection_failure; what is read from now on are the bytes of the socket.
    CTLS_REFUSED = -3,
    /// As many bytes of the handshake are out as ctls_connection_cut_handshake allowed; from now on as after a refusal.
    CTLS_CUT = -4,
};

/// Takes no descriptor over: whoever opened it closes it, after ctls_connection_destroy or before. NULL if memory ran out.
struct ctls_connection *ctls_connection_create(struct ctls_context *context, int fd);
void ctls_connection_destroy(struct ctls_connection *connection);

/// Ends the handshake after the server has sent that many bytes, or with it if they are not that many.
void ctls_connection_cut_handshake(struct ctls_connection *connection, size_t bytes);

/// Goes on with the handshake, and reads as much as there is and fits. A count, 0 at the end, or one of the above.
long ctls_read(struct ctls_connection *connection, void *buffer, size_t size);
/// Takes of two pieces as much as there is room for. A count, CTLS_WOULD_BLOCK or CTLS_BROKEN.
long ctls_write(struct ctls_connection *connection, const void *first, size_t first_size, const void *second,
                size_t second_size);
/// Takes bytes that go out as they are, after a handshake that came to nothing. False if memory ran out.
bool ctls_write_plainly(struct ctls_connection *connection, const void *bytes, size_t size);
/// Sends what was taken. False if the connection is broken.
bool ctls_flush(struct ctls_connection *connection);
/// Ends the sending direction once all is out, announced by close_notify (RFC 8446 §6.1) if `announces`.
void ctls_finish(struct ctls_connection *connection, bool announces);

/// Whether something that was taken waits for the socket.
bool ctls_has_pending_output(const struct ctls_connection *connection);
/// Whether reading waits until some of that is out.
bool ctls_reading_waits_for_room(const struct ctls_connection *connection);
/// Whether there are bytes to read although the socket has none.
bool ctls_has_buffered_input(const struct ctls_connection *connection);

void ctls_connection_failure(const struct ctls_connection *connection, struct ctls_failure *failure);
/// The name that the client asked for (SNI, RFC 6066 §3); NULL if it did not. Valid as long as the connection.
const char *ctls_server_name(const struct ctls_connection *connection);
/// As on the wire, see ctls_options.
int ctls_version(const struct ctls_connection *connection);
/// The protocol selected (ALPN, RFC 7301), written to `buffer`; false if there is none.
bool ctls_application_protocol(const struct ctls_connection *connection, char *buffer, size_t size);
/// The subject of the client's certificate (RFC 4514), to be given to ctls_free; NULL if there is none.
char *ctls_client_subject(const struct ctls_connection *connection);

// MARK: Folders

/// Makes a folder that only this user can read, to be removed with all its files when the process exits. Its path, to be
/// given to ctls_free, or NULL with the system's reason in `problem`.
char *ctls_folder_create(char *problem, size_t problem_size);
/// Makes a file in it that only this user can read.
bool ctls_folder_write(const char *folder, const char *name, const void *bytes, size_t size, char *problem,
                       size_t problem_size);
/// Removes it now, with the files in it.
void ctls_folder_remove(const char *folder);

#ifdef __cplusplus
}
#endif

#endif
