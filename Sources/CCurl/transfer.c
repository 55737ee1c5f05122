// One easy handle: made with the transport's configuration, prepared for each request, never reset in between.

#include <CContentCoding.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define SET(option, value)                                                                                             \
    do {                                                                                                               \
        CURLcode set_result = curl_easy_setopt(easy, option, value);                                                   \
        if (set_result != CURLE_OK) return set_result;                                                                 \
    } while (0)

/// A blob that curl copies.
static CURLcode set_blob(CURL *easy, CURLoption option, const char *pem) {
    struct curl_blob blob = {(void *)pem, strlen(pem), CURL_BLOB_COPY};
    return curl_easy_setopt(easy, option, &blob);
}

static CURLcode set_trust(CURL *easy, const apus_config *c) {
    SET(CURLOPT_SSL_VERIFYPEER, c->verify_tls ? 1L : 0L);
    SET(CURLOPT_SSL_VERIFYHOST, c->verify_tls ? 2L : 0L);
    SET(CURLOPT_SSLVERSION, c->minimum_tls);
    if (c->ca_file) {
        SET(CURLOPT_CAINFO, c->ca_file);
    } else if (c->ca_pem) {
        CURLcode result = set_blob(easy, CURLOPT_CAINFO_BLOB, c->ca_pem);
        if (result != CURLE_OK) return result;
    }
    // Without this the system's directory of roots stays trusted next to the given ones.
    if ((c->ca_file || c->ca_pem) && !c->ca_alongside_system) SET(CURLOPT_CAPATH, NULL);
    if (c->pins) SET(CURLOPT_PINNEDPUBLICKEY, c->pins);
    if (c->client_certificate) {
        CURLcode result = set_blob(easy, CURLOPT_SSLCERT_BLOB, c->client_certificate);
        if (result == CURLE_OK && c->client_key) result = set_blob(easy, CURLOPT_SSLKEY_BLOB, c->client_key);
        if (result != CURLE_OK) return result;
        if (c->client_key_password) SET(CURLOPT_KEYPASSWD, c->client_key_password);
    }
    return CURLE_OK;
}

static CURLcode set_proxy(CURL *easy, const apus_config *c) {
    if (c->unix_socket) {
        SET(CURLOPT_UNIX_SOCKET_PATH, c->unix_socket);
        return CURLE_OK;
    }
    if (c->no_proxy) SET(CURLOPT_NOPROXY, c->no_proxy);
    if (c->proxy_user) SET(CURLOPT_PROXYUSERNAME, c->proxy_user);
    if (c->proxy_password) SET(CURLOPT_PROXYPASSWORD, c->proxy_password);
    // Who may sign for a server may sign for a proxy.
    SET(CURLOPT_PROXY_SSL_VERIFYPEER, c->verify_tls ? 1L : 0L);
    SET(CURLOPT_PROXY_SSL_VERIFYHOST, c->verify_tls ? 2L : 0L);
    SET(CURLOPT_PROXY_SSLVERSION, c->minimum_tls);
    if (c->ca_file) {
        SET(CURLOPT_PROXY_CAINFO, c->ca_file);
    } else if (c->ca_pem) {
        CURLcode result = set_blob(easy, CURLOPT_PROXY_CAINFO_BLOB, c->ca_pem);
        if (result != CURLE_OK) return result;
    }
    if ((c->ca_file || c->ca_pem) && !c->ca_alongside_system) SET(CURLOPT_PROXY_CAPATH, NULL);
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    return CURLE_OK;
}

static CURLcode configure(apus_transfer *t, const apus_config *c) {
    CURL *easy = t->easy;
    SET(CURLOPT_PRIVATE, t);
    SET(CURLOPT_ERRORBUFFER, t->error_text);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_NOPROGRESS, 1L);
    SET(CURLOPT_UPLOAD_BUFFERSIZE, 65536L);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    SET(CURLOPT_PATH_AS_IS, 1L);  // what was checked is what is sent
    SET(CURLOPT_EXPECT_100_TIMEOUT_MS, 1000L);
    SET(CURLOPT_MAXAGE_CONN, c->connection_lifetime_seconds);
    // Otherwise taking a transfer out while its name is looked up waits for the resolver, and everything else with it.
    SET(CURLOPT_QUICK_EXIT, 1L);

    SET(CURLOPT_HEADERFUNCTION, apus_on_header);
    SET(CURLOPT_HEADERDATA, t);
    SET(CURLOPT_WRITEFUNCTION, apus_on_body);
    SET(CURLOPT_WRITEDATA, t);
    SET(CURLOPT_READFUNCTION, apus_on_upload);
    SET(CURLOPT_READDATA, t);
    SET(CURLOPT_SEEKFUNCTION, apus_on_rewind);
    SET(CURLOPT_SEEKDATA, t);
    SET(CURLOPT_PREREQFUNCTION, apus_on_connected);
    SET(CURLOPT_PREREQDATA, t);
    SET(CURLOPT_DEBUGFUNCTION, apus_on_log);
    SET(CURLOPT_DEBUGDATA, t);

    CURLcode result = set_trust(easy, c);
    return result == CURLE_OK ? set_proxy(easy, c) : result;
}

