// The lanes' places, their names, and what lies where.

const TRACK = 20, DEVICE_TOP = 26, DEVICE_MARKS = 24;
const LANE = 62, BAND_TOP = 8, BAND_HEIGHT = 18, SPAN_TOP = 29, SPAN_HEIGHT = 4, MARK_MIDDLE = 46;
const BIN = 9;

class Lanes {
  constructor(model, list) {
    this.model = model;
    this.list = list;
    this.places = [];
    let top = 0;
    for (const lane of model.lanes) {
      const height = lane.number < 0 ? DEVICE_TOP + model.tracks.length * TRACK + DEVICE_MARKS + 2 : LANE;
      this.places.push({ lane, top, height });
      top += height;
    }
    this.height = top;
  }

  fill(open) {
    for (const { lane, height } of this.places) {
      const item = make('li', lane.number < 0 ? 'device' : '');
      item.style.height = `${height}px`;
      const button = make('button');
      button.type = 'button';
      button.append(make('span', 'name', lane.name));
      if (lane.number < 0) {
        for (const track of this.model.tracks) button.append(make('span', 'track', track.name));
      } else {
        button.append(make('span', 'id', lane.id));
        button.title = lane.id;
      }
      button.addEventListener('click', () => open(lane));
      item.append(button);
      this.list.append(item);
    }
  }

  placeOf(lane) { return this.places[lane.number + 1]; }
  markMiddle(place) { return place.lane.number < 0 ? place.height - DEVICE_MARKS / 2 - 1 : MARK_MIDDLE; }

  // The lane at a height, and how far down in it that is.
  at(y) {
    const place = this.places.find(place => y >= place.top && y < place.top + place.height);
    return place ? { place, within: y - place.top } : null;
  }

  // The thing at a point: a mark, a band, a plan or a row of the device.
  hit(x, y, view, width, shown) {
    const at = this.at(y);
    if (!at) return null;
    const { lane } = at.place;
    const time = view.time(x, width);
    const reach = 8 * view.length / width;
    if (Math.abs(at.within - this.markMiddle(at.place)) <= 11) {
      const plan = this.plan(lane, time, reach);
      if (plan) return { plan };
      const found = this.marksAt(lane, time, reach, BIN * view.length / width, shown);
      if (found) return found;
    }
    if (lane.number < 0) return this.track(at, time);
    const span = at.within >= SPAN_TOP - 1 && at.within < SPAN_TOP + 11
      && lane.spans.find(span => span.from - reach / 3 <= time && time <= span.to + reach / 3
        && Math.abs(at.within - SPAN_TOP - 2 - span.level * 5) <= 3 && shown[span.mark]);
    if (span) return { row: span.row, count: 1 };
    return at.within < SPAN_TOP + 12 ? this.band(lane, time) : null;
  }

  plan(lane, time, reach) {
    let best = null;
    for (const plan of this.model.plans) {
      const apart = Math.abs(plan.time - time);
      if (plan.app === lane.number && apart <= reach && apart < (best ? Math.abs(best.time - time) : Infinity)) best = plan;
    }
    return best;
  }

  // The nearest of the marks that are drawn: in each bin the first of the weightiest stands for all.
  marksAt(lane, time, reach, binLength, shown) {
    const { marks } = this.model;
    const bins = new Map();
    for (let at = firstFrom(lane.times, Math.floor((time - reach) / binLength) * binLength); at < lane.rows.length; at++) {
      const bin = Math.floor(lane.times[at] / binLength);
      if (bin * binLength > time + reach) break;
      const mark = marks[lane.rows[at]];
      if (mark === BAND || !shown[mark]) continue;
      const drawn = bins.get(bin);
      if (!drawn) bins.set(bin, { at, count: 1 });
      else {
        drawn.count++;
        if (mark > marks[lane.rows[drawn.at]]) drawn.at = at;
      }
    }
    let nearest = null, least = reach;
    for (const { at, count } of bins.values()) {
      const apart = Math.abs(lane.times[at] - time);
      if (apart <= least) { least = apart; nearest = { row: lane.rows[at], count }; }
    }
    return nearest;
  }

  band(lane, time) {
    if (time > this.model.now) return null;
    const state = lastUntil(lane.stateTimes, time);
    if (state < 0) return null;
    const edge = lastUntil(lane.edgeTimes, time);
    const row = edge >= 0 && lane.edgeTimes[edge] >= lane.stateTimes[state] ? lane.edges[edge] : -1;
    return { lane, state, row: row < 0 ? undefined : row, count: 1 };
  }

  track(at, time) {
    const number = Math.floor((at.within - DEVICE_TOP) / TRACK);
    const track = this.model.tracks[number];
    if (!track || time > this.model.now || at.within < DEVICE_TOP) return null;
    const change = lastUntil(track.times, time);
    return change < 0 || !track.labels[track.values[change]] ? null : { track, change };
  }
}

function make(tag, name = '', text) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = tame(text);
  return element;
}
