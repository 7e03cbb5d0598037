// The stretch of time that is seen, and how it is moved.

class View {
  static LEAST = MILLISECOND;

  constructor(model, changed) {
    this.model = model;
    this.changed = changed;
    this.least = model.from - Math.max(model.now - model.from, MILLISECOND) * 0.02;
    this.most = model.end + (model.end - model.from) * 0.02;
    this.begin();
  }

  // All of it, or the last day before now, with some of what is to come.
  begin() {
    const { model } = this;
    const seen = Math.min(model.now - model.from, 30 * HOUR);
    const ahead = Math.min(model.end - model.now, seen * 0.22);
    this.set(model.now - Math.max(seen, MILLISECOND) * 1.01, model.now + ahead + seen * 0.01);
  }

  get length() { return this.to - this.from; }

  set(from, to) {
    const length = Math.min(Math.max(to - from, View.LEAST), this.most - this.least);
    const middle = (from + to) / 2;
    let begin = middle - length / 2;
    begin = Math.max(this.least, Math.min(begin, this.most - length));
    this.from = begin;
    this.to = begin + length;
    this.changed();
  }

  all() { this.set(this.least, this.most); }
  pan(by) { this.set(this.from + by, this.to + by); }

  zoom(factor, at = (this.from + this.to) / 2) {
    const length = Math.min(Math.max(this.length * factor, View.LEAST), this.most - this.least);
    const part = (at - this.from) / this.length;
    this.set(at - part * length, at + (1 - part) * length);
  }

  // A stretch of this length around what is seen, at its end where that is now.
  span(length) {
    const now = this.model.now;
    const middle = this.from < now && now < this.to ? now - length * 0.45 : (this.from + this.to) / 2;
    this.set(middle - length / 2, middle + length / 2);
  }

  reveal(time) {
    if (time < this.from + this.length * 0.01 || time > this.to - this.length * 0.01) {
      this.set(time - this.length / 2, time + this.length / 2);
    }
  }

  // Where on a width of so many pixels.
  x(time, width) { return (time - this.from) / this.length * width; }
  time(x, width) { return this.from + x / width * this.length; }
}