apus_transfer *apus_transfer_create(const apus_config *config, CURLcode *problem) {
    *problem = CURLE_OUT_OF_MEMORY;
    apus_transfer *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->connection = -1;
    t->easy = curl_easy_init();
    if (t->easy) *problem = configure(t, config);
    if (*problem != CURLE_OK) {
        apus_transfer_destroy(t);
        return NULL;
    }
    t->maximum_head = config->maximum_head;
    t->high_water = config->high_water;
    t->http_version = config->http_version;
    t->proxy = config->unix_socket ? "" : config->proxy;
    return t;
}

static void release(apus_buffer *buffer) {
    apus_memory_release(buffer->bytes, buffer->capacity);
    memset(buffer, 0, sizeof *buffer);
}

void apus_transfer_destroy(apus_transfer *t) {
    if (!t) return;
    apus_transfer_reset(t);
    if (t->easy) curl_easy_cleanup(t->easy);
    release(&t->head);
    release(&t->trailers);
    release(&t->upload);
    release(&t->undecoded);
    release(&t->content_encoding);
    free(t);
}

void apus_transfer_reset(apus_transfer *t) {
    release(&t->body);
    apus_decoder_destroy(t->decoder);
    t->decoder = NULL;
    curl_slist_free_all(t->fields);
    t->fields = NULL;
    t->head.length = t->trailers.length = t->upload.length = t->undecoded.length = t->content_encoding.length = 0;
    t->upload_offset = 0;
    t->status = t->head_is_complete = t->is_paused = 0;
    t->content_length = t->bytes_received = t->uploaded = t->last_activity = 0;
    t->content_length_seen = t->is_chunked = t->is_retired_head = 0;
    apus_stop_watching_end(t);
    t->times_started = t->wants_upload = t->upload_ended = 0;
    t->failure = APUS_FAILURE_NONE;
    t->error_text[0] = 0;
    t->connection = -1;
    t->stream = t->go_away_error = 0;
    t->went_away = t->is_unprocessed = 0;
    t->owner = NULL;
    memset(&t->request, 0, sizeof t->request);
}

void apus_transfer_rewind(apus_transfer *t) {
    t->upload_offset = 0;
    t->connection = -1;
    t->last_activity = 0;
    t->error_text[0] = 0;
}

static CURLcode set_fields(apus_transfer *t, const apus_request *r) {
    const char *field = r->fields;
    for (size_t i = 0; i < r->field_count; i++, field += strlen(field) + 1) {
        struct curl_slist *longer = curl_slist_append(t->fields, field);
        if (!longer) return CURLE_OUT_OF_MEMORY;
        t->fields = longer;
    }
    return curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, t->fields);
}

/// Curl picks what it sends around a request by "kind"; the method's name is then put over it.
static CURLcode set_method(CURL *easy, const apus_request *r) {
    if (r->is_head) {
        SET(CURLOPT_NOBODY, 1L);
        SET(CURLOPT_CUSTOMREQUEST, NULL);
        return CURLE_OK;
    }
    SET(CURLOPT_NOBODY, 0L);
    if (r->upload == APUS_UPLOAD_NONE) {
        SET(CURLOPT_HTTPGET, 1L);
    } else {
        SET(CURLOPT_POST, 1L);
        SET(CURLOPT_POSTFIELDS, r->upload == APUS_UPLOAD_EMPTY ? "" : NULL);
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)(r->upload == APUS_UPLOAD_EMPTY ? 0 : r->body_length));
    }
    SET(CURLOPT_CUSTOMREQUEST, r->method);
    return CURLE_OK;
}

