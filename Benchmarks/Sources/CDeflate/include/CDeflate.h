// Gzip for servers that answer compressed; the library itself only ever undoes it.
#ifndef BENCH_DEFLATE_H
#define BENCH_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/// How much room `length` bytes need at most.
size_t bench_gzip_bound(size_t length);
/// Compresses (RFC 1952); returns the compressed length, or 0 if there was no room or no memory.
size_t bench_gzip(const uint8_t *bytes, size_t length, uint8_t *room, size_t capacity);

#endif
