// What the soak test needs of C.
#ifndef BENCH_SOAK_H
#define BENCH_SOAK_H

#include <stddef.h>
#include <stdint.h>

// Gzip, for servers that answer compressed; the library itself only ever undoes it.

/// How much room `length` bytes need at most.
size_t soak_gzip_bound(size_t length);
/// Compresses (RFC 1952); returns the compressed length, or 0 if there was no room or no memory.
size_t soak_gzip(const uint8_t *bytes, size_t length, uint8_t *room, size_t capacity);

/// The bytes that are allocated now; 0 where the system does not tell. The resident memory has what the allocator keeps as well.
size_t soak_allocated(void);

#endif
