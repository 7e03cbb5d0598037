// Times as the device's calendar had them, in its zone: microseconds since the start in, words out.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MICROSECOND = 1, MILLISECOND = 1e3, SECOND = 1e6, MINUTE = 6e7, HOUR = 36e8, DAY = 864e8;
const STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map(step => step * MICROSECOND),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map(step => step * MILLISECOND),
  ...[1, 2, 5, 10, 15, 30].map(step => step * SECOND), ...[1, 2, 5, 10, 15, 30].map(step => step * MINUTE),
  ...[1, 2, 3, 6, 12].map(step => step * HOUR), ...[1, 2, 7, 14].map(step => step * DAY),
];
const two = number => String(number).padStart(2, '0');
const three = number => String(number).padStart(3, '0');

class Clock {
  constructor(model) { this.model = model; }

  // Microseconds of UTC by the device's calendar.
  utc(time) {
    let shift = 0;
    const shifts = this.model.shifts;
    for (let at = 0; at < shifts.length && shifts[at] <= time; at += 2) shift = shifts[at + 1];
    return this.model.start + time + shift;
  }

  offset(utc) {
    let seconds = 0;
    const offsets = this.model.offsets;
    for (let at = 0; at < offsets.length && offsets[at] * 1e3 <= utc; at += 2) seconds = offsets[at + 1];
    return seconds * SECOND;
  }

  // Local microseconds, as if the zone were UTC.
  local(time) {
    const utc = this.utc(time);
    return utc + this.offset(utc);
  }

  parts(time) {
    const local = this.local(time);
    const date = new Date(Math.floor(local / 1e3));
    return {
      year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate(), weekday: date.getUTCDay(),
      hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds(),
      millisecond: date.getUTCMilliseconds(), microsecond: ((Math.floor(local) % 1e3) + 1e3) % 1e3,
    };
  }

  date(time) {
    const p = this.parts(time);
    return `${DAYS[p.weekday]} ${p.day} ${MONTHS[p.month]} ${p.year}`;
  }

  time(time) {
    const p = this.parts(time);
    return `${two(p.hour)}:${two(p.minute)}:${two(p.second)}.${three(p.millisecond)}`;
  }

  full(time) {
    const p = this.parts(time);
    return `${MONTHS[p.month]} ${two(p.day)} ${this.time(time)}`;
  }

  // A tick's label: no more of it than the step needs.
  tick(time, step) {
    const p = this.parts(time);
    if (step >= DAY || (step >= HOUR && p.hour === 0 && p.minute === 0)) return `${p.day} ${MONTHS[p.month]}`;
    if (step >= MINUTE) return `${two(p.hour)}:${two(p.minute)}`;
    if (step >= SECOND) return `${two(p.hour)}:${two(p.minute)}:${two(p.second)}`;
    const fraction = step >= MILLISECOND ? three(p.millisecond) : `${three(p.millisecond)} ${three(p.microsecond)}`;
    return `:${two(p.second)}.${fraction}`;
  }

  // Times from `from` to `to` on which the calendar's steps fall.
  ticks(from, to, step) {
    const ticks = [];
    let time = from;
    // The zone's offset may change on the way.
    while (time <= to && ticks.length < 500) {
      const local = this.local(time);
      const next = time + ((Math.ceil(local / step - 1e-9) * step) - local);
      const landed = this.local(next) % Math.min(step, DAY) === 0 ? next : next + (local - this.local(time));
      if (landed > to) break;
      if (landed >= from) ticks.push(landed);
      time = landed + step * 0.5;
    }
    return ticks;
  }
}

// "3 d 4 h", "2 h 5 min", "3 min", "2.5 s", "14 ms"
function duration(microseconds) {
  const seconds = Math.floor(microseconds / SECOND);
  if (microseconds < SECOND) return `${Math.round(microseconds / 10) / 100} ms`;
  if (seconds < 60) return `${Math.floor(microseconds / 1e5) / 10} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min` + (seconds % 60 ? ` ${seconds % 60} s` : '');
  if (seconds < 86400) {
    const minutes = Math.floor(seconds % 3600 / 60);
    return `${Math.floor(seconds / 3600)} h` + (minutes ? ` ${minutes} min` : '');
  }
  const hours = Math.floor(seconds % 86400 / 3600);
  return `${Math.floor(seconds / 86400)} d` + (hours ? ` ${hours} h` : '');
}
