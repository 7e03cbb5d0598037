// libsystemd's sd-bus. What of it is variadic isn't used.
#pragma once

#include <systemd/sd-bus.h>
