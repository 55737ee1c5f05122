#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CSockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

_Static_assert(sizeof(struct csockets_poll_entry) == sizeof(struct pollfd), "an entry is a pollfd");
_Static_assert(offsetof(struct csockets_poll_entry, fd) == offsetof(struct pollfd, fd), "an entry is a pollfd");
_Static_assert(offsetof(struct csockets_poll_entry, events) == offsetof(struct pollfd, events), "an entry is a pollfd");
_Static_assert(offsetof(struct csockets_poll_entry, happened) == offsetof(struct pollfd, revents),
               "an entry is a pollfd");

const short csockets_readable = POLLIN;
const short csockets_writable = POLLOUT;
#ifdef POLLRDHUP
const short csockets_hung_up = POLLRDHUP;
#else
const short csockets_hung_up = 0;
#endif
const short csockets_broken = POLLERR | POLLHUP | POLLNVAL;

#ifdef MSG_NOSIGNAL
static const int send_flags = MSG_NOSIGNAL;
#else
static const int send_flags = 0; // SO_NOSIGPIPE is set on the socket instead.
#endif

// MARK: Errors

enum csockets_kind csockets_error_kind(int error) {
    if (error < 0) error = -error;
    // EAGAIN and EWOULDBLOCK may be one number, so this cannot be a switch.
    if (error == EAGAIN || error == EWOULDBLOCK || error == EINTR) return CSOCKETS_WOULD_BLOCK;
    if (error == EADDRINUSE) return CSOCKETS_ADDRESS_IN_USE;
    if (error == EACCES || error == EPERM) return CSOCKETS_NOT_PERMITTED;
    if (error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM) return CSOCKETS_TOO_MANY_FILES;
    return CSOCKETS_OTHER;
}

void csockets_error_text(int error, char *buffer, size_t size) {
    if (size == 0) return;
    if (error < 0) error = -error;
    buffer[0] = 0;
#if defined(__GLIBC__)
    const char *text = strerror_r(error, buffer, size); // The GNU form may answer a constant.
    if (text != buffer) snprintf(buffer, size, "%s", text);
#else
    strerror_r(error, buffer, size);
#endif
}

// MARK: Sockets

static int set_flags(int fd, bool nonblocking) {
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0) return -errno;
    if (nonblocking && fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0) return -errno;
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) < 0) return -errno;
    return 0;
}

static int close_with(int fd, int error) {
    close(fd);
    return error < 0 ? error : -error;
}

static void set_stream_options(int fd) {
    int on = 1;
    // A reply is often a small last segment; waiting for the peer's acknowledgement would cost up to 40 ms.
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#ifdef SO_NOSIGPIPE
    setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
}

static struct sockaddr_in loopback(uint16_t port) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

static int bind_loopback(int fd, bool ipv6, uint16_t port) {
    if (!ipv6) {
        struct sockaddr_in address = loopback(port);
        return bind(fd, (struct sockaddr *)&address, sizeof address);
    }
    struct sockaddr_in6 address;
    memset(&address, 0, sizeof address);
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(port);
    address.sin6_addr = in6addr_loopback;
    return bind(fd, (struct sockaddr *)&address, sizeof address);
}

// A socket with a port, which does not listen yet; or a negative errno value.
static int bound_socket(bool ipv6, uint16_t port, uint16_t *bound_port) {
    int fd = socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0);
    if (fd < 0) return -errno;
    int failed = set_flags(fd, true);
    if (failed) return close_with(fd, failed);
    // A port whose last connections are in TIME_WAIT is free; one that somebody listens on is still refused.
    int on = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind_loopback(fd, ipv6, port) < 0) return close_with(fd, errno);
    // The port is in the same place in the addresses of both families.
    struct sockaddr_in6 address;
    socklen_t size = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &size) < 0) return close_with(fd, errno);
    *bound_port = ntohs(address.sin6_port);
    return fd;
}

int csockets_listen(bool ipv6, uint16_t port, uint16_t *bound_port) {
    // A port that the system has chosen is lost as soon as the socket stops listening, one that was asked for is not:
    // so the choice is made by another socket.
    int chooser = -1;
    if (port == 0) {
        chooser = bound_socket(ipv6, 0, &port);
        if (chooser < 0) return chooser;
    }
    int fd = bound_socket(ipv6, port, bound_port);
    if (chooser >= 0) close(chooser);
    if (fd < 0) return fd;
    if (listen(fd, SOMAXCONN) < 0) return close_with(fd, errno);
    return fd;
}

int csockets_hold(uint16_t *port) { return bound_socket(false, 0, port); }

