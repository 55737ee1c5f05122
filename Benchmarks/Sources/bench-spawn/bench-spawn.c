// Runs a program a number of times and prints what that took: `bench-spawn RUNS PROGRAM [ARGUMENT …]`. Small itself, since Linux
// lets a program begin with the peak memory of the one that started it.

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    int runs = argc > 2 ? atoi(argv[1]) : 0;
    if (runs < 1) {
        printf("usage: %s RUNS PROGRAM [ARGUMENT …]\n", argv[0]);
        return 2;
    }
    double *wall = calloc((size_t)runs, sizeof *wall), *memory = calloc((size_t)runs, sizeof *memory);
    posix_spawn_file_actions_t actions;
    if (!wall || !memory || posix_spawn_file_actions_init(&actions) != 0) return 1;
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    for (int i = -1; i < runs; i++) {  // the first time only fills the page cache
        pid_t child;
        int status;
        struct rusage usage;
        double start = milliseconds();
        if (posix_spawn(&child, argv[2], &actions, NULL, argv + 2, environ) != 0) return 1;
        if (wait4(child, &status, 0, &usage) != child) return 1;
        double end = milliseconds();
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            fprintf(stderr, "%s failed\n", argv[2]);
            return 1;
        }
        if (i < 0) continue;
        wall[i] = end - start;
#ifdef __APPLE__
        memory[i] = (double)usage.ru_maxrss / 1024;
#else
        memory[i] = (double)usage.ru_maxrss;
#endif
    }
    qsort(wall, (size_t)runs, sizeof *wall, ascending);
    qsort(memory, (size_t)runs, sizeof *memory, ascending);
    printf("min_ms=%.2f median_ms=%.2f rss_kb=%.0f\n", wall[0], wall[runs / 2], memory[runs / 2]);
    return 0;
}
