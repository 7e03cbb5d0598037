// Drawing, on canvases: what falls on the same pixels is gathered first, so that a hundred thousand decisions cost
// no more than a screen has room for.

const SPRITE = 14;
const DIM = new Set(['off', 'asleep', 'locked', 'none']);
const ALERT = new Set(['kept awake']);

class Painter {
  constructor(model, view, lanes, clock) {
    Object.assign(this, { model, view, lanes, clock, shown: MARKS.map(() => true), matches: null, focus: -1, pinned: -1, moment: NaN });
    this.recolour();
  }

  recolour() {
    this.colours = palette();
    this.sprites = [];
    this.version = (this.version ?? 0) + 1;
  }

  // A mark is drawn once, and then copied.
  sprite(context, number, x, y) {
    const ratio = context.getTransform().a;
    if (this.ratio !== ratio) { this.ratio = ratio; this.sprites = []; }
    if (!this.sprites[number]) {
      this.sprites[number] = document.createElement('canvas');
      mark(fit(this.sprites[number], SPRITE, SPRITE, ratio), this.colours, number, SPRITE / 2, SPRITE / 2);
    }
    context.drawImage(this.sprites[number], x - SPRITE / 2, y - SPRITE / 2, SPRITE, SPRITE);
  }

  // The lanes from `top` down, on a canvas of this size.
  plot(context, width, height, top) {
    const { colours, view, model } = this;
    context.fillStyle = colours.ground;
    context.fillRect(0, 0, width, height);
    this.grid(context, width, height);
    for (const place of this.lanes.places) {
      const y = place.top - top;
      if (y + place.height < 0 || y > height) continue;
      if (place.lane.number < 0) this.device(context, place, y, width); else this.app(context, place, y, width);
      this.marks(context, place, y, width);
      this.planned(context, place, y, width);
      context.fillStyle = colours.faint;
      context.fillRect(0, y + place.height - 1, width, 1);
    }
    this.moments(context, width, height);
    if (this.pinned >= 0) this.ring(context, this.pinned, top, width, colours.accent, true);
    if (this.focus >= 0 && this.focus !== this.pinned) this.ring(context, this.focus, top, width, colours.text, false);
  }

  grid(context, width, height) {
    const { colours, view, model } = this;
    const now = view.x(model.now, width);
    if (now < width) {
      context.fillStyle = colours.raised;
      context.fillRect(Math.max(0, now), 0, width, height);
    }
    context.fillStyle = colours.faint;
    for (const tick of this.ticks(width)) context.fillRect(Math.round(view.x(tick, width)), 0, 1, height);
  }

  step(width) {
    const room = this.view.length / Math.max(1, width / 84);
    return STEPS.find(step => step >= room) ?? STEPS[STEPS.length - 1];
  }
  ticks(width) { return this.clock.ticks(this.view.from, this.view.to, this.step(width)); }

  // Now, restarts, and what isn't recorded.
  moments(context, width, height) {
    const { colours, view, model } = this;
    for (let at = 0; at < model.gaps.length; at += 2) {
      const [from, to] = [view.x(model.gaps[at], width), view.x(model.gaps[at + 1], width)];
      if (to < 0 || from > width) continue;
      context.fillStyle = colours.gap;
      context.globalAlpha = 0.25;
      context.fillRect(from, 0, Math.max(2, to - from), height);
      context.globalAlpha = 1;
    }
    context.setLineDash([3, 3]);
    context.lineWidth = 1;
    for (const { time } of model.restarts) {
      const x = Math.round(view.x(time, width)) + 0.5;
      if (x < 0 || x > width) continue;
      context.strokeStyle = colours.kill;
      context.beginPath(); context.moveTo(x, 0); context.lineTo(x, height); context.stroke();
    }
    context.setLineDash([]);
    const now = Math.round(view.x(model.now, width));
    context.fillStyle = colours.accent;
    if (now >= 0 && now <= width) context.fillRect(now - 1, 0, 2, height);
    const moment = Math.round(view.x(this.moment, width));
    context.fillStyle = colours.text;
    if (moment >= 0 && moment <= width) context.fillRect(moment, 0, 1, height);
  }