CURLcode apus_transfer_prepare(apus_transfer *t, const apus_request *r) {
    CURL *easy = t->easy;
    t->request = *r;
    SET(CURLOPT_URL, r->url);
    CURLcode result = set_method(easy, r);
    if (result != CURLE_OK) return result;
    result = set_fields(t, r);
    if (result != CURLE_OK) return result;
    SET(CURLOPT_FRESH_CONNECT, 0L);
    SET(CURLOPT_CONNECTTIMEOUT_MS, r->connect_timeout_ms);
    // Over TLS the first of many requests to a host is awaited, since all may share its connection; in the clear, where
    // there is no HTTP/2 unless it was asked for, waiting would only delay.
    int may_multiplex = t->http_version != CURL_HTTP_VERSION_1_1
        && (r->is_https || t->http_version == CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE);
    SET(CURLOPT_HTTP_VERSION, may_multiplex ? t->http_version : (long)CURL_HTTP_VERSION_1_1);
    SET(CURLOPT_PIPEWAIT, may_multiplex ? 1L : 0L);
    SET(CURLOPT_PROXY, r->bypasses_proxy ? "" : t->proxy);
    SET(CURLOPT_VERBOSE, may_multiplex ? 1L : 0L);  // for apus_on_log
    // Over HTTP/2 curl forgets the rest of a head that does not fit, until something else arrives; it takes none over 128 KiB.
    // It refuses another size while it keeps a buffer, which it does after HTTP/2 only.
    (void)curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, may_multiplex ? 131072L : 32768L);
    // A streamed body cannot be sent again after a 407, so a proxy in its way gets the credentials at once.
    int is_sent_once = r->upload == APUS_UPLOAD_STREAM && !r->is_https;
    SET(CURLOPT_PROXYAUTH, is_sent_once ? CURLAUTH_BASIC : CURLAUTH_BASIC | CURLAUTH_DIGEST);
    t->request.url = t->request.method = t->request.fields = NULL;  // curl has its own copies
    return CURLE_OK;
}

CURLcode apus_transfer_begin_again(apus_transfer *t) {
    t->failure = APUS_FAILURE_NONE;
    apus_transfer_rewind(t);
    return curl_easy_setopt(t->easy, CURLOPT_FRESH_CONNECT, 1L);
}

// Getting facts ------------------------------------------------------------------------------------------------

static int64_t time_of(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK && value > 0 ? (int64_t)value : -1;
}

static int64_t size_of(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? (int64_t)value : 0;
}

static long number_of(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

void apus_transfer_metrics(const apus_transfer *t, apus_metrics *m) {
    CURL *easy = t->easy;
    memset(m, 0, sizeof *m);
    m->is_reused = number_of(easy, CURLINFO_NUM_CONNECTS) == 0 && t->times_started > 0;
    m->name_lookup = m->is_reused ? -1 : time_of(easy, CURLINFO_NAMELOOKUP_TIME_T);
    m->connect = m->is_reused ? -1 : time_of(easy, CURLINFO_CONNECT_TIME_T);
    m->tls = m->is_reused ? -1 : time_of(easy, CURLINFO_APPCONNECT_TIME_T);
    m->first_byte = time_of(easy, CURLINFO_STARTTRANSFER_TIME_T);
    m->total = time_of(easy, CURLINFO_TOTAL_TIME_T);
    m->sent = number_of(easy, CURLINFO_REQUEST_SIZE) + size_of(easy, CURLINFO_SIZE_UPLOAD_T);
    m->received = number_of(easy, CURLINFO_HEADER_SIZE) + size_of(easy, CURLINFO_SIZE_DOWNLOAD_T);
    m->http_version = number_of(easy, CURLINFO_HTTP_VERSION);
    m->proxy_status = number_of(easy, CURLINFO_HTTP_CONNECTCODE);
    m->proxy_error = number_of(easy, CURLINFO_PROXY_ERROR);
    m->verify_result = number_of(easy, CURLINFO_SSL_VERIFYRESULT);
    // A proxy that is not trusted is as far as it gets.
    long proxy_verify_result = number_of(easy, CURLINFO_PROXY_SSL_VERIFYRESULT);
    if (proxy_verify_result > 1) m->verify_result = proxy_verify_result;
    m->is_refused = number_of(easy, CURLINFO_OS_ERRNO) == ECONNREFUSED;
    char *address = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address) == CURLE_OK && address)
        strncpy(m->remote_address, address, sizeof m->remote_address - 1);
}
