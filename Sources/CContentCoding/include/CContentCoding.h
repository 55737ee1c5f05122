// Content codings (RFC 9110 §8.4.1) over zlib, brotli and zstd: one incremental decoder for a chain of them.
//
// libcurl can decode by itself, but hands half a compressed body over as a success and cannot stop in the middle of one
// chunk that grows a thousandfold. This decoder knows whether its input was complete and makes as little output at a
// time as is asked for.
#ifndef APUS_CONTENT_CODING_H
#define APUS_CONTENT_CODING_H

#include <stddef.h>
#include <stdint.h>

typedef struct apus_decoder apus_decoder;

typedef enum {
    APUS_DECODE_OK = 0,
    /// The input is not what its coding says.
    APUS_DECODE_CORRUPT = 1,
    /// Memory ran out, or the coding wants more of it than is granted.
    APUS_DECODE_MEMORY = 2,
} apus_decode_status;

/// Makes a decoder from the value of Content-Encoding: tokens separated by commas, in the order they were applied.
/// Returns NULL with *unknown = 1 if a coding is not known or there are more than four, with *unknown = 0 if memory ran out
/// or the value names none.
apus_decoder *apus_decoder_create(const char *codings, size_t length, int *unknown);
void apus_decoder_destroy(apus_decoder *decoder);

/// Gives input. The bytes must stay where they are until apus_decoder_input_left() is 0.
void apus_decoder_feed(apus_decoder *decoder, const uint8_t *input, size_t length);
size_t apus_decoder_input_left(const apus_decoder *decoder);

/// Makes up to `capacity` bytes of output. Returns how many; 0 means that more input is needed, or *status tells.
size_t apus_decoder_read(apus_decoder *decoder, uint8_t *output, size_t capacity, apus_decode_status *status);

/// Whether the input so far is complete: every coding has reached its end, or there was no input at all.
int apus_decoder_is_complete(const apus_decoder *decoder);

/// Compresses with gzip in one step, for servers in tests. Returns the size, or 0 if `capacity` is too small.
size_t apus_gzip(const uint8_t *input, size_t length, uint8_t *output, size_t capacity);

#endif
