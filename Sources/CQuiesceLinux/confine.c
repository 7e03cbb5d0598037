#include "CQuiesceLinux.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/ioprio.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// A seccomp filter: a process sets limits, priorities and processors of its own thread or process group
// alone. It could set those of the daemon, as both are the same user's: the daemon then dies, or serves
// nobody. Landlock knows no such thing. A number above 0 may be the caller's own, which a filter can't
// tell: it is refused all the same, but for the usual scheduler and those that come before it, with which
// threads are made, and which harm nobody.
//
// It makes and enters no namespaces: in one of its own it would have all privileges, and with them the
// kernel's least tried code. The kernel's keys are its user's, which the daemon's user may be, too.

#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
// The kernel takes process numbers from the lower half; both machines are little endian.
#define LOW(n) (offsetof(struct seccomp_data, args) + 8 * (n))
#define HIGH(n) (LOW(n) + 4)
// Where what was loaded is `value`, skips so many instructions, else so many.
#define IF(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, then, otherwise)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define UNKNOWN BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)

// Its first argument is a process, 0 the caller's.
#define OF_PROCESS(call) IF(call, 0, 4), LOAD(LOW(0)), IF(0, 1, 0), REFUSE, ALLOW
// The same, and its second a scheduler.
#define OF_SCHEDULER(call)                                                                           \
    IF(call, 0, 7), LOAD(LOW(0)), IF(0, 4, 0), LOAD(LOW(1)),                                         \
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, ~0x40000000U /* SCHED_RESET_ON_FORK */),                 \
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 3 /* above SCHED_OTHER, SCHED_FIFO, SCHED_RR */, 0, 1), \
        REFUSE, ALLOW
// Its first argument says what its second is: a process, a group of them, or a user (`user`).
#define OF_MANY(call, user) IF(call, 0, 6), LOAD(LOW(0)), IF(user, 2, 0), LOAD(LOW(1)), IF(0, 1, 0), REFUSE, ALLOW
// Others' limits may be read: there are no new ones.
#define OF_LIMITS(call)                                                                                      \
    IF(call, 0, 8), LOAD(LOW(0)), IF(0, 5, 0), LOAD(LOW(2)), IF(0, 0, 2), LOAD(HIGH(2)), IF(0, 1, 0), REFUSE, \
        ALLOW

// Kernels from 5.6 on have it; headers that are older don't.
#define NEW_TIME 0x80U
#define NEW_NAMESPACES                                                                            \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | \
     CLONE_NEWNET)
// Its first argument has flags, of which `refused` aren't to be set.
#define OF_FLAGS(call, refused) \
    IF(call, 0, 4), LOAD(LOW(0)), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, refused, 0, 1), REFUSE, ALLOW
// Never allowed.
#define OF_NOBODY(call) IF(call, 0, 1), REFUSE
// Its flags are in memory, which a filter can't read. Callers try the older call then.
#define OF_MEMORY(call) IF(call, 0, 1), UNKNOWN

#define CALLS(prlimit, setpriority, setscheduler, setaffinity, setattr, ioprio)              \
    OF_LIMITS(prlimit), OF_MANY(setpriority, PRIO_USER), OF_MANY(ioprio, IOPRIO_WHO_USER), \
        OF_SCHEDULER(setscheduler), OF_PROCESS(setaffinity), OF_PROCESS(setattr)
// In `clone` the lowest byte is the signal at the end; only `unshare` and `clone3` know a new time.
#define NAMESPACES(unshare, clone, setns, clone3)                                       \
    OF_FLAGS(unshare, NEW_NAMESPACES | NEW_TIME), OF_FLAGS(clone, NEW_NAMESPACES), \
        OF_NOBODY(setns), OF_MEMORY(clone3)
#define KEYS(keyctl, add_key, request_key) OF_NOBODY(keyctl), OF_NOBODY(add_key), OF_NOBODY(request_key)

#if defined(__x86_64__)
#define OWN AUDIT_ARCH_X86_64
#define OTHER AUDIT_ARCH_I386
#define OTHERS_CALLS \
    CALLS(340, 97, 156, 241, 351, 289), NAMESPACES(310, 120, 346, 435), KEYS(288, 286, 287), ALLOW
#elif defined(__aarch64__)
#define OWN AUDIT_ARCH_AARCH64
#define OTHER AUDIT_ARCH_ARM
#define OTHERS_CALLS \
    CALLS(369, 97, 156, 241, 380, 314), NAMESPACES(337, 120, 375, 435), KEYS(311, 309, 310), ALLOW
#endif
#define OWN_CALLS                                                                        \
    CALLS(SYS_prlimit64, SYS_setpriority, SYS_sched_setscheduler, SYS_sched_setaffinity, \
          SYS_sched_setattr, SYS_ioprio_set),                                            \
        NAMESPACES(SYS_unshare, SYS_clone, SYS_setns, SYS_clone3),                       \
        KEYS(SYS_keyctl, SYS_add_key, SYS_request_key), ALLOW

#define LENGTH(...) (sizeof((struct sock_filter[]){__VA_ARGS__}) / sizeof(struct sock_filter))

static struct sock_filter filter[] = {
    LOAD(offsetof(struct seccomp_data, arch)),
    IF(OWN, 0, 2 + LENGTH(OWN_CALLS)),
    LOAD(offsetof(struct seccomp_data, nr)),
    // x32 has the same calls, with a bit set.
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, ~0x40000000U),
    OWN_CALLS,
    // Programs of 32 bits, where the kernel runs them.
    IF(OTHER, 0, 1 + LENGTH(OTHERS_CALLS)),
    LOAD(offsetof(struct seccomp_data, nr)),
    OTHERS_CALLS,
    ALLOW,
};

bool ql_has_seccomp(void) {
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL) < 0 && errno == EFAULT;
}

long ql_confine(void) {
    const struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