  // Bands of a lane. Of those that share a cell the longest is drawn, and below it the liveliest; cells that are alike
  // are one.
  app(context, { lane }, y, width) {
    const { view, model } = this;
    const { stateTimes: times, states } = lane;
    const end = Math.min(width, view.x(model.now, width));
    const scale = width / view.length;
    const cells = new Cells((longest, liveliest, first, last) => {
      this.band(context, model.states[longest], first * CELL, (last + 1) * CELL, y, liveliest === longest);
      if (liveliest !== longest) this.strip(context, model.states[liveliest], first * CELL, (last + 1) * CELL, y);
    });
    for (let at = Math.max(0, lastUntil(times, view.from)); at < times.length && times[at] <= view.to; at++) {
      const from = Math.max(0, (times[at] - view.from) * scale);
      const to = at + 1 < times.length ? Math.min(end, (times[at + 1] - view.from) * scale) : end;
      if (to <= 0) continue;
      if (to - from < SHORT) {
        cells.add(from, to, states[at]);
      } else {
        cells.flush();
        this.band(context, model.states[states[at]], from, to, y);
      }
    }
    cells.flush();
    this.spans(context, lane, y, width);
  }

  strip(context, state, from, to, y) {
    context.fillStyle = this.colours[state];
    context.fillRect(from, y + BAND_TOP + BAND_HEIGHT * 0.6, to - from, BAND_HEIGHT * 0.4);
  }

  spans(context, { spans, longest }, y, width) {
    const { colours, view } = this;
    const scale = width / view.length;
    // Those that lie closely together are one bar.
    const runs = [null, null];
    const flush = level => {
      const run = runs[level];
      if (!run) return;
      context.fillStyle = colours[MARKS[run.mark].name];
      context.fillRect(run.left, y + SPAN_TOP + level * 5, Math.max(1.5, run.right - run.left), SPAN_HEIGHT);
      runs[level] = null;
    };
    context.globalAlpha = 0.85;
    let at = firstFrom(spans, view.from - longest, span => span.from);
    for (; at < spans.length && spans[at].from <= view.to; at++) {
      const { from, to, level, mark: number } = spans[at];
      if (to < view.from || !this.shown[number]) continue;
      const left = Math.max(-2, (from - view.from) * scale);
      const right = Math.min(width + 2, (to - view.from) * scale);
      const run = runs[level];
      if (run && run.mark === number && left - run.right < CELL) {
        run.right = Math.max(run.right, right);
        continue;
      }
      flush(level);
      runs[level] = { mark: number, left, right };
    }
    flush(0);
    flush(1);
    context.globalAlpha = 1;
  }

  band(context, state, from, to, y, isNamed = true) {
    const { colours } = this;
    context.fillStyle = colours[state];
    if (state === 'notRunning') {
      context.fillRect(from, y + BAND_TOP + BAND_HEIGHT / 2 - 1, to - from, 1.5);
      return;
    }
    context.fillRect(from, y + BAND_TOP, to - from, BAND_HEIGHT);
    if (to - from < 5 || !isNamed) return;
    // A hair between neighbours.
    context.fillStyle = colours.ground;
    context.fillRect(to - 0.5, y + BAND_TOP, 0.5, BAND_HEIGHT);
    this.label(context, state, from, to, y + BAND_TOP + BAND_HEIGHT / 2, colours[`on-${state}`]);
  }

  label(context, text, from, to, middle, colour) {
    if (to - from < 34) return;
    context.font = `11px ${FONT}`;
    context.fillStyle = colour;
    context.textBaseline = 'middle';
    const room = to - Math.max(0, from) - 10;
    let shown = tame(text.length > 80 ? `${text.slice(0, 80)}…` : text);
    if (context.measureText(shown).width > room) {
      while (shown && context.measureText(`${shown}…`).width > room) shown = [...shown].slice(0, -1).join('');
      if (shown.length < 3) return;
      shown += '…';
    }
    context.fillText(shown, Math.max(0, from) + 6, middle + 0.5);
  }

  device(context, place, y, width) {
    const { colours, view, model } = this;
    const end = Math.min(width, view.x(model.now, width));
    model.tracks.forEach((track, row) => {
      const top = y + DEVICE_TOP + row * TRACK + 2;
      let at = Math.max(0, lastUntil(track.times, view.from));
      let last = -2;
      while (at < track.times.length && track.times[at] <= view.to) {
        const from = Math.max(0, view.x(track.times[at], width));
        let next = at + 1;
        while (next < track.times.length && track.labels[track.values[next]] === track.labels[track.values[at]]) next++;
        const to = next < track.times.length ? Math.min(end, view.x(track.times[next], width)) : end;
        if (to > 0 && from < end && (to - from >= 1 || Math.floor(from) !== last)) {
          this.value(context, track, track.labels[track.values[at]], from, Math.max(to, from + 1), top);
          last = Math.floor(from);
        }
        at = next;
      }
    });
  }

