#ifndef CQUIESCETESTING_H
#define CQUIESCETESTING_H

#include <stdbool.h>

/// From now on, what would run on one of Swift's pool threads runs on the main queue instead, when
/// `claims` says so on the thread that starts it. Once in a process, before there is such work.
void qt_claim_jobs(bool (*claims)(void));

#endif
