// libcurl for Swift: one easy handle with its buffers (apus_transfer), one multi handle (apus_multi), and callbacks that stay
// in C. setopt and getinfo are variadic and cannot be called from Swift.
//
// Threads: everything here belongs to the thread that runs the multi handle, except apus_multi_wakeup and the
// buffer functions, which any thread may call.
#ifndef APUS_CURL_H
#define APUS_CURL_H

#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>

// Buffers ------------------------------------------------------------------------------------------------------

/// Growing memory for bytes. Big blocks are kept for the next body: fresh memory costs more than everything else.
typedef struct {
    uint8_t *bytes;
    size_t length, capacity;
} apus_buffer;

/// Makes room for `more` bytes behind the length; 0 if memory ran out.
int apus_buffer_reserve(apus_buffer *buffer, size_t more);
int apus_buffer_append(apus_buffer *buffer, const void *bytes, size_t length);
/// Gives the memory of a buffer back, which may have been taken out of it by its owner.
void apus_memory_release(void *bytes, size_t capacity);

// Configuration, the same for all transfers of a transport ---------------------------------------------------------

typedef struct {
    const char *user_agent;
    /// PEM text of trusted roots, or a file of them, or neither for the system's.
    const char *ca_pem, *ca_file;
    int ca_alongside_system;
    int verify_tls;
    /// PEM text of a client certificate (chain) and its key.
    const char *client_certificate, *client_key, *client_key_password;
    /// "sha256//…;sha256//…"
    const char *pins;
    /// CURL_SSLVERSION_…
    long minimum_tls;
    /// CURL_HTTP_VERSION_…
    long http_version;
    /// NULL: from the environment; "": none. Has to stay.
    const char *proxy;
    const char *proxy_user, *proxy_password, *no_proxy;
    const char *unix_socket;
    long connection_lifetime_seconds;
    size_t maximum_head;
    size_t high_water;
} apus_config;

// Transfers --------------------------------------------------------------------------------------------------------

typedef struct apus_multi apus_multi;
typedef struct apus_transfer apus_transfer;

/// What a callback of ours ended a transfer for.
typedef enum {
    APUS_FAILURE_NONE = 0,
    APUS_FAILURE_BODY_LIMIT,
    APUS_FAILURE_HEAD_LIMIT,
    APUS_FAILURE_CONTENT_LENGTH,
    APUS_FAILURE_TRANSFER_CODING,
    APUS_FAILURE_SWITCHED,
    APUS_FAILURE_CODING_UNKNOWN,
    APUS_FAILURE_CODING_CORRUPT,
    APUS_FAILURE_UPLOAD,
    APUS_FAILURE_RESEND,
    /// The kept connection was not fit for a request, and nothing was sent on it.
    APUS_FAILURE_STALE,
    APUS_FAILURE_MEMORY,
} apus_failure;

/// When a request may be sent again that may have reached the server.
typedef enum {
    APUS_RESEND_NEVER = 0,
    /// Only if the server has said that it did not look at it.
    APUS_RESEND_UNPROCESSED,
    /// If there is no answer yet: sending twice is as good as once.
    APUS_RESEND_SAFE,
} apus_resend;

typedef enum { APUS_UPLOAD_NONE = 0, APUS_UPLOAD_EMPTY, APUS_UPLOAD_BYTES, APUS_UPLOAD_STREAM } apus_upload;

typedef struct {
    const char *url, *method;
    /// "Name: value" lines, each ended by NUL, one after the other.
    const char *fields;
    size_t field_count;
    int is_head, is_https;
    apus_upload upload;
    const uint8_t *body;
    /// Of the body; -1 if it is not known.
    int64_t body_length;
    /// Collect everything, up to this many bytes after decoding; -1 to stream.
    int64_t whole_limit;
    /// Undo the Content-Encoding.
    int decodes;
    apus_resend resend;
    /// Goes to the server directly, although there is a proxy.
    int bypasses_proxy;
    long connect_timeout_ms;
} apus_request;

/// Times are microseconds from the start of the transfer; -1 for what did not happen.
typedef struct {
    int64_t name_lookup, connect, tls, first_byte, total;
    int64_t sent, received;
    int is_reused;
    long http_version, proxy_status, verify_result;
    /// CURLPX_…
    long proxy_error;
    int is_refused;
    char remote_address[64];
} apus_metrics;

struct apus_transfer {
    CURL *easy;
    apus_multi *multi;
    /// The Swift object; not touched here.
    void *owner;
    apus_transfer *next_ready;
    int is_ready;
    /// Among the multi's transfers.
    apus_transfer *previous, *next;

    // The answer.
    apus_buffer head, trailers, body;
    int status, head_is_complete, is_paused;
    /// The body ends with its connection, and so far TLS has not said that this is the end.
    int end_is_unannounced;
    int64_t content_length, bytes_received;
    apus_failure failure;

