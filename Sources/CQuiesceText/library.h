#pragma once

#include "CQuiesceText.h"

// The interfaces of Pango 1.44 and later and of cairo, as libpangocairo-1.0.so.0 and the libraries
// that it brings keep them.
typedef struct cairo_t cairo_t;
typedef struct cairo_surface_t cairo_surface_t;
typedef struct cairo_font_options_t cairo_font_options_t;
typedef struct cairo_pattern_t cairo_pattern_t;
typedef struct PangoLayout PangoLayout;
typedef struct PangoContext PangoContext;
typedef struct PangoFontDescription PangoFontDescription;
typedef int cairo_status_t;
typedef cairo_status_t (*cairo_stream_t)(void *closure, unsigned char *data, unsigned int length);

typedef struct {
    int x, y, width, height;
} PangoRectangle;

typedef struct {
    PangoLayout *layout;
    int start_index, length;
    void *runs;
    unsigned is_paragraph_start : 1;
    unsigned resolved_dir : 3;
} PangoLayoutLine;

enum {
    QT_SCALE = 1024,
    QT_WRAP_WORD_CHAR = 2,
    QT_DIRECTION_RTL = 1,
    QT_ARGB32 = 0,
    QT_HINT_STYLE_NONE = 1,
    QT_HINT_METRICS_OFF = 1,
    QT_ANTIALIAS_GRAY = 2,
    QT_FILTER_BEST = 2,
    QT_STATUS_SUCCESS = 0,
    QT_STATUS_NO_MEMORY = 1,
    QT_STATUS_READ_ERROR = 10,
};

#define QT_FUNCTIONS(f)                                                                       \
    f(cairo_surface_t *, cairo_image_surface_create, (int, int, int))                         \
    f(cairo_surface_t *, cairo_image_surface_create_from_png_stream, (cairo_stream_t, void *)) \
    f(int, cairo_image_surface_get_width, (cairo_surface_t *))                                \
    f(int, cairo_image_surface_get_height, (cairo_surface_t *))                               \
    f(cairo_status_t, cairo_surface_status, (cairo_surface_t *))                              \
    f(cairo_status_t, cairo_surface_write_to_png_stream, (cairo_surface_t *, cairo_stream_t, void *)) \
    f(void, cairo_surface_destroy, (cairo_surface_t *))                                       \
    f(cairo_t *, cairo_create, (cairo_surface_t *))                                           \
    f(cairo_surface_t *, cairo_get_target, (cairo_t *))                                       \
    f(void, cairo_destroy, (cairo_t *))                                                       \
    f(void, cairo_save, (cairo_t *))                                                          \
    f(void, cairo_restore, (cairo_t *))                                                       \
    f(void, cairo_translate, (cairo_t *, double, double))                                     \
    f(void, cairo_scale, (cairo_t *, double, double))                                         \
    f(void, cairo_new_path, (cairo_t *))                                                      \
    f(void, cairo_move_to, (cairo_t *, double, double))                                       \
    f(void, cairo_line_to, (cairo_t *, double, double))                                       \
    f(void, cairo_rectangle, (cairo_t *, double, double, double, double))                     \
    f(void, cairo_arc, (cairo_t *, double, double, double, double, double))                   \
    f(void, cairo_close_path, (cairo_t *))                                                    \
    f(void, cairo_clip, (cairo_t *))                                                          \
    f(void, cairo_fill, (cairo_t *))                                                          \
    f(void, cairo_stroke, (cairo_t *))                                                        \
    f(void, cairo_paint, (cairo_t *))                                                         \
    f(void, cairo_paint_with_alpha, (cairo_t *, double))                                      \
    f(void, cairo_push_group, (cairo_t *))                                                    \
    f(void, cairo_pop_group_to_source, (cairo_t *))                                           \
    f(void, cairo_set_line_width, (cairo_t *, double))                                        \
    f(void, cairo_set_source_rgba, (cairo_t *, double, double, double, double))               \
    f(void, cairo_set_source_surface, (cairo_t *, cairo_surface_t *, double, double))         \
    f(cairo_pattern_t *, cairo_get_source, (cairo_t *))                                       \
    f(void, cairo_pattern_set_filter, (cairo_pattern_t *, int))                               \
    f(cairo_font_options_t *, cairo_font_options_create, (void))                              \
    f(void, cairo_font_options_destroy, (cairo_font_options_t *))                             \
    f(void, cairo_font_options_set_antialias, (cairo_font_options_t *, int))                  \
    f(void, cairo_font_options_set_hint_style, (cairo_font_options_t *, int))                 \
    f(void, cairo_font_options_set_hint_metrics, (cairo_font_options_t *, int))               \
    f(PangoLayout *, pango_cairo_create_layout, (cairo_t *))                                  \
    f(void, pango_cairo_context_set_font_options, (PangoContext *, const cairo_font_options_t *)) \
    f(void, pango_cairo_show_layout_line, (cairo_t *, PangoLayoutLine *))                     \
    f(PangoContext *, pango_layout_get_context, (PangoLayout *))                              \
    f(void, pango_context_set_round_glyph_positions, (PangoContext *, int))                   \
    f(PangoFontDescription *, pango_font_description_new, (void))                             \
    f(void, pango_font_description_free, (PangoFontDescription *))                            \
    f(void, pango_font_description_set_family, (PangoFontDescription *, const char *))        \
    f(void, pango_font_description_set_absolute_size, (PangoFontDescription *, double))       \
    f(void, pango_font_description_set_weight, (PangoFontDescription *, int))                 \
    f(void, pango_layout_set_font_description, (PangoLayout *, const PangoFontDescription *)) \
    f(void, pango_layout_set_text, (PangoLayout *, const char *, int))                        \
    f(void, pango_layout_set_width, (PangoLayout *, int))                                     \
    f(void, pango_layout_set_wrap, (PangoLayout *, int))                                      \
    f(int, pango_layout_get_line_count, (PangoLayout *))                                      \
    f(PangoLayoutLine *, pango_layout_get_line_readonly, (PangoLayout *, int))                \
    f(void, pango_layout_line_get_extents, (PangoLayoutLine *, PangoRectangle *, PangoRectangle *)) \
    f(void, g_object_unref, (void *))

#define QT_DECLARE(result, name, arguments) result(*name) arguments;
struct qt_library {
    QT_FUNCTIONS(QT_DECLARE)
};
#undef QT_DECLARE

extern struct qt_library qt;

// A text in a font, not broken into lines.
PangoLayout *qt_layout(cairo_t *cairo, const char *font, const char *text, int32_t bytes, double size,
                       int32_t weight);
