// libxcb, and its parts for the extensions Record and X-Resource.
#pragma once

#include <xcb/record.h>
#include <xcb/res.h>
#include <xcb/xcb.h>

// Swift takes the variables for ones that threads might change.
static inline xcb_extension_t *cxcb_record_extension(void) { return &xcb_record_id; }
static inline xcb_extension_t *cxcb_resource_extension(void) { return &xcb_res_id; }
