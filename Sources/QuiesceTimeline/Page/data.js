// The page's data, unpacked: columns become arrays, differences become times.

// The kinds of marks, the weightiest last. Each has a shape and a colour of its own.
const MARKS = [
  { name: 'call', title: 'Callback', kinds: ['deliver', 'merge'], shape: 'dot' },
  { name: 'input', title: 'Input', kinds: ['input'], shape: 'square' },
  { name: 'task', title: 'Background task', kinds: ['task'], shape: 'bar' },
  { name: 'transfer', title: 'Transfer', kinds: ['transfer'], shape: 'down' },
  { name: 'notification', title: 'Notification', kinds: ['notification'], shape: 'circle' },
  { name: 'push', title: 'Push', kinds: ['push'], shape: 'diamond' },
  { name: 'wake', title: 'Wake-up', kinds: ['wake'], shape: 'up' },
  { name: 'refuse', title: 'Refusal', kinds: ['refuse'], shape: 'cross' },
  { name: 'kill', title: 'Kill', kinds: ['kill'], shape: 'block' },
];
// A change of an app's state is the edge of a band, and no mark.
const BAND = MARKS.length;
const SPANS = new Set(['task', 'transfer', 'wake']);

async function unpack(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}

function summed(differences) {
  const sums = new Float64Array(differences.length);
  let sum = 0;
  for (let at = 0; at < sums.length; at++) sums[at] = sum += differences[at];
  return sums;
}

const itself = time => time;

// The first place in sorted `times` whose time isn't before `time`.
function firstFrom(times, time, of = itself) {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(times[middle]) < time) low = middle + 1; else high = middle;
  }
  return low;
}

// The last place whose time isn't after `time`; -1: none.
const lastUntil = (times, time) => {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1; else high = middle;
  }
  return low - 1;
};

class Model {
  constructor(raw) {
    Object.assign(this, {
      title: raw.title, start: raw.start, from: raw.from, now: raw.now, zone: raw.zone, offsets: raw.offsets,
      shifts: raw.shifts, notes: raw.notes, device: raw.device, causes: raw.causes, states: raw.states,
      texts: raw.texts, kinds: raw.kinds, gaps: raw.gaps,
    });
    this.readRows(raw);
    this.readApps(raw);
    this.tracks = raw.tracks.map(track => ({
      name: track.name, times: summed(track.times), values: track.values, labels: track.labels,
      sentences: track.sentences,
    }));
    this.restarts = raw.restartTimes.map((time, at) => ({ time, words: raw.restartWords[at] }));
    this.plans = raw.plans.map(([time, earliest, app, kind, reason]) => ({ time, earliest, app, kind, reason }));
    this.end = this.plans.reduce((end, plan) => Math.max(end, plan.time), this.now);
    if (this.end <= this.from) this.end = this.from + 1e6;
    this.readSpans();
  }

  readRows(raw) {
    const events = summed(raw.eventTimes);
    this.eventTimes = events;
    this.eventWords = raw.eventWords;
    this.eventFirst = new Int32Array(events.length + 1);
    const count = raw.rowApps.length;
    this.count = count;
    this.times = new Float64Array(count);
    this.events = new Int32Array(count);
    let row = 0;
    for (let event = 0; event < events.length; event++) {
      this.eventFirst[event] = row;
      for (let left = raw.eventCounts[event]; left > 0; left--, row++) {
        this.times[row] = events[event];
        this.events[row] = event;
      }
    }
    this.eventFirst[events.length] = count;
    this.apps_ = Int32Array.from(raw.rowApps);
    this.kinds_ = Int32Array.from(raw.rowKinds);
    this.sentences = Int32Array.from(raw.rowSentences);
    this.details = Int32Array.from(raw.rowDetails);
    this.changes = Int32Array.from(raw.rowChanges);
    this.subjects = Int32Array.from(raw.rowSubjects);
    this.launches = raw.rowLaunches;
    this.numbers = summed(raw.rowNumbers);
    const marks = new Map(MARKS.flatMap((mark, number) => mark.kinds.map(kind => [kind, number])));
    const ofKind = raw.kinds.map(([kind]) => marks.get(kind) ?? BAND);
    this.marks = Uint8Array.from(this.kinds_, kind => ofKind[kind]);
  }

