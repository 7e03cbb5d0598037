#include "library.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct qt_canvas {
    cairo_t *cairo;
};

enum { most_pixels = 16384 };

qt_canvas *qt_canvas_new(double width, double height, double scale) {
    double across = ceil(width * scale), down = ceil(height * scale);
    if (!(across >= 1 && across <= most_pixels && down >= 1 && down <= most_pixels)) return NULL;
    cairo_surface_t *surface = qt.cairo_image_surface_create(QT_ARGB32, (int)across, (int)down);
    if (qt.cairo_surface_status(surface) != QT_STATUS_SUCCESS) {
        qt.cairo_surface_destroy(surface);
        return NULL;
    }
    qt_canvas *canvas = malloc(sizeof *canvas);
    if (canvas) {
        canvas->cairo = qt.cairo_create(surface);
        qt.cairo_scale(canvas->cairo, scale, scale);
    }
    qt.cairo_surface_destroy(surface);
    return canvas;
}

void qt_canvas_free(qt_canvas *canvas) {
    qt.cairo_destroy(canvas->cairo);
    free(canvas);
}

void qt_save(qt_canvas *canvas, double x, double y) {
    qt.cairo_save(canvas->cairo);
    qt.cairo_translate(canvas->cairo, x, y);
}

void qt_restore(qt_canvas *canvas) { qt.cairo_restore(canvas->cairo); }

static void rectangle(cairo_t *cairo, double width, double height, double radius) {
    radius = fmin(radius, fmin(width, height) / 2);
    qt.cairo_new_path(cairo);
    if (radius <= 0) return qt.cairo_rectangle(cairo, 0, 0, width, height);
    qt.cairo_arc(cairo, width - radius, radius, radius, -M_PI_2, 0);
    qt.cairo_arc(cairo, width - radius, height - radius, radius, 0, M_PI_2);
    qt.cairo_arc(cairo, radius, height - radius, radius, M_PI_2, M_PI);
    qt.cairo_arc(cairo, radius, radius, radius, M_PI, 3 * M_PI_2);
    qt.cairo_close_path(cairo);
}

void qt_clip(qt_canvas *canvas, double width, double height, double radius) {
    rectangle(canvas->cairo, width, height, radius);
    qt.cairo_clip(canvas->cairo);
}

void qt_begin_group(qt_canvas *canvas) { qt.cairo_push_group(canvas->cairo); }

void qt_end_group(qt_canvas *canvas, double alpha) {
    qt.cairo_pop_group_to_source(canvas->cairo);
    qt.cairo_paint_with_alpha(canvas->cairo, alpha);
}

static void choose(qt_canvas *canvas, uint32_t color) {
    qt.cairo_set_source_rgba(canvas->cairo, (color >> 24) / 255.0, (color >> 16 & 255) / 255.0,
                             (color >> 8 & 255) / 255.0, (color & 255) / 255.0);
}

void qt_fill(qt_canvas *canvas, double width, double height, double radius, uint32_t color) {
    choose(canvas, color);
    rectangle(canvas->cairo, width, height, radius);
    qt.cairo_fill(canvas->cairo);
}

void qt_cross(qt_canvas *canvas, double width, double height, uint32_t color) {
    choose(canvas, color);
    rectangle(canvas->cairo, width, height, 0);
    qt.cairo_move_to(canvas->cairo, 0, 0);
    qt.cairo_line_to(canvas->cairo, width, height);
    qt.cairo_move_to(canvas->cairo, width, 0);
    qt.cairo_line_to(canvas->cairo, 0, height);
    qt.cairo_set_line_width(canvas->cairo, 1);
    qt.cairo_stroke(canvas->cairo);
}

void qt_text(qt_canvas *canvas, const char *font, const char *text, int32_t bytes, double x, double baseline,
             double size, int32_t weight, uint32_t color) {
    PangoLayout *layout = qt_layout(canvas->cairo, font, text, bytes, size, weight);
    choose(canvas, color);
    qt.cairo_move_to(canvas->cairo, x, baseline);
    qt.pango_cairo_show_layout_line(canvas->cairo, qt.pango_layout_get_line_readonly(layout, 0));
    qt.g_object_unref(layout);
}

struct bytes {
    uint8_t *bytes;
    size_t count, done;
};

static cairo_status_t take(void *closure, unsigned char *data, unsigned int length) {
    struct bytes *source = closure;
    if (source->count - source->done < length) return QT_STATUS_READ_ERROR;
    memcpy(data, source->bytes + source->done, length);
    source->done += length;
    return QT_STATUS_SUCCESS;
}

bool qt_image(qt_canvas *canvas, const uint8_t *png, size_t count, double width, double height) {
    struct bytes source = {(uint8_t *)png, count, 0};
    cairo_surface_t *image = qt.cairo_image_surface_create_from_png_stream(take, &source);
    bool is_image = qt.cairo_surface_status(image) == QT_STATUS_SUCCESS;
    if (is_image) {
        cairo_t *cairo = canvas->cairo;
        double across = qt.cairo_image_surface_get_width(image), down = qt.cairo_image_surface_get_height(image);
        // Whole, in the middle, as SVG has it.
        double scale = fmin(width / across, height / down);
        qt.cairo_save(cairo);
        qt.cairo_translate(cairo, (width - across * scale) / 2, (height - down * scale) / 2);
        qt.cairo_scale(cairo, scale, scale);
        qt.cairo_set_source_surface(cairo, image, 0, 0);
        qt.cairo_pattern_set_filter(qt.cairo_get_source(cairo), QT_FILTER_BEST);
        qt.cairo_rectangle(cairo, 0, 0, across, down);
        qt.cairo_fill(cairo);
        qt.cairo_restore(cairo);
    }
    qt.cairo_surface_destroy(image);
    return is_image;
}

static cairo_status_t put(void *closure, unsigned char *data, unsigned int length) {
    struct bytes *file = closure;
    if (file->count - file->done < length) {
        size_t count = (file->done + length) * 2;
        uint8_t *bytes = realloc(file->bytes, count);
        if (!bytes) return QT_STATUS_NO_MEMORY;
        file->bytes = bytes;
        file->count = count;
    }
    memcpy(file->bytes + file->done, data, length);
    file->done += length;
    return QT_STATUS_SUCCESS;
}

uint8_t *qt_png(qt_canvas *canvas, size_t *count) {
    struct bytes file = {0};
    cairo_surface_t *surface = qt.cairo_get_target(canvas->cairo);
    if (qt.cairo_surface_write_to_png_stream(surface, put, &file) != QT_STATUS_SUCCESS) {
        free(file.bytes);
        return NULL;
    }
    *count = file.done;
    return file.bytes;
}
