// libxcb, and its part for the X-Resource extension.
#pragma once

#include <xcb/res.h>
#include <xcb/xcb.h>

// Swift takes the variable for one that threads might change.
static inline xcb_extension_t *cxcb_resource_extension(void) { return &xcb_res_id; }
