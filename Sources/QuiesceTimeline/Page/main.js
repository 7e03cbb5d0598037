// The page: its parts put together, and drawn when something changed.

const byID = id => document.getElementById(id);

class Page {
  constructor(model) {
    this.model = model;
    this.clock = new Clock(model);
    for (const id of ['plot', 'axis', 'overview', 'scroll', 'query', 'panel', 'tip', 'live', 'sheet']) this[id] = byID(id);
    this.lanes = new Lanes(model, byID('names'));
    this.view = new View(model, () => this.draw());
    this.painter = new Painter(model, this.view, this.lanes, this.clock);
    this.overviews = new Overview(this.painter);
    this.chains = new Chains(model);
    this.details = new Details(model, this.clock, this.chains, this.panel, {
      home: () => this.home(), pin: (row, shows) => this.pin(row, shows), ask: app => this.whyNot.open(app),
      isShown: number => this.painter.shown[number],
      show: (number, isShown) => { this.painter.shown[number] = isShown; this.draw(); },
    });
    this.whyNot = new WhyNot(model, this.clock, this.details);
    this.search = new Search(model);
    this.moment = new Moment(this, byID('moment'), byID('when'));
    this.frames = 0;
  }

  begin() {
    const { model, clock, view } = this;
    document.title = tame(model.title) || 'Timeline';
    byID('title').textContent = document.title;
    byID('span').textContent = `${clock.date(model.from)}, ${clock.time(model.from).slice(0, 5)} – ${clock.date(model.now)}, ${clock.time(model.now).slice(0, 5)}  ·  ${duration(model.now - model.from)}`;
    byID('zone').textContent = model.zone;
    for (const note of model.notes) byID('notes').append(make('li', '', note));
    byID('notes').hidden = !model.notes.length;
    this.lanes.fill(lane => { this.details.app(lane); this.showPanel(); });
    this.details.home();
    this.hands = new Hands(this);
    byID('in').addEventListener('click', () => view.zoom(0.6, this.middle()));
    byID('out').addEventListener('click', () => view.zoom(1 / 0.6, this.middle()));
    byID('hour').addEventListener('click', () => view.span(HOUR));
    byID('day').addEventListener('click', () => view.span(DAY));
    byID('all').addEventListener('click', () => view.all());
    byID('before').addEventListener('click', () => this.moment.step(-1));
    byID('after').addEventListener('click', () => this.moment.step(1));
    byID('ask').addEventListener('click', () => { this.whyNot.open(model.app(this.painter.pinned)?.number ?? -1); this.showPanel(); });
    this.listenToSearch();
    this.scroll.addEventListener('scroll', () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.scroll);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.recolour());
    addEventListener('beforeprint', () => this.print());
    addEventListener('afterprint', () => this.recolour());
    this.draw();
  }

  listenToSearch() {
    const query = this.query;
    const found = byID('found');
    const step = by => {
      const row = this.search.step(by, this.view.from);
      found.textContent = query.value.trim() ? this.search.words : '';
      if (row >= 0) this.pin(row, true);
    };
    query.addEventListener('input', () => {
      this.painter.matches = this.search.find(query.value);
      this.painter.matchRows = this.painter.matches && this.search.rows;
      found.textContent = query.value.trim() ? this.search.words : '';
      this.draw();
    });
    query.addEventListener('keydown', event => {
      if (event.key === 'Escape') { query.value = ''; query.dispatchEvent(new Event('input')); }
      if (event.key === 'Enter' && event.shiftKey) { event.preventDefault(); step(-1); }
    });
    byID('search').addEventListener('submit', event => { event.preventDefault(); step(1); });
    byID('previous').addEventListener('click', () => step(-1));
  }

  // MARK: Drawing

  draw() {
    if (this.isDue || !this.painter) return;
    this.isDue = true;
    requestAnimationFrame(() => { this.isDue = false; this.paint(); });
  }

  paint() {
    const { painter, scroll } = this;
    this.width = Math.max(60, scroll.clientWidth - byID('names').offsetWidth);
    const height = Math.max(scroll.clientHeight, 1);
    this.plot.style.height = `${height}px`;
    painter.moment = this.moment.time;
    painter.plot(fit(this.plot, this.width, height), this.width, height, scroll.scrollTop);
    const axis = this.axis.clientHeight;
    this.overviews.axis(fit(this.axis, this.width, axis), this.width, axis);
    const { clientWidth, clientHeight } = this.overview;
    this.overviews.overview(fit(this.overview, clientWidth, clientHeight), clientWidth, clientHeight);
    this.frames++;
    this.firstFrame ??= performance.now();
  }

  recolour() {
    this.painter.recolour();
    if (this.panel.className === 'home') this.details.home();
    this.draw();
  }

  // All lanes on one canvas, with their names.
  print() {
    const { painter, lanes } = this;
    const [width, names, axis] = [1040, 150, 36];
    const height = lanes.height + axis;
    painter.recolour();
    const context = fit(this.sheet, width, height, Math.min(2, 16000 / height));
    context.fillStyle = painter.colours.ground;
    context.fillRect(0, 0, width, height);
    context.save();
    context.translate(names, 0);
    context.beginPath(); context.rect(0, 0, width - names, height); context.clip();
    this.overviews.axis(context, width - names, axis);
    context.translate(0, axis);
    painter.plot(context, width - names, lanes.height, 0);
    context.restore();
    context.textBaseline = 'middle';
    for (const { lane, top } of lanes.places) {
      painter.label(context, lane.name, 0, names, axis + top + 15, painter.colours.text);
      if (lane.number >= 0) continue;
      this.model.tracks.forEach((track, row) => painter.label(context, track.name, 0, names, axis + top + DEVICE_TOP + row * TRACK + 10, painter.colours.quiet));
    }
  }

  // MARK: What is pointed at

  hover(x, y, clientX, clientY) {
    const hit = this.lanes.hit(x, y + this.scroll.scrollTop, this.view, this.width, this.painter.shown);
    this.plot.classList.toggle('over', hit?.row !== undefined);
    if (!hit) { this.hideTip(); return; }
    this.showTip(this.words(hit), clientX, clientY);
  }

  // A sentence, and a line below it.
  words(hit) {
    const { model, clock } = this;
    if (hit.plan) {
      const until = hit.plan.earliest < hit.plan.time ? `from ${clock.full(hit.plan.earliest)}, at the latest ` : '';
      return [planText(model, hit.plan), `foreseen ${until}${clock.full(hit.plan.time)}`];
    }
    if (hit.track) {
      const { track, change } = hit;
      const value = track.values[change];
      return [track.sentences[value] || `${track.name}: ${track.labels[value]}`, `${track.labels[value]} since ${clock.full(track.times[change])}`];
    }
    if (hit.row === undefined) {
      const state = model.states[hit.lane.states[hit.state]];
      return [`${hit.lane.name}: ${state}`, `since ${clock.full(hit.lane.stateTimes[hit.state])} at the latest`];
    }
    const more = hit.count > 1 ? `\n${hit.count} decisions here; zoom in for each` : '';
    return [model.sentence(hit.row), `${clock.full(model.times[hit.row])}  ${model.logLine(hit.row)}${more}`];
  }

  showTip([sentence, line], x, y) {
    const { tip } = this;
    tip.replaceChildren(make('div', 'say', sentence));
    for (const part of line.split('\n')) tip.append(make('div', 'line', part));
    tip.hidden = false;
    const { offsetWidth, offsetHeight } = tip;
    tip.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - offsetWidth - 10))}px`;
    tip.style.top = `${y + 18 + offsetHeight > innerHeight ? Math.max(8, y - offsetHeight - 14) : y + 18}px`;
  }

  hideTip() { this.tip.hidden = true; }

  press(x, y) {
    const hit = this.lanes.hit(x, y + this.scroll.scrollTop, this.view, this.width, this.painter.shown);
    if (hit?.row !== undefined) this.pin(hit.row); else if (!hit) this.letGo();
  }

  // MARK: What is chosen

  pin(row, shows = false) {
    this.painter.pinned = this.painter.focus = row;
    this.hideTip();
    if (shows) this.show(row);
    this.moment.follow(this.model.times[row], this.model.events[row]);
    this.details.decision(row);
    this.live.textContent = `Pinned: ${tame(this.model.sentence(row))}`;
    this.showPanel();
    this.draw();
  }

  // What held at a time, after this event of it; -1: after all.
  at(time, event) {
    this.painter.pinned = this.painter.focus = -1;
    this.hideTip();
    this.view.reveal(time);
    this.details.moment(time, event);
    if (event >= 0) this.live.textContent = `${this.clock.time(time)}: ${tame(this.model.texts[this.model.eventWords[event]])}`;
    this.draw();
  }

  show(row) {
    this.view.reveal(this.model.times[row]);
    const place = this.lanes.placeOf(this.model.lane(this.model.apps_[row]));
    const { scrollTop, clientHeight } = this.scroll;
    if (place.top < scrollTop) this.scroll.scrollTop = place.top;
    else if (place.top + place.height > scrollTop + clientHeight) this.scroll.scrollTop = place.top + place.height - clientHeight;
  }

  // On a narrow screen the panel is below.
  showPanel() {
    if (matchMedia('(max-width: 820px)').matches) this.panel.scrollIntoView({ block: 'start' });
  }

  home() {
    this.painter.pinned = -1;
    this.moment.clear();
    this.details.home();
    this.draw();
  }

  letGo() {
    const had = this.painter.pinned >= 0 || this.painter.focus >= 0 || !Number.isNaN(this.moment.time);
    this.painter.pinned = this.painter.focus = -1;
    this.moment.clear();
    this.hideTip();
    if (had) this.details.home();
    this.draw();
    return had;
  }

  // Zooming by key or button is around what has the focus.
  middle() {
    const { focus } = this.painter;
    const time = focus >= 0 ? this.model.times[focus] : NaN;
    return time >= this.view.from && time <= this.view.to ? time : (this.view.from + this.view.to) / 2;
  }

  isSeen(row) {
    const number = this.model.marks[row];
    return number === BAND || this.painter.shown[number];
  }

  nextMark(by) {
    const { model, painter, view } = this;
    let row = painter.focus;
    if (row < 0) row = by > 0 ? firstFrom(model.times, view.from) - 1 : lastUntil(model.times, view.to) + 1;
    do { row += by; } while (row >= 0 && row < model.count && !this.isSeen(row));
    if (row < 0 || row >= model.count) { painter.focus = -1; this.hideTip(); this.draw(); return false; }
    this.focusOn(row);
    return true;
  }

  // The decision of the next lane that is nearest in time.
  otherLane(by) {
    const { model, painter, view } = this;
    const time = this.middle();
    let number = painter.focus >= 0 ? model.apps_[painter.focus] : by > 0 ? -2 : model.apps.length;
    for (number += by; number >= -1 && number < model.apps.length; number += by) {
      const lane = model.lane(number);
      if (!lane.rows.length) continue;
      const after = Math.min(firstFrom(lane.times, time), lane.rows.length - 1);
      const before = Math.max(0, after - 1);
      const nearest = Math.abs(lane.times[before] - time) < Math.abs(lane.times[after] - time) ? before : after;
      this.focusOn(lane.rows[nearest]);
      return;
    }
  }

  focusOn(row) {
    this.painter.focus = row;
    this.show(row);
    const { model } = this;
    const place = this.lanes.placeOf(model.lane(model.apps_[row]));
    const box = this.plot.getBoundingClientRect();
    const x = box.left + this.view.x(model.times[row], this.width);
    const y = box.top + place.top - this.scroll.scrollTop + this.lanes.markMiddle(place);
    this.showTip(this.words({ row, count: 1 }), x, Math.max(0, y));
    this.live.textContent = `${model.app(row)?.name ?? 'Device'}, ${this.clock.time(model.times[row])}: ${tame(model.sentence(row))}`;
    this.draw();
  }

  jump(part) {
    const { view } = this;
    const time = view.least + part * (view.most - view.least);
    view.set(time - view.length / 2, time + view.length / 2);
  }
}

unpack(byID('data').textContent).then(raw => {
  const page = new Page(new Model(raw));
  page.begin();
  // For tests, and for whoever opens the browser's console.
  window.timeline = page;
}).catch(error => {
  byID('title').textContent = 'This file is damaged, or its browser is too old to unpack it';
  byID('span').textContent = String(error);
});
