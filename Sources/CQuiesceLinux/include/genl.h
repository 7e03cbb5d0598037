#pragma once

// What the kernel says to that group of a family of generic netlink, such as "thermal" and "event":
// a socket, close-on-exec and not blocking, or -errno; ENOENT: there is none.
int ql_genl_group_socket(const char *family, const char *group);
