"""Writes Fuzz/Corpus/audio/sound-*: short sounds in all codecs that libsndfile writes, and to Fixtures/ what
libsndfile decodes each to, in 16 bits of this machine's order (of floats: what it was made of). Needs libsndfile1; run it to make them anew."""

import ctypes
import math
import os

PCM_S8, PCM_16, PCM_24, PCM_32, PCM_U8, FLOAT, DOUBLE, ULAW, ALAW, IMA = 1, 2, 3, 4, 5, 6, 7, 0x10, 0x11, 0x12
CODECS = {
    ("wav", 0x010000): dict(u8=PCM_U8, s16=PCM_16, s24=PCM_24, s32=PCM_32, f32=FLOAT, f64=DOUBLE,
                            ulaw=ULAW, alaw=ALAW, ima=IMA),
    ("wavex", 0x130000): dict(s16=PCM_16, s24=PCM_24, f32=FLOAT, ulaw=ULAW),
    ("aiff", 0x020000): dict(s8=PCM_S8, s16=PCM_16, s24=PCM_24, s32=PCM_32, f32=FLOAT, f64=DOUBLE,
                             ulaw=ULAW, alaw=ALAW, ima=IMA),
    ("caf", 0x180000): dict(s8=PCM_S8, s16=PCM_16, s24=PCM_24, s32=PCM_32, f32=FLOAT, f64=DOUBLE,
                            ulaw=ULAW, alaw=ALAW),
}
ORDERS = [("", 0, None), ("-little", 0x10000000, {"aiff": ["s16"], "caf": ["s16", "s24", "f32"]})]


class Info(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64), ("samplerate", ctypes.c_int), ("channels", ctypes.c_int),
                ("format", ctypes.c_int), ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


library = ctypes.CDLL("libsndfile.so.1")
library.sf_open.restype = ctypes.c_void_p
library.sf_open.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(Info)]
for function in (library.sf_writef_short, library.sf_readf_short):
    function.restype = ctypes.c_int64
    function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
library.sf_close.argtypes = [ctypes.c_void_p]
library.sf_command.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_int]


HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "../../../Fuzz/Corpus/audio")


def make(name, kind, channels, frames=160):
    path = os.path.join(CORPUS, "sound-" + name)
    values = [int(9000 * math.sin(frame / 5) + 6000 * math.sin(frame / (2 + channel)))
              for frame in range(frames) for channel in range(channels)]
    samples = (ctypes.c_short * len(values))(*values)
    info = Info(samplerate=8000, channels=channels, format=kind)
    file = library.sf_open(path.encode(), 0x20, ctypes.byref(info))
    assert file, path
    library.sf_command(file, 0x1015, None, 1)  # Floats are from -1 to 1.
    assert library.sf_writef_short(file, samples, frames) == frames
    library.sf_close(file)
    info = Info()
    file = library.sf_open(path.encode(), 0x10, ctypes.byref(info))
    read = (ctypes.c_short * (int(info.frames) * channels))()
    count = library.sf_readf_short(file, read, info.frames)
    library.sf_close(file)
    with open(os.path.join(HERE, "Fixtures", name + ".s16"), "wb") as out:
        is_float = kind & 0xFF in (FLOAT, DOUBLE)
        out.write(bytes(samples) if is_float else bytes(read)[:count * channels * 2])


def main():
    for (container, major), codecs in CODECS.items():
        for order, flag, only in ORDERS:
            for codec, minor in codecs.items():
                if only is not None and codec not in only.get(container, []):
                    continue
                # MA4's channels are coded apart; in AIFF libsndfile writes mono alone.
                for channels in (1, 2) if codec == "ima" and container == "wav" else (
                        1,) if codec == "ima" else (2,):
                    name = "%s-%s%s-%d" % (container, codec, order, channels)
                    make(name, major | minor | flag, channels)


main()