int csockets_listen_deaf(uint16_t *port, int *descriptors, size_t count) {
    for (size_t i = 0; i < count; i++) descriptors[i] = -1;
    int listener = bound_socket(false, 0, port);
    if (listener < 0) return listener;
    if (listen(listener, 0) < 0) return close_with(listener, errno);
    descriptors[0] = listener;
    struct sockaddr_in address = loopback(*port);
    // The first of them fill the queue; what comes after those is left unanswered by the system.
    for (size_t i = 1; i < count; i++) {
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        if (fd < 0) break;
        descriptors[i] = fd;
        if (set_flags(fd, true) == 0) connect(fd, (struct sockaddr *)&address, sizeof address);
    }
    return 0;
}

int csockets_refuse(int listener) {
#ifdef __linux__
    return shutdown(listener, SHUT_RD) < 0 ? -errno : 0;
#else
    (void)listener;
    return -ENOTSUP;
#endif
}

int csockets_listen_again(int listener) { return listen(listener, SOMAXCONN) < 0 ? -errno : 0; }

int csockets_accept(int listener) {
#ifdef __linux__
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return -errno;
#else
    int fd = accept(listener, NULL, NULL);
    if (fd < 0) return -errno;
    int failed = set_flags(fd, true);
    if (failed) return close_with(fd, failed);
#endif
    set_stream_options(fd);
    return fd;
}

int csockets_connect(uint16_t port) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) return -errno;
    int failed = set_flags(fd, false);
    if (failed) return close_with(fd, failed);
    set_stream_options(fd);
    struct sockaddr_in address = loopback(port);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) return close_with(fd, errno);
    return fd;
}

long csockets_read(int fd, void *buffer, size_t size) {
    ssize_t count;
    do count = recv(fd, buffer, size, 0);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

bool csockets_has_input(int fd) {
    char byte;
    return recv(fd, &byte, 1, MSG_PEEK) > 0;
}

long csockets_write(int fd, const void *first, size_t first_size, const void *second, size_t second_size) {
    // The system does not write through these pointers; iovec merely has no const.
    struct iovec pieces[2] = {{(void *)first, first_size}, {(void *)second, second_size}};
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_iov = first_size > 0 ? pieces : pieces + 1;
    message.msg_iovlen = (first_size > 0) + (second_size > 0);
    ssize_t count;
    do count = sendmsg(fd, &message, send_flags);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

void csockets_shutdown_write(int fd) { shutdown(fd, SHUT_WR); }

void csockets_reset_on_close(int fd) {
    struct linger none = {1, 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
}

void csockets_bound_buffers(int fd, int bytes) {
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

void csockets_close(int fd) { close(fd); }

// MARK: Files

int csockets_open_file(const char *path, int64_t *size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -errno;
    struct stat facts;
    if (fstat(fd, &facts) < 0) return close_with(fd, errno);
    if (!S_ISREG(facts.st_mode)) return close_with(fd, S_ISDIR(facts.st_mode) ? EISDIR : EINVAL);
    *size = facts.st_size;
    return fd;
}

long csockets_read_file(int fd, void *buffer, size_t size) {
    ssize_t count;
    do count = read(fd, buffer, size);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

// MARK: Waiting

int csockets_poll(struct csockets_poll_entry *entries, size_t count, int timeout_milliseconds) {
    int ready = poll((struct pollfd *)entries, (nfds_t)count, timeout_milliseconds);
    return ready < 0 ? -errno : ready;
}

int csockets_pipe(int *read_end, int *write_end) {
    int ends[2];
    if (pipe(ends) < 0) return -errno;
    int failed = set_flags(ends[0], true);
    if (!failed) failed = set_flags(ends[1], true);
    if (failed) {
        close(ends[0]);
        return close_with(ends[1], failed);
    }
    *read_end = ends[0];
    *write_end = ends[1];
    return 0;
}

void csockets_wake(int write_end) {
    char byte = 1;
    ssize_t count;
    do count = write(write_end, &byte, 1);
    while (count < 0 && errno == EINTR);
}

void csockets_drain(int read_end) {
    char bytes[256];
    ssize_t count;
    do count = read(read_end, bytes, sizeof bytes);
    while (count > 0 || (count < 0 && errno == EINTR));
}

int64_t csockets_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// MARK: Threads

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *pointer) {
    struct start start = *(struct start *)pointer;
    free(pointer);
    start.body(start.context);
    return NULL;
}

int csockets_thread_start(void (*body)(void *context), void *context, uintptr_t *thread) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return -ENOMEM;
    start->body = body;
    start->context = context;

    // Signals are the program's own business: the new thread inherits a mask that blocks them all.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t handle;
    int failed = pthread_create(&handle, NULL, run, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed) {
        free(start);
        return -failed;
    }
    *thread = (uintptr_t)handle;
    return 0;
}

void csockets_thread_join(uintptr_t thread) { pthread_join((pthread_t)thread, NULL); }

void csockets_thread_detach(uintptr_t thread) { pthread_detach((pthread_t)thread); }
