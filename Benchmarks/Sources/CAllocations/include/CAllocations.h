// Linking this counts every allocation of the process.
#pragma once

#include <stdint.h>

// The allocations of the calling thread, so far.
uint64_t qb_allocations(void);
