// The axis above the lanes, and the whole above that.

class Overview {
  constructor(painter) { this.painter = painter; }

  axis(context, width, height) {
    const { colours, view, model } = this.painter;
    context.fillStyle = colours.ground;
    context.fillRect(0, 0, width, height);
    context.textBaseline = 'middle';
    context.font = `11px ${FONT}`;
    const step = this.painter.step(width);
    for (const tick of this.painter.ticks(width)) {
      const x = view.x(tick, width);
      context.fillStyle = colours.line;
      context.fillRect(Math.round(x), height - 7, 1, 7);
      context.fillStyle = colours.quiet;
      const text = this.painter.clock.tick(tick, step);
      const room = context.measureText(text).width / 2;
      if (x - room > 0 && x + room < width) context.fillText(text, x - room, height - 13);
    }
    context.fillStyle = colours.text;
    context.font = `600 11px ${FONT}`;
    const left = this.painter.clock.date(Math.max(view.from, model.from));
    context.fillText(left, 6, 9);
    const now = view.x(model.now, width);
    const isClear = now > context.measureText(left).width + 30;
    if (isClear && now < width - 16) {
      context.fillStyle = colours.accent;
      context.fillText(model.end > model.now && now < width - 110 ? 'now  ▸ foreseen' : 'now', now + 4, 9);
    }
  }

  // The whole: where decisions are, and which part is seen.
  overview(context, width, height) {
    const { painter } = this;
    const { colours, view, model } = painter;
    const known = [width, height, painter.version, painter.matchRows];
    if (!this.known || known.some((value, at) => value !== this.known[at])) {
      this.known = known;
      this.picture ??= document.createElement('canvas');
      this.whole(fit(this.picture, width, height), width, height);
    }
    context.drawImage(this.picture, 0, 0, width, height);
    const [from, to] = [this.place(view.from, width), this.place(view.to, width)];
    context.fillStyle = colours.accent;
    context.fillRect(this.place(model.now, width), 0, 1.5, height);
    context.globalAlpha = 0.14;
    context.fillRect(from, 0, Math.max(3, to - from), height);
    context.globalAlpha = 1;
    context.fillRect(from, height - 2, Math.max(3, to - from), 2);
  }

  place(time, width) {
    const { least, most } = this.painter.view;
    return (time - least) / (most - least) * width;
  }

  whole(context, width, height) {
    const { colours, model, matchRows } = this.painter;
    context.fillStyle = colours.raised;
    context.fillRect(0, 0, width, height);
    const density = this.countAll(Math.ceil(width));
    const most = Math.log2(1 + this.densest);
    for (let x = 0; x < density.length; x++) {
      if (!density[x]) continue;
      const tall = Math.log2(1 + density[x]) / most * (height - 8);
      context.fillStyle = this.severe[x] ? colours.kill : colours.call;
      context.fillRect(x, height - 3 - tall, 1, tall);
    }
    if (!matchRows) return;
    context.fillStyle = colours.found;
    for (const row of matchRows) context.fillRect(this.place(model.times[row], width), 0, 1.5, 5);
  }

  countAll(width) {
    const { model, view } = this.painter;
    const density = new Int32Array(width);
    this.severe = new Uint8Array(width);
    const kill = MARKS.length - 1;
    for (let row = 0; row < model.count; row++) {
      const x = Math.floor((model.times[row] - view.least) / (view.most - view.least) * width);
      density[x]++;
      if (model.marks[row] === kill) this.severe[x] = 1;
    }
    this.densest = density.reduce((most, count) => Math.max(most, count), 1);
    return density;
  }
}
