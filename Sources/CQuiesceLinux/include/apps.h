// What the SDK needs inside an app.
#pragma once

// Like ql_connect, but never waits: -EAGAIN where the daemon's backlog is full. The socket is
// non-blocking.
int ql_connect_now(const char *path);
// The descriptor that is readable when the main dispatch queue has work, as the run loop uses it.
int ql_main_queue_descriptor(void);
// Makes stdout write each line when it ends, also into a file.
void ql_buffer_stdout_by_line(void);

// Has QuiesceKitNetworking begin, in an app that links it.
void ql_networking_begins(void);
