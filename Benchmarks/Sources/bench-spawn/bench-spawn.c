// Runs programs in turns, a number of times each, and prints a line for each of them: `bench-spawn RUNS ARGUMENT PROGRAM …`.
// Small itself, since Linux lets a program begin with the peak memory of the one that started it.

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

typedef struct {
    double *wall, *cpu, *memory;
} series;

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static double time_of(struct timeval t) { return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3; }

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Runs the program once; 0 for failure. A negative place only fills the page cache.
static int run(char *program, char *argument, const posix_spawn_file_actions_t *actions, series *s, int place) {
    char *arguments[] = {program, argument, NULL};
    pid_t child;
    int status;
    struct rusage usage;
    double start = milliseconds();
    if (posix_spawn(&child, program, actions, NULL, arguments, environ) != 0) return 0;
    if (wait4(child, &status, 0, &usage) != child) return 0;
    double end = milliseconds();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return 0;
    if (place < 0) return 1;
    s->wall[place] = end - start;
    s->cpu[place] = time_of(usage.ru_utime) + time_of(usage.ru_stime);
#ifdef __APPLE__
    s->memory[place] = (double)usage.ru_maxrss / 1024;
#else
    s->memory[place] = (double)usage.ru_maxrss;
#endif
    return 1;
}

int main(int argc, char **argv) {
    int runs = argc > 3 ? atoi(argv[1]) : 0;
    if (runs < 1) {
        printf("usage: %s RUNS ARGUMENT PROGRAM …\n", argv[0]);
        return 2;
    }
    int count = argc - 3;
    char **programs = argv + 3;
    series *all = calloc((size_t)count, sizeof *all);
    posix_spawn_file_actions_t actions;
    if (!all || posix_spawn_file_actions_init(&actions) != 0) return 1;
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    for (int i = 0; i < count; i++) {
        all[i].wall = calloc((size_t)runs, sizeof(double));
        all[i].cpu = calloc((size_t)runs, sizeof(double));
        all[i].memory = calloc((size_t)runs, sizeof(double));
        if (!all[i].wall || !all[i].cpu || !all[i].memory) return 1;
    }
    for (int place = -1; place < runs; place++) {
        for (int i = 0; i < count; i++) {
            if (run(programs[i], argv[2], &actions, &all[i], place)) continue;
            fprintf(stderr, "%s failed\n", programs[i]);
            return 1;
        }
    }
    for (int i = 0; i < count; i++) {
        qsort(all[i].wall, (size_t)runs, sizeof(double), ascending);
        qsort(all[i].cpu, (size_t)runs, sizeof(double), ascending);
        qsort(all[i].memory, (size_t)runs, sizeof(double), ascending);
        printf(
            "min_ms=%.2f median_ms=%.2f cpu_ms=%.2f rss_kb=%.0f\n", all[i].wall[0], all[i].wall[runs / 2],
            all[i].cpu[runs / 2], all[i].memory[runs / 2]);
    }
    return 0;
}
