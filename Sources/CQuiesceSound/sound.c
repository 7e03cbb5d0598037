#include "CQuiesceSound.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

// The interfaces as libsndfile.so.1 and libpulse-simple.so.0 keep them.
typedef struct {
    int64_t frames;
    int samplerate, channels, format, sections, seekable;
} sf_info;

typedef struct {
    int format;
    uint32_t rate;
    uint8_t channels;
} pa_spec;

typedef struct {
    uint32_t maxlength, tlength, prebuf, minreq, fragsize;
} pa_buffer;

enum {
    SF_READ = 0x10,
    SF_WRITE = 0x20,
    SF_WAV_PCM_16 = 0x010002,
    PA_FLOAT32LE = 5,
    PA_PLAYBACK = 1,
    PA_RECORD = 2
};

static struct {
    qs_file *(*open_fd)(int, int, sf_info *, int);
    int64_t (*readf_float)(qs_file *, float *, int64_t);
    int64_t (*writef_float)(qs_file *, const float *, int64_t);
    int64_t (*seek)(qs_file *, int64_t, int);
    int (*close)(qs_file *);
} sf;

static struct {
    qs_stream *(*create)(const char *, const char *, int, const char *, const char *, const pa_spec *, const void *,
                         const pa_buffer *, int *);
    int (*write)(qs_stream *, const void *, size_t, int *);
    int (*read)(qs_stream *, void *, size_t, int *);
    int (*drain)(qs_stream *, int *);
    int (*flush)(qs_stream *, int *);
    void (*free)(qs_stream *);
} pa;

static bool has_sf, has_pa;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void *place) {
    void *symbol = library ? dlsym(library, name) : NULL;
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void load(void) {
    void *library = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL);
    has_sf = find(library, "sf_open_fd", &sf.open_fd) && find(library, "sf_readf_float", &sf.readf_float) &&
             find(library, "sf_writef_float", &sf.writef_float) && find(library, "sf_seek", &sf.seek) &&
             find(library, "sf_close", &sf.close);
    library = dlopen("libpulse-simple.so.0", RTLD_NOW | RTLD_LOCAL);
    has_pa = find(library, "pa_simple_new", &pa.create) && find(library, "pa_simple_write", &pa.write) &&
             find(library, "pa_simple_read", &pa.read) && find(library, "pa_simple_drain", &pa.drain) &&
             find(library, "pa_simple_flush", &pa.flush) && find(library, "pa_simple_free", &pa.free);
}

bool qs_can_decode(void) {
    pthread_once(&once, load);
    return has_sf;
}

qs_file *qs_open(int fd, qs_info *info) {
    if (!qs_can_decode()) {
        close(fd);
        return NULL;
    }
    sf_info found = {0};
    qs_file *file = sf.open_fd(fd, SF_READ, &found, 1);
    if (file) *info = (qs_info){found.frames, found.samplerate, found.channels};
    return file;
}

qs_file *qs_create(int fd, const qs_info *info) {
    if (!qs_can_decode()) {
        close(fd);
        return NULL;
    }
    sf_info wanted = {.samplerate = info->rate, .channels = info->channels, .format = SF_WAV_PCM_16};
    return sf.open_fd(fd, SF_WRITE, &wanted, 1);
}

int64_t qs_read(qs_file *file, float *samples, int64_t frames) { return sf.readf_float(file, samples, frames); }
int64_t qs_write(qs_file *file, const float *samples, int64_t frames) { return sf.writef_float(file, samples, frames); }
int64_t qs_seek(qs_file *file, int64_t frame) { return sf.seek(file, frame, SEEK_SET); }
void qs_close(qs_file *file) { sf.close(file); }

static qs_stream *stream(const char *name, int direction, int rate, int channels, int latency) {
    pthread_once(&once, load);
    if (!has_pa) return NULL;
    pa_spec spec = {PA_FLOAT32LE, (uint32_t)rate, (uint8_t)channels};
    uint32_t bytes = (uint32_t)((int64_t)rate * channels * 4 * latency / 1000);
    pa_buffer buffer = {(uint32_t)-1, bytes, (uint32_t)-1, (uint32_t)-1, bytes / 4};
    return pa.create(NULL, name, direction, NULL, name, &spec, NULL, &buffer, NULL);
}

qs_stream *qs_play(const char *name, int rate, int channels, int latency) {
    return stream(name, PA_PLAYBACK, rate, channels, latency);
}

qs_stream *qs_record(const char *name, int rate, int channels, int latency) {
    return stream(name, PA_RECORD, rate, channels, latency);
}

bool qs_put(qs_stream *s, const float *samples, int64_t count) {
    return pa.write(s, samples, (size_t)count * sizeof *samples, NULL) == 0;
}

bool qs_take(qs_stream *s, float *samples, int64_t count) {
    return pa.read(s, samples, (size_t)count * sizeof *samples, NULL) == 0;
}

void qs_drain(qs_stream *s) { pa.drain(s, NULL); }

void qs_end(qs_stream *s) {
    pa.flush(s, NULL);
    pa.free(s);
}
