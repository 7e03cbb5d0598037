// libpulse: PulseAudio's interface, which PipeWire serves as well.
#pragma once

#include <pulse/pulseaudio.h>
