// Processes, by pidfd and cgroup; the event loop's descriptors; Landlock.
#pragma once

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>

// --- Starting a process --------------------------------------------------------------------

struct ql_view;

// What the child is to become. Every descriptor is above 2 and close-on-exec.
struct ql_spawn {
    const char *executable;
    char *const *arguments;
    char *const *environment;
    const char *directory;  // working directory
    int input;              // becomes 0
    int output;             // becomes 1 and 2
    int cgroup;             // directory of a cgroup v2 to be born in, or -1
    int pids_procs;         // cgroup.procs of a v1 pids cgroup to join, or -1
    int landlock;           // ruleset to be restricted by, or -1
    const struct ql_view *view;  // NULL: it sees what the daemon sees
    bool only_view;         // tries the view, and ends
    bool confined;          // as by ql_confine
    bool unlimited;         // may do all that its user may: setuid programs, core files, its user's umask
    bool change_user;       // to `uid` and `gid`, with these supplementary groups and no other
    const gid_t *groups;
    int group_count;        // above 0: what the app makes may be written by its groups
    uid_t uid;
    gid_t gid;
    uint64_t process_limit;  // RLIMIT_NPROC, 0: unchanged
};

enum ql_step {
    QL_STEP_CLONE = 1,
    QL_STEP_SESSION,
    QL_STEP_DESCRIPTORS,
    QL_STEP_LIMITS,
    QL_STEP_PIDS,
    QL_STEP_VIEW,
    QL_STEP_USER,
    QL_STEP_PRIVILEGES,
    QL_STEP_LANDLOCK,
    QL_STEP_DIRECTORY,
    QL_STEP_EXEC,
};

struct ql_spawned {
    pid_t pid;
    int pidfd;           // close-on-exec
    enum ql_step step;   // that failed, when `error` is not 0
    int error;           // errno
};

// Starts a process and returns when it has executed the file or failed to: 0, or -errno with
// `result->step`. A child that failed is already reaped. Blocks for as long as exec takes.
int ql_spawn(const struct ql_spawn *spawn, struct ql_spawned *result);
// Whether the kernel lets us call clone3 (a container's seccomp filter may not).
bool ql_has_clone3(void);

// Sleeps for less than a second, without the 50 µs by which the kernel may be late otherwise.
void ql_nap(long microseconds);

// Names the calling thread; the kernel keeps 15 bytes.
void ql_name_thread(const char *name);

// --- pidfds --------------------------------------------------------------------------------

int ql_pidfd_open(pid_t pid);
// Sends `signal` (0: only asks whether the process exists). 0 or -errno.
int ql_pidfd_signal(int pidfd, int signal);
// Reaps a child that has ended. 1 with `*code` its exit status or, if `*signalled`, its signal;
// 0 when it still runs; -ECHILD when it isn't our child.
int ql_pidfd_reap(int pidfd, int *code, bool *signalled);

// --- Landlock ------------------------------------------------------------------------------

// The ABI version, or -errno where the kernel has none or has it switched off.
int ql_landlock_abi(void);
// Returns a close-on-exec ruleset, or -errno.
int ql_landlock_create(uint64_t rights, uint64_t scopes);
// Allows `rights` beneath the file or directory `fd`. 0 or -errno.
int ql_landlock_allow(int ruleset, uint64_t rights, int fd);

// --- Views ---------------------------------------------------------------------------------

// Gives the calling process, which is alone in new mount and IPC namespaces, a root of its own, and adds
// the rules of what is in it to `ruleset` (-1: there is none). Between clone and exec. 0, or -1 with errno.
int ql_view_enter(const struct ql_view *view, int ruleset);

// --- Seccomp -------------------------------------------------------------------------------

// Whether the kernel has filters of system calls.
bool ql_has_seccomp(void);
// From now on the calling process, and all that it starts, changes no limits, priorities and processors
// but those of its own threads, each by itself, and of its process group; makes and enters no namespaces;
// and has no keys of the kernel's. It must have no_new_privs.
// Returns 0, or -1 with errno.
long ql_confine(void);

// --- Files ---------------------------------------------------------------------------------

// Opens `path` as a place only (O_PATH), without following it if it is a symbolic link.
int ql_open_place(const char *path);
// Gives the file's first `length` bytes back to the file system; they read as zeros. 0 or -errno.
int ql_punch(int fd, off_t length);
// The first offset at or after `from` that holds data (SEEK_DATA), or -errno.
off_t ql_first_data(int fd, off_t from);
