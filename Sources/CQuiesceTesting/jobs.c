#define _GNU_SOURCE
#include "CQuiesceTesting.h"

#include <sys/syscall.h>
#include <unistd.h>

// The hooks that the Swift concurrency runtime offers to whoever brings an executor of their own
// (swift/include/swift/Runtime/Concurrency.h). They are called with Swift's calling convention.
#define SWIFT __attribute__((swiftcall))

typedef SWIFT void (*enqueue_original)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue_original original);

extern enqueue_hook swift_task_enqueueGlobal_hook;
extern SWIFT void swift_task_enqueueMainExecutor(void *job);

static bool (*claims_job)(void);
/// Somebody else's, from before.
static enqueue_hook other_hook;

static SWIFT void enqueue(void *job, enqueue_original original) {
    if (claims_job()) {
        swift_task_enqueueMainExecutor(job);
    } else if (other_hook) {
        other_hook(job, original);
    } else {
        original(job);
    }
}

void qt_claim_jobs(bool (*claims)(void)) {
    claims_job = claims;
    other_hook = swift_task_enqueueGlobal_hook;
    swift_task_enqueueGlobal_hook = enqueue;
}

extern SWIFT void *swift_task_getCurrent(void);
extern SWIFT uint64_t swift_task_getJobTaskId(void *job);

uint64_t qt_task(void) {
    void *task = swift_task_getCurrent();
    return task ? swift_task_getJobTaskId(task) : 0;
}

int32_t qt_thread(void) { return (int32_t)syscall(SYS_gettid); }
