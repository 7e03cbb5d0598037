// Preloaded into a daemon, this has its wall clock show another time, which a test sets while it runs, and its other clocks,
// too. Its timers are the kernel's. (faketime has timers of other clocks wait for the wrong time.)
//
// QUIESCE_WALL_OFFSET is a file of three times eight bytes: the nanoseconds that are added to the wall clock, to the clock
// that counts the machine's sleep, and to the one that doesn't.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t *offset;

__attribute__((constructor)) static void begin(void) {
    // Neither apps nor agents.
    unsetenv("LD_PRELOAD");
    const char *path = getenv("QUIESCE_WALL_OFFSET");
    if (!path || strcmp(program_invocation_short_name, "quiesced")) return;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) abort();
    void *page = mmap(NULL, 3 * sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (page == MAP_FAILED) abort();
    offset = page;
}

static void add(struct timespec *time, int64_t nanoseconds) {
    int64_t sum = time->tv_sec * INT64_C(1000000000) + time->tv_nsec + nanoseconds;
    time->tv_sec = sum / 1000000000;
    time->tv_nsec = sum % 1000000000;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result || !offset) return result;
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: add(time, atomic_load(offset)); break;
    case CLOCK_BOOTTIME: add(time, atomic_load(offset + 1)); break;
    case CLOCK_MONOTONIC: add(time, atomic_load(offset + 2)); break;
    default: break;
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *seconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (seconds) *seconds = now.tv_sec;
    return now.tv_sec;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
    struct itimerspec value = *new;
    // Only one of the wall clock says that it is to be cancelled when that is set.
    if (offset && flags & TFD_TIMER_CANCEL_ON_SET) add(&value.it_value, -atomic_load(offset));
    // One that is set to nothing is switched off.
    else if (offset && flags & TFD_TIMER_ABSTIME && (value.it_value.tv_sec || value.it_value.tv_nsec))
        add(&value.it_value, -atomic_load(offset + 1));
    return (int)syscall(SYS_timerfd_settime, timer, flags, &value, old);
}
