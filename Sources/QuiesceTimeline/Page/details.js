// The panel beside the chart: the device, an app, or the decision that is pinned.

class Details {
  constructor(model, clock, chains, panel, actions) {
    Object.assign(this, { model, clock, chains, panel, actions });
  }

  clear(name = '') {
    this.panel.className = name;
    this.panel.replaceChildren();
    this.panel.scrollTop = 0;
    if (name === 'home') return;
    const row = make('div', 'row');
    const back = make('button', '', '← Overview');
    back.type = 'button';
    back.addEventListener('click', () => this.actions.home());
    row.append(back);
    this.panel.append(row);
  }

  head(text) { this.panel.append(make('h3', '', text)); }

  home() {
    const { model, panel } = this;
    this.clear('home');
    panel.append(make('h2', '', model.device[0] ?? 'Nothing is known of the device.'));
    if (model.device[1]) panel.append(make('p', '', model.device[1]));
    const counted = model.count === 1 ? 'One decision' : `${model.count.toLocaleString('en')} decisions`;
    panel.append(make('p', 'quiet', `${counted} about ${model.apps.length === 1 ? 'one app' : `${model.apps.length} apps`}.`));
    if (!model.count) panel.append(make('p', 'quiet', 'Nothing has been decided in this time.'));
    this.head('States');
    const states = make('ul', 'states');
    for (const [state, words] of STATE_WORDS) {
      const item = make('li');
      item.append(make('span', `swatch ${state}`, state), make('span', '', words));
      states.append(item);
    }
    panel.append(states);
    this.head('Marks');
    panel.append(this.legend());
    const key = make('h3', 'keyhead', 'Keys');
    const keys = make('div', 'keys');
    for (const [names, words] of KEY_WORDS) {
      const cell = make('span');
      names.forEach((name, at) => cell.append(at ? ' ' : '', make('kbd', '', name)));
      keys.append(cell, make('span', '', words));
    }
    panel.append(key, keys);
  }

  legend() {
    const list = make('ul', 'legend');
    MARKS.map((kind, number) => ({ kind, number })).reverse().forEach(({ kind, number }) => {
      const item = make('li'), label = make('label'), box = make('input'), canvas = make('canvas');
      box.type = 'checkbox';
      box.checked = this.actions.isShown(number);
      box.addEventListener('change', () => this.actions.show(number, box.checked));
      mark(fit(canvas, 16, 16), palette(), number, 8, 8, 11);
      label.append(box, canvas, make('span', '', kind.title));
      item.append(label);
      list.append(item);
    });
    const item = make('li'), label = make('label'), canvas = make('canvas');
    const context = fit(canvas, 16, 16);
    shape(context, 'diamond', 8, 8, 11);
    context.lineWidth = 1.5;
    context.strokeStyle = palette().plan;
    context.stroke();
    label.append(canvas, make('span', '', 'Foreseen'));
    item.append(label);
    list.append(item);
    return list;
  }

  app(lane) {
    const { model, panel } = this;
    this.clear();
    if (lane.number < 0) {
      for (const [at, sentence] of model.device.entries()) panel.append(make(at ? 'p' : 'h2', '', sentence));
    } else {
      panel.append(make('h2', '', lane.why?.sentence ?? `${lane.name} is not installed.`));
      panel.append(make('p', 'quiet', lane.id));
      if (lane.why?.pending.length) {
        this.head('It waits for');
        const list = make('ul', 'obstacles');
        for (const [sentence, rule] of lane.why.pending) list.append(make('li', '', withRule(sentence, rule)));
        panel.append(list);
      }
      if (lane.whyNot && Object.keys(lane.whyNot).length) {
        const ask = make('button', 'strong', 'Why not woken?');
        ask.type = 'button';
        ask.addEventListener('click', () => this.actions.ask(lane.number));
        panel.append(ask);
      }
    }
    this.plans(lane);
    const weighty = [...lane.rows].filter(row => ['refuse', 'kill'].includes(MARKS[model.marks[row]]?.name));
    if (weighty.length) {
      this.head('Refusals and kills, the latest');
      panel.append(this.list(weighty.slice(-8).reverse(), lane.number));
    }
  }

  plans(lane) {
    const plans = this.model.plans.filter(plan => plan.app === lane.number);
    if (!plans.length) return;
    this.head('Foreseen');
    const list = make('ul', 'chain');
    for (const plan of plans.slice(0, 8)) {
      const item = make('li', 'event');
      item.append(make('time', '', this.clock.full(plan.time)), make('span', '', planText(this.model, plan)));
      list.append(item);
    }
    this.panel.append(list);
    if (plans.length > 8) this.panel.append(make('p', 'quiet', `and ${plans.length - 8} more`));
  }

