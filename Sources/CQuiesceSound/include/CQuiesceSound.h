// libsndfile, which decodes, and PulseAudio's simple interface, which plays and records: looked up when an app first needs them,
// so that one that makes no sound neither loads nor needs them. Nothing here decides anything.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t frames;
    int rate;
    int channels;
} qs_info;

typedef struct qs_file qs_file;
typedef struct qs_stream qs_stream;

// Whether libsndfile is installed.
bool qs_can_decode(void);
// Opens a sound by its descriptor, which it closes in any case; NULL: libsndfile doesn't know it, or isn't there.
qs_file *qs_open(int fd, qs_info *info);
// A new WAV file of 16 bits, likewise.
qs_file *qs_create(int fd, const qs_info *info);
// Frames that were read; 0 at the end.
int64_t qs_read(qs_file *file, float *samples, int64_t frames);
// Frames that were written.
int64_t qs_write(qs_file *file, const float *samples, int64_t frames);
// The frame that is next; -1: it can't be sought.
int64_t qs_seek(qs_file *file, int64_t frame);
void qs_close(qs_file *file);

// Connects to the sound server and opens a stream, of which the server keeps `latency` milliseconds; NULL: there is none. May
// wait for as long as the server does.
qs_stream *qs_play(const char *name, int rate, int channels, int latency);
qs_stream *qs_record(const char *name, int rate, int channels, int latency);
// Waits until the server has room; false: the stream is gone.
bool qs_put(qs_stream *stream, const float *samples, int64_t count);
// Waits until there are as many samples.
bool qs_take(qs_stream *stream, float *samples, int64_t count);
// Waits until all of it was heard.
void qs_drain(qs_stream *stream);
// Ends it; what the server still has isn't heard.
void qs_end(qs_stream *stream);
