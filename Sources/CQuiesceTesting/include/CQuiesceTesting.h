#ifndef CQUIESCETESTING_H
#define CQUIESCETESTING_H

#include <stdbool.h>
#include <stdint.h>

/// From now on, what would run on one of Swift's pool threads runs on the main queue instead, when
/// `claims` says so on the thread that starts it. Once in a process, before there is such work.
void qt_claim_jobs(bool (*claims)(void));

/// A number of the Swift task that runs, which no other has in the process; 0: none runs.
uint64_t qt_task(void);

/// The kernel's number of the thread.
int32_t qt_thread(void);

#endif