    // The request.
    int times_started, wants_upload, upload_ended;
    int64_t uploaded;

    /// The multi's `now` when a byte last moved; 0 before the connection stands.
    int64_t last_activity;
    char error_text[CURL_ERROR_SIZE];

    // HTTP/2, as far as libcurl says it.
    /// The connection's number, -1 without one; the stream's, 0 without one.
    long connection, stream;
    /// The connection ends, and the server has not looked at this stream.
    int went_away, is_unprocessed;
    /// The error that the connection ends with, and the multi's `now` when that came.
    long go_away_error;
    int64_t go_away_time;

    // Inside.
    apus_request request;
    struct curl_slist *fields;
    apus_buffer upload;
    size_t upload_offset;
    apus_buffer undecoded;
    void *decoder;
    apus_buffer content_encoding;
    size_t maximum_head, high_water;
    long http_version;
    const char *proxy;
    int content_length_seen, is_chunked, is_retired_head, watches_end;
};

apus_transfer *apus_transfer_create(const apus_config *config, CURLcode *problem);
void apus_transfer_destroy(apus_transfer *transfer);

/// Prepares a transfer for a request; everything in `request` is copied, except a body of bytes, which must stay.
CURLcode apus_transfer_prepare(apus_transfer *transfer, const apus_request *request);
/// After APUS_FAILURE_STALE: makes the transfer ready to be added again, for a new connection.
CURLcode apus_transfer_begin_again(apus_transfer *transfer);
/// Forgets the request and the answer and keeps the handle and its memory.
void apus_transfer_reset(apus_transfer *transfer);

/// Takes the body that has been collected so far; the caller owns the memory (apus_memory_release).
apus_buffer apus_transfer_take_body(apus_transfer *transfer);
/// Goes on after a pause: decodes what was held back and lets curl go on once it is gone. CURLE_OK, or why not.
CURLcode apus_transfer_resume(apus_transfer *transfer);
/// Whether received bytes wait to be decoded.
int apus_transfer_holds_back(const apus_transfer *transfer);
/// Whether the decoder, if there is one, has seen the end of its input.
int apus_transfer_is_decoded(const apus_transfer *transfer);

/// Gives bytes of a streamed body, which are copied, and lets curl go on. Only while wants_upload.
CURLcode apus_transfer_upload(apus_transfer *transfer, const uint8_t *bytes, size_t length);
/// The end of a streamed body, or, with failed != 0, its failure.
CURLcode apus_transfer_end_upload(apus_transfer *transfer, int failed);

/// Makes a transfer ready for being added again with the same request.
void apus_transfer_rewind(apus_transfer *transfer);
/// Whether its request may be sent again, by what is known of its last attempt.
int apus_transfer_may_resend(const apus_transfer *transfer);
/// What the server did against the rules of HTTP/2, or NULL.
const char *apus_transfer_http2_problem(const apus_transfer *transfer);

void apus_transfer_metrics(const apus_transfer *transfer, apus_metrics *metrics);

// The multi handle -------------------------------------------------------------------------------------------------

apus_multi *apus_multi_create(long maximum_idle_connections);
void apus_multi_destroy(apus_multi *multi);
void apus_multi_set_maximum_idle_connections(apus_multi *multi, long count);
CURLMcode apus_multi_add(apus_multi *multi, apus_transfer *transfer);
/// Takes a transfer out that is finished.
void apus_multi_remove(apus_multi *multi, apus_transfer *transfer);
/// Takes a transfer out that is not, or that our side gave up: it loses its connection, or, if others are on it, its stream, and
/// the server hears of it.
void apus_multi_abort(apus_multi *multi, apus_transfer *transfer);
/// Moves bytes. `now` is any monotonic time in milliseconds, as last_activity will have it.
CURLMcode apus_multi_perform(apus_multi *multi, int64_t now);
/// Waits for sockets, timers or a wake-up.
CURLMcode apus_multi_poll(apus_multi *multi, int timeout_ms);
void apus_multi_wakeup(apus_multi *multi);
/// The next finished transfer and its result, or NULL.
apus_transfer *apus_multi_next_done(apus_multi *multi, CURLcode *result);
/// The next transfer with something new for its owner: a head, bytes, or room for more of the body to send.
apus_transfer *apus_multi_next_ready(apus_multi *multi);

// Around it --------------------------------------------------------------------------------------------------------

CURLcode apus_curl_global_init(void);
/// Starts a detached thread on which SIGPIPE is blocked; 0 for success.
int apus_thread_start(void (*function)(void *), void *argument);
int64_t apus_monotonic_milliseconds(void);
/// libcurl's version as it runs, such as 0x075801, and its features.
unsigned apus_curl_version(void);
int apus_curl_has_http2(void);
/// Reads an IP address in text; returns its 4 or 16 bytes' count, 0 if it is none.
size_t apus_address_parse(const char *text, uint8_t bytes[16]);

#endif
