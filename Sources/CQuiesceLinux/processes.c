#define _GNU_SOURCE
#include "CQuiesceLinux.h"

#include <errno.h>
#include <linux/falloc.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif
#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

// --- Starting a process --------------------------------------------------------------------

// Only raw system calls from here to exec: the child shares the daemon's memory (and so every lock
// that another thread holds), and glibc's set*id would signal threads that the child doesn't have.
static _Noreturn void fail(struct ql_spawned *result, enum ql_step step) {
    result->step = step;
    result->error = errno;
    syscall(SYS_exit_group, 127);
    __builtin_unreachable();
}

// Never inlined: its variables must not share stack slots with those of the waiting parent.
static __attribute__((noinline)) _Noreturn void become(const struct ql_spawn *spawn, struct ql_spawned *result) {
    if (spawn->only_view) {
        if (ql_view_enter(spawn->view, -1) < 0) fail(result, QL_STEP_VIEW);
        syscall(SYS_exit_group, 0);
    }
    // Zeroed, the kernel's struct sigaction means SIG_DFL. glibc's call would leave out 32 and 33.
    uint64_t standard[4] = {0};
    for (int signal = 1; signal <= 64; signal++)
        syscall(SYS_rt_sigaction, signal, standard, NULL, sizeof(uint64_t));

    if (syscall(SYS_setsid) < 0) fail(result, QL_STEP_SESSION);

    if (syscall(SYS_dup3, spawn->input, 0, 0) < 0 || syscall(SYS_dup3, spawn->output, 1, 0) < 0 ||
        syscall(SYS_dup3, spawn->output, 2, 0) < 0 ||
        syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) < 0)
        fail(result, QL_STEP_DESCRIPTORS);

    struct rlimit none = {0, 0};
    if (!spawn->unlimited && syscall(SYS_prlimit64, 0, RLIMIT_CORE, &none, NULL) < 0) fail(result, QL_STEP_LIMITS);
    struct rlimit processes = {spawn->process_limit, spawn->process_limit};
    if (spawn->process_limit > 0 && syscall(SYS_prlimit64, 0, RLIMIT_NPROC, &processes, NULL) < 0)
        fail(result, QL_STEP_LIMITS);

    if (spawn->pids_procs >= 0 && syscall(SYS_write, spawn->pids_procs, "0", 1) < 0) fail(result, QL_STEP_PIDS);

    // As the daemon's user still, who may mount.
    if (spawn->view && ql_view_enter(spawn->view, spawn->landlock) < 0) fail(result, QL_STEP_VIEW);

    // Programs expect this limit: select() can't take descriptors above it. It is set after the
    // view, which opens files beside the daemon's own, and those may be more.
    struct rlimit files;
    if (syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, NULL, &files) < 0) fail(result, QL_STEP_LIMITS);
    if (files.rlim_cur > 1024) files.rlim_cur = 1024;
    if (syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &files, NULL) < 0) fail(result, QL_STEP_LIMITS);

    if (spawn->change_user &&
        (syscall(SYS_setgroups, spawn->group_count, spawn->groups) < 0 || syscall(SYS_setresgid, spawn->gid, spawn->gid, spawn->gid) < 0 ||
         syscall(SYS_setresuid, spawn->uid, spawn->uid, spawn->uid) < 0))
        fail(result, QL_STEP_USER);

    // A file that an app makes in a folder of everybody's, as /tmp, is nobody else's to read.
    if (!spawn->unlimited) syscall(SYS_umask, spawn->group_count > 0 ? 007 : 077);
    if (!spawn->unlimited && syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) fail(result, QL_STEP_PRIVILEGES);
    if (spawn->landlock >= 0 && syscall(SYS_landlock_restrict_self, spawn->landlock, 0) < 0)
        fail(result, QL_STEP_LANDLOCK);
    if (spawn->confined && ql_confine() < 0) fail(result, QL_STEP_PRIVILEGES);
    if (syscall(SYS_chdir, spawn->directory) < 0) fail(result, QL_STEP_DIRECTORY);

    uint64_t unblocked = 0;  // The kernel's sigset_t, which is not glibc's.
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &unblocked, NULL, sizeof unblocked);
    // What another thread has just written, a child that was born meanwhile holds open until its own exec.
    const struct timespec moment = {.tv_nsec = 1000000};
    for (int tries = 0; tries < 100; tries++) {
        syscall(SYS_execve, spawn->executable, spawn->arguments, spawn->environment);
        if (errno != ETXTBSY) break;
        syscall(SYS_nanosleep, &moment, NULL);
    }
    fail(result, QL_STEP_EXEC);
}

