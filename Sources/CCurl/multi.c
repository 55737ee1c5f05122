#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "internal.h"

apus_multi *apus_multi_create(long maximum_idle_connections) {
    apus_multi *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->curl = curl_multi_init();
    if (!m->curl) {
        free(m);
        return NULL;
    }
    curl_multi_setopt(m->curl, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    apus_multi_set_maximum_idle_connections(m, maximum_idle_connections);
    return m;
}

void apus_multi_destroy(apus_multi *m) {
    if (!m) return;
    curl_multi_cleanup(m->curl);
    free(m->sockets);
    free(m);
}

void apus_multi_set_maximum_idle_connections(apus_multi *m, long count) {
    curl_multi_setopt(m->curl, CURLMOPT_MAXCONNECTS, count);
}

CURLMcode apus_multi_add(apus_multi *m, apus_transfer *t) {
    if (t->multi != m) apus_watch_sockets(m, t->easy);
    t->multi = m;
    CURLMcode result = curl_multi_add_handle(m->curl, t->easy);
    if (result != CURLM_OK) return result;
    t->previous = NULL;
    t->next = m->first;
    if (m->first) m->first->previous = t;
    m->first = t;
    return result;
}

void apus_multi_remove(apus_multi *m, apus_transfer *t) {
    curl_multi_remove_handle(m->curl, t->easy);
    if (t->previous) t->previous->next = t->next;
    else if (m->first == t) m->first = t->next;
    if (t->next) t->next->previous = t->previous;
    t->previous = t->next = NULL;
    if (!t->is_ready) return;
    apus_transfer *previous = NULL;
    for (apus_transfer *at = m->ready_first; at; previous = at, at = at->next_ready) {
        if (at != t) continue;
        if (previous) previous->next_ready = t->next_ready;
        else m->ready_first = t->next_ready;
        if (m->ready_last == t) m->ready_last = previous;
        break;
    }
    t->is_ready = 0;
    t->next_ready = NULL;
}

CURLMcode apus_multi_perform(apus_multi *m, int64_t now) {
    int running;
    m->now = now;
    return curl_multi_perform(m->curl, &running);
}

CURLMcode apus_multi_poll(apus_multi *m, int timeout_ms) {
    return curl_multi_poll(m->curl, NULL, 0, timeout_ms, NULL);
}

void apus_multi_wakeup(apus_multi *m) { curl_multi_wakeup(m->curl); }

apus_transfer *apus_multi_next_done(apus_multi *m, CURLcode *result) {
    int left;
    for (CURLMsg *message; (message = curl_multi_info_read(m->curl, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        apus_transfer *t = NULL;
        *result = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&t);
        return t;
    }
    return NULL;
}

void apus_mark_ready(apus_transfer *t) {
    if (t->is_ready) return;
    apus_multi *m = t->multi;
    t->is_ready = 1;
    t->next_ready = NULL;
    if (m->ready_last) m->ready_last->next_ready = t;
    else m->ready_first = t;
    m->ready_last = t;
}

apus_transfer *apus_multi_next_ready(apus_multi *m) {
    apus_transfer *t = m->ready_first;
    if (!t) return NULL;
    m->ready_first = t->next_ready;
    if (!m->ready_first) m->ready_last = NULL;
    t->is_ready = 0;
    t->next_ready = NULL;
    return t;
}

CURLcode apus_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

struct start {
    void (*function)(void *);
    void *argument;
};

static void *run(void *context) {
    struct start start = *(struct start *)context;
    free(context);
    // Curl is told not to touch signals; a write to a closed TLS connection must not end the process.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    start.function(start.argument);
    return NULL;
}

int apus_thread_start(void (*function)(void *), void *argument) {
    struct start *start = malloc(sizeof *start);
    if (!start) return -1;
    *start = (struct start){function, argument};
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int result = pthread_create(&thread, &attributes, run, start);
    pthread_attr_destroy(&attributes);
    if (result != 0) free(start);
    return result;
}

int64_t apus_monotonic_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

unsigned apus_curl_version(void) { return curl_version_info(CURLVERSION_NOW)->version_num; }

int apus_curl_has_http2(void) { return (curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_HTTP2) != 0; }