  // The rows of each lane; the device's lane is the first, numbered -1 like its rows.
  readApps(raw) {
    const rows = [[], ...raw.apps.map(() => [])];
    for (let row = 0; row < this.count; row++) rows[this.apps_[row] + 1].push(row);
    const lane = (of, more) => {
      const list = Int32Array.from(of);
      const edges = list.filter(row => this.marks[row] === BAND);
      return {
        rows: list, times: Float64Array.from(list, row => this.times[row]), edges,
        edgeTimes: Float64Array.from(edges, row => this.times[row]), spans: [], ...more,
      };
    };
    this.deviceLane = lane(rows[0], { number: -1, name: 'Device', id: '', states: [], stateTimes: [] });
    this.apps = raw.apps.map((app, number) => lane(rows[number + 1], {
      number, name: app.name, id: app.id, states: app.states, stateTimes: summed(app.times),
      why: app.why, whyNot: app.whyNot,
    }));
    this.lanes = [this.deviceLane, ...this.apps];
  }

  lane(app) { return this.lanes[app + 1]; }

  // From the first to the last decision about the same task, transfer or wake-up, in rows that don't overlap.
  readSpans() {
    const first = new Map(), last = new Map();
    for (let row = 0; row < this.count; row++) {
      const subject = this.subjects[row];
      if (!subject || this.marks[row] === BAND || !SPANS.has(MARKS[this.marks[row]].name)) continue;
      if (!first.has(subject)) first.set(subject, row);
      last.set(subject, row);
    }
    for (const [subject, row] of first) {
      const end = last.get(subject);
      if (end === row) continue;
      this.lane(this.apps_[row]).spans.push({ row, from: this.times[row], to: this.times[end], mark: this.marks[row] });
    }
    for (const lane of this.lanes) {
      lane.longest = lane.spans.reduce((longest, span) => Math.max(longest, span.to - span.from), 0);
      const free = [-Infinity, -Infinity];
      for (const span of lane.spans) {
        span.level = free[0] <= span.from ? 0 : free[1] <= span.from ? 1 : span.from % 2;
        free[span.level] = Math.max(free[span.level], span.to);
      }
    }
  }

  kind(row) {
    const [kind, from, to, reason, rule] = this.kinds[this.kinds_[row]];
    return { kind, from, to, reason, rule };
  }
  app(row) { return this.apps_[row] < 0 ? null : this.apps[this.apps_[row]]; }
  sentence(row) { return this.texts[this.sentences[row]]; }
  detail(row) { return this.texts[this.details[row]]; }
  change(row) { return this.texts[this.changes[row]]; }
  eventText(row) { return this.texts[this.eventWords[this.events[row]]]; }

  // As `quiesce log` writes it, without the time.
  logLine(row) {
    const { kind, from, to, reason, rule } = this.kind(row);
    const words = [];
    const app = this.app(row);
    if (app) words.push(app.id);
    words.push(kind);
    if (from && to) words.push(`${from} → ${to}`);
    else if (from) words.push(`from ${from}`);
    else if (to) words.push(`→ ${to}`);
    words.push(reason);
    if (rule) words.push(`(${rule})`);
    if (this.detail(row)) words.push(this.detail(row));
    return words.join('  ');
  }
}

// With the rule, unless the words name it already: as `quiesce why` has it.
function withRule(sentence, rule) {
  if (!rule || sentence.includes(`(${rule})`)) return sentence;
  return sentence.endsWith('.') ? `${sentence.slice(0, -1)} (${rule}).` : `${sentence} (${rule})`;
}

// A text without what would turn the text around it: lines and directions that somebody named.
const tame = text => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '·');
