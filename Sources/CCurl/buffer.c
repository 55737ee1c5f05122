#include "CCurl.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Blocks of a few sizes are kept and handed out again. glibc returns a freed block of this size to the system and faults it
// in page by page the next time, which for a body of 50 KB costs more CPU than receiving it.
enum { SMALLEST = 4096, CLASSES = 9, KEPT_PER_CLASS = 64 };  // 4 KiB … 1 MiB

static struct {
    pthread_mutex_t lock;
    int count[CLASSES];
    void *blocks[CLASSES][KEPT_PER_CLASS];
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int class_of(size_t capacity) {
    size_t size = SMALLEST;
    for (int i = 0; i < CLASSES; i++, size <<= 1)
        if (capacity == size) return i;
    return -1;
}

static void *take(size_t capacity) {
    int class = class_of(capacity);
    void *block = NULL;
    if (class >= 0) {
        pthread_mutex_lock(&pool.lock);
        if (pool.count[class] > 0) block = pool.blocks[class][--pool.count[class]];
        pthread_mutex_unlock(&pool.lock);
    }
    return block ? block : malloc(capacity);
}

void apus_memory_release(void *bytes, size_t capacity) {
    if (!bytes) return;
    int class = class_of(capacity);
    int kept = 0;
    if (class >= 0) {
        int limit = class <= 5 ? KEPT_PER_CLASS : KEPT_PER_CLASS >> (class - 4);  // 512 KiB: 16, 1 MiB: 4
        pthread_mutex_lock(&pool.lock);
        if (pool.count[class] < limit) {
            pool.blocks[class][pool.count[class]++] = bytes;
            kept = 1;
        }
        pthread_mutex_unlock(&pool.lock);
    }
    if (!kept) free(bytes);
}

int apus_buffer_reserve(apus_buffer *buffer, size_t more) {
    if (more > SIZE_MAX / 4 - buffer->length) return 0;
    size_t needed = buffer->length + more;
    if (needed <= buffer->capacity) return 1;
    size_t capacity = buffer->capacity ? buffer->capacity : SMALLEST;
    while (capacity < needed) capacity <<= 1;
    uint8_t *grown = take(capacity);
    if (!grown) return 0;
    if (buffer->length) memcpy(grown, buffer->bytes, buffer->length);
    apus_memory_release(buffer->bytes, buffer->capacity);
    buffer->bytes = grown;
    buffer->capacity = capacity;
    return 1;
}

int apus_buffer_append(apus_buffer *buffer, const void *bytes, size_t length) {
    if (length == 0) return 1;
    if (!apus_buffer_reserve(buffer, length)) return 0;
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return 1;
}