  decision(row) {
    const { model, clock, panel } = this;
    const { kind, from, to, reason, rule } = model.kind(row);
    const app = model.app(row);
    this.clear('decision');
    panel.append(make('h2', '', model.sentence(row)));
    if (model.change(row)) panel.append(make('p', 'advice', model.change(row)));
    const facts = make('dl');
    const fact = (name, value) => { if (value) facts.append(make('dt', '', name), value instanceof Node ? value : make('dd', '', value)); };
    fact('Time', `${clock.date(model.times[row])}, ${clock.time(model.times[row])}`);
    fact('App', app ? app.name : 'the device');
    fact('Decision', kind);
    if (from || to) fact('State', from && to ? `${from} → ${to}` : from ? `from ${from}` : `→ ${to}`);
    fact('Reason', reason);
    if (rule) {
      const cell = make('dd');
      cell.append(make('span', 'chip', rule));
      fact('Rule', cell);
    }
    fact('Detail', model.detail(row));
    if (model.launches[row]) fact('Launch', String(model.launches[row]));
    fact('Number', String(model.numbers[row]));
    panel.append(facts);
    panel.append(make('div', 'log', model.logLine(row)));
    this.head('Causes');
    const led = this.list(this.chains.ledTo(row), model.apps_[row]);
    const event = make('li', 'event');
    event.append(make('span', 'where', 'Event'), make('span', '', model.eventText(row)));
    led.append(event);
    panel.append(led);
    this.head('Consequences');
    const came = this.chains.cameOfIt(row);
    panel.append(came.length ? this.list(came, model.apps_[row]) : make('p', 'quiet', 'Nothing more, as far as is recorded.'));
  }

  // The states of that time: of events of one microsecond all have happened.
  moment(time, event) {
    const { model, clock, panel } = this;
    this.clear('moment');
    panel.append(make('h2', '', event < 0 ? `${clock.date(time)}, ${clock.time(time)}` : model.texts[model.eventWords[event]]));
    if (event >= 0) panel.append(make('p', 'quiet', `${clock.date(time)}, ${clock.time(time)}`));
    if (model.apps.length) {
      this.head('Apps');
      const states = make('ul', 'states');
      for (const lane of model.apps) {
        const at = lastUntil(lane.stateTimes, time);
        if (at < 0) continue;
        const state = model.states[lane.states[at]];
        const item = make('li'), words = make('span');
        words.append(make('b', '', lane.name), make('span', 'quiet', ` since ${clock.full(lane.stateTimes[at])}`));
        item.append(make('span', `swatch ${state}`, state), words);
        states.append(item);
      }
      panel.append(states);
    }
    const facts = make('dl');
    for (const track of model.tracks) {
      const at = lastUntil(track.times, time);
      if (at >= 0 && track.labels[track.values[at]]) facts.append(make('dt', '', track.name), make('dd', '', track.labels[track.values[at]]));
    }
    if (facts.children.length) {
      this.head('Device');
      panel.append(facts);
    }
    if (event < 0) return;
    this.head('Decisions');
    const rows = [];
    for (let row = model.eventFirst[event]; row < model.eventFirst[event + 1]; row++) rows.push(row);
    panel.append(rows.length ? this.list(rows, -1) : make('p', 'quiet', 'Nothing was decided.'));
  }

  list(rows, app) {
    const { model, clock } = this;
    const list = make('ul', 'chain');
    for (const row of rows) {
      const item = make('li'), button = make('button');
      button.type = 'button';
      const who = model.apps_[row] === app ? '' : `  ${model.app(row)?.name ?? 'device'}`;
      const { kind, rule } = model.kind(row);
      button.append(make('time', '', `${clock.full(model.times[row])}  ${kind}${who}`), make('span', '', withRule(model.sentence(row), rule)));
      button.addEventListener('click', () => this.actions.pin(row, true));
      item.append(button);
      list.append(item);
    }
    return list;
  }
}

// As `quiesce forecast` has it.
function planText(model, plan) {
  const app = plan.app < 0 ? '' : ` ${model.apps[plan.app].id.split('.').pop()}`;
  return `${plan.kind}${app}${plan.reason && plan.kind !== 'notification' ? ` (${plan.reason})` : ''}`;
}

const STATE_WORDS = [
  ['active', 'in front, with input'], ['inactive', 'in front, without input'], ['background', 'out of sight, executing'],
  ['suspended', 'in memory, executing nothing'], ['notRunning', 'no process'],
];
const KEY_WORDS = [
  [['Tab'], 'next mark'], [['⇧', 'Tab'], 'mark before'], [['Enter'], 'pin it'], [['Esc'], 'let go'], [['←', '→'], 'earlier, later'],
  [['↑', '↓'], 'other lane'], [['+', '−'], 'zoom'], [['Home', 'End'], 'beginning, end'], [['/'], 'search'], [['[', ']'], 'event before, after'],
];
