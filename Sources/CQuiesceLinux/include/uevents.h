#pragma once

#include <stdbool.h>
#include <stddef.h>

// What the kernel says of devices that come, go and change: a socket, close-on-exec and not
// blocking, or -errno.
int ql_uevent_socket(void);
// What the kernel says of interfaces, addresses and routes that come, go and change: likewise.
int ql_route_socket(void);
// Whether a message of it is about that subsystem, for example "power_supply".
bool ql_uevent_is_of(const char *bytes, size_t count, const char *subsystem);
