// Linking this counts every allocation of the process.
#pragma once

#include <stdint.h>

// Of the calling thread, so far.
uint64_t qb_allocations(void);
