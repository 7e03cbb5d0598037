// "Why not?" as a form: the answers of `quiesce why --not` for the end of what is recorded, in its own words, and what
// was refused or held before.

class WhyNot {
  constructor(model, clock, details) { Object.assign(this, { model, clock, details }); }

  open(app) {
    const { model, details } = this;
    details.clear('ask');
    const { panel } = details;
    panel.append(make('h2', '', 'Why is an app not woken?'));
    const answered = model.apps.filter(lane => Object.keys(lane.whyNot).length);
    if (!answered.length) {
      panel.append(make('p', 'quiet', 'No app is installed at the end of this time.'));
      return;
    }
    const form = make('form');
    form.id = 'form';
    form.addEventListener('submit', event => event.preventDefault());
    this.apps = this.choice(form, 'App', 'whom', answered.map(lane => [String(lane.number), lane.name]));
    this.causes = this.choice(form, 'Woken for', 'cause', model.causes.map(cause => [cause, cause]));
    if (app >= 0 && model.apps[app] && answered.includes(model.apps[app])) this.apps.value = String(app);
    if (this.hindered().some(row => model.kind(row).kind === 'push')) this.causes.value = 'push';
    this.answer = make('output');
    this.answer.id = 'answer';
    this.answer.htmlFor = 'whom cause';
    this.before = make('div');
    panel.append(make('p', 'quiet', `At ${this.clock.full(model.now)}, the end of what is recorded:`), form, this.answer, this.before);
    this.show();
    this.apps.focus();
  }

  choice(form, title, id, options) {
    const label = make('label', '', title), select = make('select');
    select.id = id;
    for (const [value, text] of options) {
      const option = make('option', '', text);
      option.value = value;
      select.append(option);
    }
    select.addEventListener('change', () => this.show());
    label.append(select);
    form.append(label);
    return select;
  }

  // Of the chosen app: what was refused, and pushes that had to wait.
  hindered() {
    const { model } = this;
    return [...model.apps[Number(this.apps.value)].rows].filter(row => {
      const { kind, reason } = model.kind(row);
      return kind === 'refuse' || reason === 'pushHeld';
    });
  }

  // Once for each reason, with the first and the last.
  showBefore() {
    const { model, details } = this;
    const groups = new Map();
    for (const row of this.hindered()) {
      const key = model.kinds_[row];
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(row);
    }
    this.before.replaceChildren();
    if (!groups.size) return;
    this.before.append(make('h3', '', 'Before'));
    for (const rows of groups.values()) {
      if (rows.length > 2) this.before.append(make('p', 'quiet', `${rows.length} times, of them the first and the last:`));
      this.before.append(details.list(rows.length > 2 ? [rows[0], rows[rows.length - 1]] : rows, Number(this.apps.value)));
    }
  }

  show() {
    this.showBefore();
    const answer = this.model.apps[Number(this.apps.value)].whyNot[this.causes.value];
    this.answer.replaceChildren();
    if (!answer) {
      this.answer.append(make('p', 'quiet', 'This was not asked.'));
      return;
    }
    this.answer.append(make('p', 'advice', answer.sentence));
    const timeAlone = answer.obstacles.every(([, , earliest]) => earliest);
    const list = make('ul', 'obstacles');
    for (const [sentence, rule, earliest] of answer.obstacles) {
      const item = make('li', '', withRule(sentence, rule));
      if (earliest) {
        const at = this.clock.full((Date.parse(earliest) * 1e3) - this.clock.utc(0));
        const words = timeAlone ? `at ${at} at the earliest, if nothing else changes` : `this one alone goes at ${at} at the earliest`;
        item.append(make('div', 'quiet', words));
      }
      list.append(item);
    }
    this.answer.append(list);
  }
}
