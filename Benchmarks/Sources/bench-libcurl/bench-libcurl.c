// The floor: what libcurl's multi interface costs when nothing is around it. One thread, curl_multi_poll, the options that
// were measured to be the best, bodies collected into memory that is used again. It decodes nothing.

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

typedef struct {
    CURL *easy;
    char *bytes;
    size_t length, capacity;
} slot;

static size_t collect(char *bytes, size_t size, size_t count, void *context) {
    slot *s = context;
    size_t length = size * count;
    if (s->length + length > s->capacity) {
        size_t capacity = s->capacity ? s->capacity : 65536;
        while (capacity < s->length + length) capacity *= 2;
        char *grown = realloc(s->bytes, capacity);
        if (!grown) return 0;
        s->bytes = grown;
        s->capacity = capacity;
    }
    memcpy(s->bytes + s->length, bytes, length);
    s->length += length;
    return length;
}

/// Runs `total` transfers over the slots; returns how many failed.
static long run(CURLM *multi, slot *slots, long count, long total) {
    long started = 0, done = 0, failed = 0;
    for (; started < count && started < total; started++) {
        slots[started].length = 0;
        curl_multi_add_handle(multi, slots[started].easy);
    }
    while (done < total) {
        int running, left;
        if (curl_multi_perform(multi, &running) != CURLM_OK) return total;
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
            if (message->msg != CURLMSG_DONE) continue;
            CURL *easy = message->easy_handle;
            CURLcode result = message->data.result;
            slot *s;
            long status = 0;
            curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&s);
            curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
            if (result != CURLE_OK || status != 200 || s->length == 0) failed++;
            curl_multi_remove_handle(multi, easy);
            done++;
            if (started >= total) continue;
            started++;
            s->length = 0;
            curl_multi_add_handle(multi, easy);
        }
        if (done < total) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    return failed;
}

static double cpu_seconds(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static double wall_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/// VmHWM where there is one: Linux carries ru_maxrss over from the process that started this one.
static long peak_memory(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    long peak = u.ru_maxrss;
#ifdef __APPLE__
    peak /= 1024;
#endif
    FILE *file = fopen("/proc/self/status", "r");
    if (!file) return peak;
    char line[256];
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "VmHWM: %ld", &peak) == 1) break;
    }
    fclose(file);
    return peak;
}

int main(int argc, char **argv) {
    long total = argc == 5 ? atol(argv[2]) : 0, count = argc == 5 ? atol(argv[3]) : 0;
    if (total < 1 || count < 1 || strcmp(argv[4], "bytes") != 0) {
        printf("usage: %s URL REQUESTS IN-FLIGHT bytes\n", argv[0]);
        return 2;
    }
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, count);
    slot *slots = calloc((size_t)count, sizeof *slots);
    if (!slots) return 1;
    for (long i = 0; i < count; i++) {
        CURL *easy = slots[i].easy = curl_easy_init();
        curl_easy_setopt(easy, CURLOPT_URL, argv[1]);
        curl_easy_setopt(easy, CURLOPT_PRIVATE, &slots[i]);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, collect);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, &slots[i]);
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 1L);
        curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 32768L);
    }
    long errors = run(multi, slots, count, 3 * count > 20 ? 3 * count : 20);
    double cpu = cpu_seconds(), wall = wall_seconds();
    errors += run(multi, slots, count, total);
    wall = wall_seconds() - wall;
    cpu = cpu_seconds() - cpu;
    printf("requests=%ld seconds=%f cpu=%f rss_kb=%ld errors=%ld\n", total, wall, cpu, peak_memory(), errors);
    for (long i = 0; i < count; i++) {
        curl_easy_cleanup(slots[i].easy);
        free(slots[i].bytes);
    }
    free(slots);
    curl_multi_cleanup(multi);
    curl_global_cleanup();
    return 0;
}
