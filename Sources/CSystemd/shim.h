// libsystemd's sd-bus and sd-daemon. What of them is variadic isn't used.
#pragma once

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