// clone3 without leaving the function: the child runs on the parent's stack, below this frame,
// while the parent waits. A call to syscall(2) would let it overwrite the return address.
static inline __attribute__((always_inline)) long clone3(struct clone_args *arguments, size_t size) {
#if defined(__x86_64__)
    long result = SYS_clone3;
    __asm__ volatile("syscall" : "+a"(result) : "D"(arguments), "S"(size) : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long number __asm__("x8") = SYS_clone3;
    register long result __asm__("x0") = (long)arguments;
    register size_t length __asm__("x1") = size;
    __asm__ volatile("svc 0" : "+r"(result) : "r"(number), "r"(length) : "memory");
    return result;
#else
#error "Quiesce supports x86_64 and aarch64, as Swift on Linux does."
#endif
}

__attribute__((noinline)) int ql_spawn(const struct ql_spawn *spawn, struct ql_spawned *result) {
    *result = (struct ql_spawned){.pidfd = -1};
    struct clone_args arguments = {
        // The child borrows our memory until exec: no page table is copied, and no thread of the
        // daemon takes page faults afterwards. Only the calling thread waits.
        .flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | (spawn->cgroup >= 0 ? CLONE_INTO_CGROUP : 0) |
                 (spawn->view ? CLONE_NEWNS | CLONE_NEWIPC | (spawn->view->uid_map ? CLONE_NEWUSER : 0) : 0),
        .pidfd = (uint64_t)(uintptr_t)&result->pidfd,
        .exit_signal = SIGCHLD,
        .cgroup = spawn->cgroup >= 0 ? (uint64_t)spawn->cgroup : 0,
    };
    // No handler of the daemon may run in the child while it shares the daemon's memory.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    long pid = clone3(&arguments, sizeof arguments);
    if (pid == 0) become(spawn, result);
    pthread_sigmask(SIG_SETMASK, &before, NULL);

    if (pid < 0) {
        result->pidfd = -1;
        result->step = QL_STEP_CLONE;
        result->error = (int)-pid;
        return -result->error;
    }
    result->pid = (pid_t)pid;
    if (result->error == 0) return 0;
    siginfo_t ended;
    while (waitid((idtype_t)P_PIDFD, (id_t)result->pidfd, &ended, WEXITED) < 0 && errno == EINTR) continue;
    close(result->pidfd);
    result->pidfd = -1;
    return -result->error;
}

bool ql_has_clone3(void) { return syscall(SYS_clone3, NULL, 0) < 0 && errno == EINVAL; }

void ql_nap(long microseconds) {
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    struct timespec time = {.tv_nsec = microseconds * 1000};
    nanosleep(&time, NULL);
    prctl(PR_SET_TIMERSLACK, 0, 0, 0, 0);  // The default again.
}

void ql_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// --- pidfds --------------------------------------------------------------------------------

int ql_pidfd_open(pid_t pid) {
    long fd = syscall(SYS_pidfd_open, pid, 0);
    return fd < 0 ? -errno : (int)fd;
}

int ql_pidfd_signal(int pidfd, int signal) {
    return syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0) < 0 ? -errno : 0;
}

int ql_pidfd_reap(int pidfd, int *code, bool *signalled) {
    siginfo_t ended = {0};
    int rc;
    do rc = waitid((idtype_t)P_PIDFD, (id_t)pidfd, &ended, WEXITED | WNOHANG);
    while (rc < 0 && errno == EINTR);
    if (rc < 0) return -errno;
    if (ended.si_pid == 0) return 0;
    *code = ended.si_status;
    *signalled = ended.si_code != CLD_EXITED;
    return 1;
}

// --- Landlock ------------------------------------------------------------------------------

// Debian 12's headers are older than the scopes; the kernel takes the length from the caller.
struct ruleset {
    uint64_t filesystem, network, scopes;
};
struct __attribute__((packed)) path_rule {
    uint64_t rights;
    int32_t fd;
};

int ql_landlock_abi(void) {
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, 1U /* LANDLOCK_CREATE_RULESET_VERSION */);
    return abi < 0 ? -errno : (int)abi;
}

int ql_landlock_create(uint64_t rights, uint64_t scopes) {
    struct ruleset wanted = {.filesystem = rights, .scopes = scopes};
    // An older kernel knows only the first field.
    size_t size = scopes != 0 ? sizeof wanted : sizeof wanted.filesystem;
    long fd = syscall(SYS_landlock_create_ruleset, &wanted, size, 0U);
    return fd < 0 ? -errno : (int)fd;
}

int ql_landlock_allow(int ruleset, uint64_t rights, int fd) {
    struct path_rule rule = {.rights = rights, .fd = fd};
    long rc = syscall(SYS_landlock_add_rule, ruleset, 1 /* LANDLOCK_RULE_PATH_BENEATH */, &rule, 0U);
    return rc < 0 ? -errno : 0;
}

// --- Files ---------------------------------------------------------------------------------

int ql_open_place(const char *path) {
    int fd = open(path, O_PATH | O_CLOEXEC | O_NOFOLLOW);
    return fd < 0 ? -errno : fd;
}

int ql_punch(int fd, off_t length) {
    return fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, length) < 0 ? -errno : 0;
}

off_t ql_first_data(int fd, off_t from) {
    off_t at = lseek(fd, from, SEEK_DATA);
    return at < 0 ? -errno : at;
}
