#ifndef CSOCKETS_H
#define CSOCKETS_H

// What the server needs from the operating system, with one face on Linux and on Apple's systems. Everything that
// can fail returns a negative errno value, so that nobody has to read errno after the fact.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What went wrong, as far as the server treats it differently.
enum csockets_kind {
    CSOCKETS_OTHER = 0,
    CSOCKETS_WOULD_BLOCK,
    CSOCKETS_ADDRESS_IN_USE,
    CSOCKETS_NOT_PERMITTED,
    CSOCKETS_TOO_MANY_FILES,
};

/// Sorts a (negative or positive) errno value.
enum csockets_kind csockets_error_kind(int error);

/// Writes the system's text for an errno value into `buffer`.
void csockets_error_text(int error, char *buffer, size_t size);

/// Listens on the loopback address of IPv4 or IPv6, without blocking; port 0 lets the system choose. The descriptor, or a
/// negative errno value.
int csockets_listen(bool ipv6, uint16_t port, uint16_t *bound_port);

/// Takes a port of 127.0.0.1 without listening on it. The descriptor, or a negative errno value.
int csockets_hold(uint16_t *port);

/// Listens on a port of 127.0.0.1 with the shortest queue, and fills that. `descriptors` gets the listener and the
/// connections that fill it, as many as there is room for; what cannot be opened stays -1. 0, or a negative errno value.
int csockets_listen_deaf(uint16_t *port, int *descriptors, size_t count);

/// Lets a listening socket refuse every connection, those that wait included, and keep its port; or a negative errno
/// value. Not on Apple's systems, where only closing does that.
int csockets_refuse(int listener);

/// Lets it accept again; 0, or a negative errno value.
int csockets_listen_again(int listener);

/// The next connection, without blocking and without delay for small segments; or a negative errno value.
int csockets_accept(int listener);

/// Connects to 127.0.0.1; the descriptor blocks. Or a negative errno value.
int csockets_connect(uint16_t port);

/// Bytes read, 0 at the end, or a negative errno value.
long csockets_read(int fd, void *buffer, size_t size);

/// Whether there are bytes to read now, and not merely the end; they stay.
bool csockets_has_input(int fd);

/// Writes two pieces with one call, never raising SIGPIPE. Bytes written, or a negative errno value.
long csockets_write(int fd, const void *first, size_t first_size, const void *second, size_t second_size);

/// Ends the sending direction.
void csockets_shutdown_write(int fd);

/// Makes the next close send RST, which the peer reads as "connection reset".
void csockets_reset_on_close(int fd);

/// Bounds the system's own send and receive buffers, so that back-pressure can be observed with few bytes.
void csockets_bound_buffers(int fd, int bytes);

void csockets_close(int fd);

/// Opens a regular file for reading. The descriptor, or a negative errno value.
int csockets_open_file(const char *path, int64_t *size);

/// Bytes read from a file, 0 at the end, or a negative errno value.
long csockets_read_file(int fd, void *buffer, size_t size);

/// One descriptor in a poll: same layout as struct pollfd (checked in the C file).
struct csockets_poll_entry {
    int fd;
    short events;
    short happened;
};

extern const short csockets_readable;
extern const short csockets_writable;
/// The peer ended its sending direction; 0 where the system reports that without being asked.
extern const short csockets_hung_up;
/// Reported without being asked: the connection is broken or closed in both directions.
extern const short csockets_broken;

/// Entries with something to report, or a negative errno value. A negative timeout waits for ever.
int csockets_poll(struct csockets_poll_entry *entries, size_t count, int timeout_milliseconds);

/// A pipe whose ends do not block: 0, or a negative errno value.
int csockets_pipe(int *read_end, int *write_end);

/// Makes the pipe's reader readable; a full pipe is as good.
void csockets_wake(int write_end);

/// Takes everything out of the pipe.
void csockets_drain(int read_end);

/// Milliseconds on a clock that only goes forward.
int64_t csockets_now(void);

/// Runs `body(context)` on a thread of its own that receives no signals: 0, or a negative errno value.
int csockets_thread_start(void (*body)(void *context), void *context, uintptr_t *thread);
void csockets_thread_join(uintptr_t thread);
void csockets_thread_detach(uintptr_t thread);

/// The index of the first `byte`, or -1.
static inline long csockets_index(const void *bytes, size_t count, uint8_t byte) {
    if (count == 0) return -1;
    const void *found = memchr(bytes, byte, count);
    return found == NULL ? -1 : (long)((const char *)found - (const char *)bytes);
}

#ifdef __cplusplus
}
#endif

#endif
