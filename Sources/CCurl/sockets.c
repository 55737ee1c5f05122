// Whether a kept connection is still fit for a request. Curl looks whether it was closed; bytes that wait on it, which no
// request has asked for, it takes for the answer to the next one: a 408 that ends an idle connection, or worse
// (RFC 9112 §9.2, §9.3). To look into the socket it has to be known which one that is, so all are kept in a list.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "internal.h"

static void forget(apus_multi *m, int fd) {
    for (size_t i = 0; i < m->socket_count; i++) {
        if (m->sockets[i].fd != fd) continue;
        m->sockets[i] = m->sockets[--m->socket_count];
        return;
    }
}

static curl_socket_t on_open(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    apus_multi *m = context;
    if (m->socket_count == m->socket_capacity) {
        size_t capacity = m->socket_capacity ? m->socket_capacity * 2 : 64;
        apus_socket *grown = realloc(m->sockets, capacity * sizeof *grown);
        if (!grown) return CURL_SOCKET_BAD;
        m->sockets = grown;
        m->socket_capacity = capacity;
    }
    int fd = socket(address->family, address->socktype, address->protocol);
    if (fd < 0) return CURL_SOCKET_BAD;
    fcntl(fd, F_SETFD, FD_CLOEXEC);  // a child of the program has no use for it, and would keep it open
    forget(m, fd);  // should curl ever have closed one without saying so
    m->sockets[m->socket_count++] = (apus_socket){fd, 0};
    return fd;
}

static int on_close(void *context, curl_socket_t fd) {
    forget(context, fd);
    return close(fd);
}

/// Port and, if wanted, address as text; 0 for what is no internet socket.
static int read_address(const struct sockaddr_storage *storage, char *text, socklen_t size) {
    const void *address;
    int port;
    if (storage->ss_family == AF_INET) {
        address = &((const struct sockaddr_in *)storage)->sin_addr;
        port = ntohs(((const struct sockaddr_in *)storage)->sin_port);
    } else if (storage->ss_family == AF_INET6) {
        address = &((const struct sockaddr_in6 *)storage)->sin6_addr;
        port = ntohs(((const struct sockaddr_in6 *)storage)->sin6_port);
    } else {
        return 0;
    }
    if (text && !inet_ntop(storage->ss_family, address, text, size)) return 0;
    return port;
}

static int local_port_of(int fd) {
    struct sockaddr_storage storage;
    socklen_t size = sizeof storage;
    return getsockname(fd, (struct sockaddr *)&storage, &size) == 0 ? read_address(&storage, NULL, 0) : 0;
}

static int leads_to(int fd, const char *remote, int remote_port) {
    struct sockaddr_storage storage;
    socklen_t size = sizeof storage;
    char text[INET6_ADDRSTRLEN];
    return getpeername(fd, (struct sockaddr *)&storage, &size) == 0
        && read_address(&storage, text, sizeof text) == remote_port && strcmp(text, remote) == 0;
}

static int is_unfit(int fd, int may_have_bytes) {
    short closed = POLLERR | POLLHUP | POLLNVAL;
#ifdef POLLRDHUP
    closed |= POLLRDHUP;
#endif
    struct pollfd entry = {.fd = fd, .events = POLLIN | closed};
    if (poll(&entry, 1, 0) <= 0) return 0;
    return (entry.revents & closed) || !may_have_bytes;
}

void apus_watch_sockets(apus_multi *m, CURL *easy) {
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_open);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, m);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, on_close);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, m);
}

int apus_is_stale(apus_transfer *t, const char *remote, int remote_port, int local_port) {
    long connects = 0;
    if (curl_easy_getinfo(t->easy, CURLINFO_NUM_CONNECTS, &connects) != CURLE_OK || connects > 0) return 0;
    if (!remote || local_port <= 0) return 0;
    // Under TLS and HTTP/2 there are bytes that belong to no answer: tickets, pings. Their end is an end all the same.
    int may_have_bytes = t->request.is_https || t->http_version == CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE;
    for (size_t i = 0; i < t->multi->socket_count; i++) {
        apus_socket *socket = &t->multi->sockets[i];
        if (socket->local_port == 0) socket->local_port = local_port_of(socket->fd);
        if (socket->local_port == local_port && leads_to(socket->fd, remote, remote_port))
            return is_unfit(socket->fd, may_have_bytes);
    }
    return 0;
}