  value(context, track, text, from, to, top) {
    if (!text) return;
    const { colours } = this;
    const height = TRACK - 4;
    const level = track.name === 'Battery' ? parseInt(text, 10) / 100 : 1;
    const tone = DIM.has(text) ? 'track-off' : ALERT.has(text) || level < 0.2 ? 'track-alert' : 'track';
    if (level < 1) {
      context.fillStyle = colours.faint;
      context.fillRect(from, top, to - from, height);
    }
    context.fillStyle = colours[tone];
    context.fillRect(from, top + height * (1 - Math.max(level, 0.1)), to - from, height * Math.max(level, 0.1));
    if (to - from < 5) return;
    context.fillStyle = colours.ground;
    context.fillRect(to - 0.5, top, 0.5, height);
    this.label(context, text, from, to, top + height / 2, level < 1 ? colours.text : colours[`on-${tone}`]);
  }

  // The marks of a lane: one drawn for each place, the weightiest, with how many there are as a bar below.
  marks(context, place, y, width) {
    const { colours, view, model, shown } = this;
    const { lane } = place;
    const bins = Math.ceil(width / BIN) + 2;
    if (!this.counts || this.counts.length < bins) {
      this.counts = new Int32Array(bins);
      this.best = new Int32Array(bins);
      this.where = new Float64Array(bins);
      this.hits = new Uint8Array(bins);
    }
    const { counts, best, where, hits, matches } = this;
    counts.fill(0); hits.fill(0);
    const binLength = BIN * view.length / width;
    // Bins stay where they are in time while the view moves.
    const first = Math.floor(view.from / binLength);
    const from = firstFrom(lane.times, first * binLength);
    const { rows, times } = lane;
    for (let at = from; at < rows.length; at++) {
      const bin = Math.floor(times[at] / binLength) - first;
      if (bin >= bins) break;
      const row = rows[at];
      const number = model.marks[row];
      if (number === BAND ? !(matches && matches[row]) : !shown[number]) continue;
      if (matches && matches[row]) hits[bin] = 1;
      if (number === BAND) continue;
      if (counts[bin]++ === 0 || number > model.marks[best[bin]]) { best[bin] = row; where[bin] = times[at]; }
    }
    const middle = y + this.lanes.markMiddle(place);
    for (let bin = 0; bin < bins; bin++) {
      if (hits[bin]) {
        const time = counts[bin] ? where[bin] : (first + bin + 0.5) * binLength;
        context.fillStyle = colours.found;
        context.globalAlpha = 0.45;
        context.fillRect(view.x(time, width) - BIN / 2, y + 2, BIN, place.height - 4);
        context.globalAlpha = 1;
      }
      if (!counts[bin]) continue;
      const x = view.x(where[bin], width);
      if (counts[bin] > 1) {
        const height = Math.min(6, 1 + Math.log2(counts[bin]));
        context.fillStyle = colours[MARKS[model.marks[best[bin]]].name];
        context.globalAlpha = 0.55;
        context.fillRect(x - BIN / 2 + 1, middle + 12 - height, BIN - 2, height);
        context.globalAlpha = 1;
      }
      this.sprite(context, model.marks[best[bin]], x, middle - (counts[bin] > 1 ? 1.5 : 0));
    }
  }

  planned(context, { lane, ...place }, y, width) {
    const { colours, view, model } = this;
    const middle = y + this.lanes.markMiddle({ lane, ...place });
    for (const plan of model.plans) {
      if (plan.app !== lane.number) continue;
      const [from, x] = [view.x(plan.earliest, width), view.x(plan.time, width)];
      if (x < -10 || from > width) continue;
      context.strokeStyle = context.fillStyle = colours.plan;
      context.globalAlpha = 0.3;
      context.fillRect(Math.max(0, from), middle - 2, Math.max(0, x - Math.max(0, from)), 4);
      context.globalAlpha = 1;
      context.lineWidth = 1.5;
      shape(context, 'diamond', x, middle, 10);
      context.fillStyle = colours.raised;
      context.fill();
      context.stroke();
    }
  }

  ring(context, row, top, width, colour, isPinned) {
    const { view, model } = this;
    const place = this.lanes.placeOf(model.lane(model.apps_[row]));
    const x = view.x(model.times[row], width);
    const isBand = model.marks[row] === BAND;
    const y = place.top - top + (isBand ? BAND_TOP + BAND_HEIGHT / 2 : this.lanes.markMiddle(place));
    if (x < -10 || x > width + 10) return;
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, 10, 0, 7);
    context.stroke();
    if (!isPinned) return;
    context.globalAlpha = 0.5;
    context.fillStyle = colour;
    context.fillRect(Math.round(x), 0, 1, 1e4);
    context.globalAlpha = 1;
  }
}
