// One moment of the past: what held then, and a step to the event before and after it.

class Moment {
  constructor(page, slider, when) {
    Object.assign(this, { page, slider, when, time: NaN, event: -1 });
    const { model } = page;
    slider.addEventListener('input', () => this.go(model.from + Number(slider.value) * (model.now - model.from)));
    slider.addEventListener('keydown', event => {
      const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.step(by);
    });
    this.clear();
  }

  clear() {
    this.time = NaN;
    this.event = -1;
    this.slider.value = '1';
    this.say('Now');
  }

  say(words) {
    this.when.textContent = words;
    this.slider.setAttribute('aria-valuetext', words);
  }

  // The slider alone: the panel shows something else of that moment.
  follow(time, event) {
    const { model, clock } = this.page;
    this.time = Math.max(model.from, Math.min(time, model.now));
    this.event = event;
    this.slider.value = String((this.time - model.from) / Math.max(1, model.now - model.from));
    this.say(clock.full(this.time));
  }

  go(time, event = -1) {
    this.follow(time, event);
    this.page.at(this.time, event);
  }

  // Events of one microsecond come one by one, too.
  step(by) {
    const { eventTimes: times } = this.page.model;
    if (!times.length) return;
    let event = this.event + by;
    if (this.event < 0) {
      const time = Number.isNaN(this.time) ? Infinity : this.time;
      event = by > 0 ? firstFrom(times, time) : lastUntil(times, time);
    }
    event = Math.max(0, Math.min(event, times.length - 1));
    this.go(times[event], event);
  }
}
