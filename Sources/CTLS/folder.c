// A private folder that is gone when the process is.
#include "internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct entry {
    struct entry *next;
    /// Who made it: a child that was forked leaves its parent's folders alone.
    pid_t owner;
    char path[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries;

static void describe(char *problem, size_t size, const char *what) {
    snprintf(problem, size, "%s: %s", what, strerror(errno));
}

/// Our folders hold files only.
static void remove_tree(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL) return;
    struct dirent *found;
    while ((found = readdir(folder)) != NULL) unlinkat(dirfd(folder), found->d_name, 0);
    closedir(folder);
    rmdir(path);
}

static void remove_all(void) {
    pthread_mutex_lock(&lock);
    while (entries != NULL) {
        struct entry *first = entries;
        entries = first->next;
        if (first->owner == getpid()) remove_tree(first->path);
        free(first);
    }
    pthread_mutex_unlock(&lock);
}

static void arrange_removal(void) { atexit(remove_all); }

char *ctls_folder_create(char *problem, size_t problem_size) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, arrange_removal);

    const char *parent = getenv("TMPDIR");
    if (parent == NULL || parent[0] != '/') parent = "/tmp";
    static const char name[] = "/apus-tls-XXXXXX";
    size_t size = strlen(parent) + sizeof name;
    struct entry *entry = malloc(sizeof *entry + size);
    char *path = malloc(size);
    if (entry != NULL && path != NULL) {
        snprintf(entry->path, size, "%s%s", parent, name);
        entry->owner = getpid();
        if (mkdtemp(entry->path) != NULL) { // With mode 0700.
            memcpy(path, entry->path, size);
            pthread_mutex_lock(&lock);
            entry->next = entries;
            entries = entry;
            pthread_mutex_unlock(&lock);
            return path;
        }
    }
    describe(problem, problem_size, "cannot make a folder for temporary files");
    free(entry);
    free(path);
    return NULL;
}

bool ctls_folder_write(const char *folder, const char *name, const void *bytes, size_t size, char *problem,
                       size_t problem_size) {
    int parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int file = parent < 0 ? -1 : openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool written = file >= 0;
    for (size_t done = 0; written && done < size;) {
        ssize_t count = write(file, (const char *)bytes + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        written = count > 0;
        if (written) done += (size_t)count;
    }
    if (!written) describe(problem, problem_size, "cannot write a temporary file");
    if (file >= 0) close(file);
    if (parent >= 0) close(parent);
    return written;
}

void ctls_folder_remove(const char *folder) {
    pthread_mutex_lock(&lock);
    struct entry **link = &entries;
    while (*link != NULL && strcmp((*link)->path, folder) != 0) link = &(*link)->next;
    struct entry *found = *link;
    if (found != NULL) *link = found->next;
    pthread_mutex_unlock(&lock);
    if (found == NULL) return;
    if (found->owner == getpid()) remove_tree(found->path);
    free(found);
}
