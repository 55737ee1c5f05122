#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <zlib.h>

#include "CSoak.h"

size_t soak_gzip_bound(size_t length) { return compressBound(length) + 32; }

size_t soak_gzip(const uint8_t *bytes, size_t length, uint8_t *room, size_t capacity) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    // 16 more than the largest window asks for gzip's framing.
    if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)length;
    stream.next_out = room;
    stream.avail_out = (uInt)capacity;
    int result = deflate(&stream, Z_FINISH);
    size_t made = stream.total_out;
    deflateEnd(&stream);
    return result == Z_STREAM_END ? made : 0;
}

size_t soak_allocated(void) {
#ifdef __GLIBC__
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}
