#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

struct qt_library qt;

static bool available;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void *place) {
    // Covers all libraries that this one brings along.
    void *symbol = dlsym(library, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void load(void) {
    void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    available = true;
#define QT_FIND(result, name, ...) available = find(library, #name, &qt.name) && available;
    QT_FUNCTIONS(QT_FIND)
#undef QT_FIND
}

bool qt_available(void) {
    pthread_once(&once, load);
    return available;
}

// A cairo context of no size, which measures text. Not hinted: a text is as wide at any scale.
static cairo_t *ruler(void) {
    static _Thread_local cairo_t *ruler;
    if (!ruler) {
        cairo_surface_t *surface = qt.cairo_image_surface_create(QT_ARGB32, 1, 1);
        ruler = qt.cairo_create(surface);
        qt.cairo_surface_destroy(surface);
    }
    return ruler;
}

PangoLayout *qt_layout(cairo_t *cairo, const char *font, const char *text, int32_t bytes, double size,
                       int32_t weight) {
    PangoLayout *layout = qt.pango_cairo_create_layout(cairo);
    PangoContext *context = qt.pango_layout_get_context(layout);
    cairo_font_options_t *options = qt.cairo_font_options_create();
    qt.cairo_font_options_set_hint_style(options, QT_HINT_STYLE_NONE);
    qt.cairo_font_options_set_hint_metrics(options, QT_HINT_METRICS_OFF);
    qt.cairo_font_options_set_antialias(options, QT_ANTIALIAS_GRAY);
    qt.pango_cairo_context_set_font_options(context, options);
    qt.cairo_font_options_destroy(options);
    qt.pango_context_set_round_glyph_positions(context, 0);
    PangoFontDescription *description = qt.pango_font_description_new();
    qt.pango_font_description_set_family(description, font);
    qt.pango_font_description_set_absolute_size(description, size * QT_SCALE);
    qt.pango_font_description_set_weight(description, weight);
    qt.pango_layout_set_font_description(layout, description);
    qt.pango_font_description_free(description);
    qt.pango_layout_set_text(layout, text, bytes);
    return layout;
}

int32_t qt_break(const char *font, const char *text, int32_t bytes, double size, int32_t weight, double width,
                 qt_line *lines, int32_t most) {
    PangoLayout *layout = qt_layout(ruler(), font, text, bytes, size, weight);
    if (width >= 0) {
        qt.pango_layout_set_width(layout, (int)(width * QT_SCALE));
        qt.pango_layout_set_wrap(layout, QT_WRAP_WORD_CHAR);
    }
    int32_t count = qt.pango_layout_get_line_count(layout);
    for (int32_t index = 0; index < count && index < most; index++) {
        PangoLayoutLine *line = qt.pango_layout_get_line_readonly(layout, index);
        PangoRectangle ink, logical;
        qt.pango_layout_line_get_extents(line, &ink, &logical);
        lines[index] = (qt_line){
            .start = line->start_index,
            .length = line->length,
            .width = (double)logical.width / QT_SCALE,
            .above = (double)-ink.y / QT_SCALE,
            .below = (double)(ink.y + ink.height) / QT_SCALE,
            .is_right_to_left = line->resolved_dir == QT_DIRECTION_RTL,
        };
    }
    qt.g_object_unref(layout);
    return count;
}
