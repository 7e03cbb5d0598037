// Searching: each word must be in the app's name, the rule, the reason, or the words of a decision.

class Search {
  constructor(model) {
    this.model = model;
    this.rows = [];
    this.at = -1;
  }

  find(query) {
    const { model } = this;
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    this.at = -1;
    if (!words.length) { this.rows = []; return null; }
    this.lower ??= model.texts.map(text => text.toLowerCase());
    const found = new Uint8Array(model.count).fill(1);
    for (const word of words) {
      const inText = Uint8Array.from(this.lower, text => text.includes(word));
      const inKind = Uint8Array.from(model.kinds, kind => kind.some(part => part.toLowerCase().includes(word)));
      const inApp = Uint8Array.from(model.lanes, lane => (lane.name + ' ' + lane.id).toLowerCase().includes(word));
      for (let row = 0; row < model.count; row++) {
        found[row] &= inText[model.sentences[row]] | inText[model.details[row]] | inKind[model.kinds_[row]]
          | inApp[model.apps_[row] + 1];
      }
    }
    this.rows = [];
    for (let row = 0; row < model.count; row++) if (found[row]) this.rows.push(row);
    return found;
  }

  // The next match, or the one before; the first from `time` on.
  step(by, time) {
    const { rows, model } = this;
    if (!rows.length) return -1;
    if (this.at < 0) {
      const first = rows.findIndex(row => model.times[row] >= time);
      this.at = first < 0 ? 0 : first;
      if (by < 0) this.at = (this.at + rows.length - 1) % rows.length;
    } else {
      this.at = (this.at + by + rows.length) % rows.length;
    }
    return rows[this.at];
  }

  get words() {
    if (!this.rows.length) return 'none';
    return this.at < 0 ? `${this.rows.length}` : `${this.at + 1} of ${this.rows.length}`;
  }
}
