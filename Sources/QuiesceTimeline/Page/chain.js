// The causes and the consequences of a decision: what its event decided besides, and what was decided about the
// same task, wake-up, transfer …, and about its app, before and after.

const LED_MOST = 7, CAME_MOST = 9;

class Chains {
  constructor(model) {
    this.model = model;
    this.bySubject = new Map();
    for (let row = 0; row < model.count; row++) {
      const subject = model.subjects[row];
      if (!subject) continue;
      const known = this.bySubject.get(subject);
      if (known) known.push(row); else this.bySubject.set(subject, [row]);
    }
  }

  ofEvent(row) {
    const event = this.model.events[row];
    return [this.model.eventFirst[event], this.model.eventFirst[event + 1]];
  }

  ofSubject(row) { return this.bySubject.get(this.model.subjects[row]) ?? []; }

  ledTo(row) {
    const { model } = this;
    const [first] = this.ofEvent(row);
    const found = new Set(this.ofSubject(row).filter(other => other < row).slice(-3));
    for (let other = Math.max(first, row - 3); other < row; other++) found.add(other);
    // And what the app did last, in the same launch.
    const lane = model.lane(model.apps_[row]);
    let place = firstFrom(lane.rows, row) - 1;
    for (let taken = 0; place >= 0 && taken < 3 && found.size < LED_MOST; place--) {
      const other = lane.rows[place];
      if (model.apps_[row] >= 0 && model.launches[other] !== model.launches[row] && taken > 0) break;
      if (MARKS[model.marks[other]]?.name === 'call') continue;
      found.add(other);
      taken++;
    }
    return [...found].sort((a, b) => a - b).slice(-LED_MOST);
  }

  cameOfIt(row) {
    const { model } = this;
    const [, end] = this.ofEvent(row);
    const found = new Set(this.ofSubject(row).filter(other => other > row).slice(0, 5));
    for (let other = row + 1; other < Math.min(end, row + 5); other++) found.add(other);
    if (model.apps_[row] >= 0) {
      // Up to the next change of its state.
      const rows = model.lane(model.apps_[row]).rows;
      for (let place = firstFrom(rows, row + 1); place < rows.length && found.size < CAME_MOST; place++) {
        found.add(rows[place]);
        if (model.marks[rows[place]] === BAND) break;
      }
    }
    return [...found].sort((a, b) => a - b).slice(0, CAME_MOST);
  }
}
