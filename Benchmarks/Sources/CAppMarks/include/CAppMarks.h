// What an app under measurement marks. Linking this replaces poll() and recvmsg() in the app by
// versions that mark when they return to the main thread.
#pragma once

enum {
    QB_AWAKE = 101,     // poll() returned
    QB_RECEIVED = 102,  // recvmsg() returned a datagram
    QB_FETCH = 103,     // the first instruction of each delegate method
    QB_LAUNCHED = 104,
    QB_FOREGROUND = 105,
    QB_ACTIVE = 106,
};

// Marks go to `path` from here on.
void qb_app_open(const char *path);
void qb_app_mark(long step);
// Starts threads that sleep for ever, as many apps have.
void qb_app_idle_threads(int count);
