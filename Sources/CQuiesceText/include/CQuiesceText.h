#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Text that is measured, and pictures that are painted: by Pango and cairo, which are loaded when
// the first function here is called. Sizes are points; weights are those of OpenType.

// Whether both libraries are there. All else here needs that.
bool qt_available(void);

// One line of a text that was broken into lines.
typedef struct {
    // Bytes of the text.
    int32_t start, length;
    double width;
    // How far ink reaches above and below the base line.
    double above, below;
    bool is_right_to_left;
} qt_line;

// Breaks `text` where a line would be wider than `width`, between words where it can; a negative
// width breaks only at its own ends of lines. Returns how many lines there are, of which the first
// `most` are in `lines`.
int32_t qt_break(const char *font, const char *text, int32_t bytes, double size, int32_t weight, double width,
                 qt_line *lines, int32_t most);

// A picture of points, each `scale` pixels. NULL: it would be too large.
typedef struct qt_canvas qt_canvas;
qt_canvas *qt_canvas_new(double width, double height, double scale);
void qt_canvas_free(qt_canvas *canvas);

// Moves all drawing until `qt_restore` by x and y.
void qt_save(qt_canvas *canvas, double x, double y);
void qt_restore(qt_canvas *canvas);
// Nothing is drawn outside of this rectangle until `qt_restore`.
void qt_clip(qt_canvas *canvas, double width, double height, double radius);
// All drawing until `qt_end_group` is so opaque, as a whole.
void qt_begin_group(qt_canvas *canvas);
void qt_end_group(qt_canvas *canvas, double alpha);

// Colours are 0xRRGGBBAA.
void qt_fill(qt_canvas *canvas, double width, double height, double radius, uint32_t color);
// A frame with a cross in it, for an image that isn't there.
void qt_cross(qt_canvas *canvas, double width, double height, uint32_t color);
// One line, whose left end is at x.
void qt_text(qt_canvas *canvas, const char *font, const char *text, int32_t bytes, double x, double baseline,
             double size, int32_t weight, uint32_t color);
// A PNG, as large as fits, in the middle. Returns false when it is none.
bool qt_image(qt_canvas *canvas, const uint8_t *png, size_t count, double width, double height);

// The picture as PNG, for `free`. NULL: there is no memory for it.
uint8_t *qt_png(qt_canvas *canvas, size_t *count);
