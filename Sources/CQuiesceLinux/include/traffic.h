#pragma once

#include <stdint.h>

// Counts the bytes of the IP packets that sockets of a cgroup v2 receive, until both descriptors are closed.
struct ql_meter {
    int link;
    int counter;
};
// Begins at zero. Takes the right to load programs into the kernel (CAP_BPF and CAP_NET_ADMIN). 0 or -errno.
int ql_start_meter(int cgroup, struct ql_meter *meter);
// 0 or -errno.
int ql_metered(const struct ql_meter *meter, uint64_t *bytes);
