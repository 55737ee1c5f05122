// Tells ThreadSanitizer of the waiting lock and unlock of Swift's Mutex on Linux.
//
// The quick paths of `Mutex` are compiled into the program and seen by the sanitizer. The slow ones, taken when threads meet,
// are in a library that is not built for it and hand the lock over inside the kernel (FUTEX_LOCK_PI), so whatever a contended
// mutex protects is reported as a race. `Scripts/sanitize thread` loads these functions before the library's: each calls the
// one it stands for and says what happened. In a program without the sanitizer they say nothing.

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define MUTEX __attribute__((swift_context)) void *mutex

// Synchronization._MutexHandle._lockSlow(UInt32), ._tryLockSlow() -> Bool, ._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, MUTEX) __asm__(LOCK);
SWIFT bool try_lock(MUTEX) __asm__(TRY_LOCK);
SWIFT void unlock(MUTEX) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, MUTEX) {
    SWIFT void (*original)(uint32_t, MUTEX) = dlsym(RTLD_NEXT, LOCK);
    original(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock(MUTEX) {
    SWIFT bool (*original)(MUTEX) = dlsym(RTLD_NEXT, TRY_LOCK);
    bool taken = original(mutex);
    if (taken && __tsan_acquire) __tsan_acquire(mutex);
    return taken;
}

SWIFT void unlock(MUTEX) {
    SWIFT void (*original)(MUTEX) = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    original(mutex);
}
