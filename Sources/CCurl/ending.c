// Whether the end of a TLS connection was announced. A body without a length or chunks ends with its connection, so
// whoever can cut the connection could cut the body; only close_notify tells the two apart (RFC 8446 §6.1, RFC 9112 §9.8).
// Libcurl on OpenSSL before 3.2 takes both for the end, on later ones it fails by itself.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <dlfcn.h>
#include <pthread.h>

#include "internal.h"

static int (*get_shutdown)(const void *ssl);

/// OpenSSL is libcurl's business, and need not be there at all: the function is looked for where libcurl has its own from.
static void find_function(void) {
    Dl_info info;
    if (!dladdr((const void *)curl_easy_init, &info) || !info.dli_fname) return;
    void *library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return;
    unsigned long (*version)(void);
    *(void **)&version = dlsym(library, "OpenSSL_version_num");
    if (version && version() < 0x30200000UL) *(void **)&get_shutdown = dlsym(library, "SSL_get_shutdown");
}

/// Called by curl after each round of reading, the last one included, while it still has the connection.
static int on_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)a, (void)b, (void)c, (void)d;
    apus_transfer *t = context;
    struct curl_tlssessioninfo *session = NULL;
    if (curl_easy_getinfo(t->easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session || !session->internals) return 0;
    if (session->backend != CURLSSLBACKEND_OPENSSL) return 0;
    const int received = 2;  // SSL_RECEIVED_SHUTDOWN
    t->end_is_unannounced = !(get_shutdown(session->internals) & received);
    return 0;
}

void apus_watch_end(apus_transfer *t) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_function);
    if (!get_shutdown) return;
    t->watches_end = 1;
    curl_easy_setopt(t->easy, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(t->easy, CURLOPT_XFERINFODATA, t);
    curl_easy_setopt(t->easy, CURLOPT_NOPROGRESS, 0L);
}

void apus_stop_watching_end(apus_transfer *t) {
    if (t->watches_end) curl_easy_setopt(t->easy, CURLOPT_NOPROGRESS, 1L);
    t->watches_end = t->end_is_unannounced = 0;
}
