// States that are too short to be seen by themselves, gathered in cells of a few pixels.

// Pixels that are drawn as one.
const CELL = 2;
// So many pixels are seen by themselves.
const SHORT = 4;
// The liveliest is never lost: notRunning, inactive, active, background, suspended.
const LIVELY = [0, 3, 4, 2, 1];

class Cells {
  // `draw` gets the longest and the liveliest state, and the first and the last cell that are so.
  constructor(draw) {
    this.draw = draw;
    this.lengths = new Float64Array(LIVELY.length);
    this.cell = -1;
    this.run = null;
  }

  add(from, to, state) {
    for (let cell = Math.floor(from / CELL), begin = from; begin <= to; cell++, begin = cell * CELL) {
      if (cell !== this.cell) this.close();
      this.cell = cell;
      // A mark without length was there, too.
      this.lengths[state] += Math.min(to, (cell + 1) * CELL) - begin + 1e-6;
    }
  }

  close() {
    if (this.cell < 0) return;
    let longest = -1, liveliest = -1;
    this.lengths.forEach((length, state) => {
      if (!length) return;
      if (longest < 0 || length > this.lengths[longest]) longest = state;
      if (liveliest < 0 || LIVELY[state] > LIVELY[liveliest]) liveliest = state;
    });
    this.lengths.fill(0);
    const { run, cell } = this;
    this.cell = -1;
    if (run && run.last === cell - 1 && run.longest === longest && run.liveliest === liveliest) {
      run.last = cell;
      return;
    }
    this.end();
    this.run = { longest, liveliest, first: cell, last: cell };
  }

  end() {
    if (this.run) this.draw(this.run.longest, this.run.liveliest, this.run.first, this.run.last);
    this.run = null;
  }

  flush() {
    this.close();
    this.end();
  }
}
