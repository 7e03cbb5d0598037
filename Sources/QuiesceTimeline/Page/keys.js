// The hands: wheel, pointer, fingers and keys.

class Hands {
  constructor(page) {
    this.page = page;
    this.fingers = new Map();
    this.moved = 0;
    const { plot, overview } = page;
    plot.addEventListener('wheel', event => this.wheel(event), { passive: false });
    plot.addEventListener('pointerdown', event => this.down(event));
    plot.addEventListener('pointermove', event => this.move(event));
    plot.addEventListener('pointerup', event => this.up(event));
    plot.addEventListener('pointercancel', event => this.leave(event));
    plot.addEventListener('pointerleave', () => page.hideTip());
    plot.addEventListener('keydown', event => this.key(event));
    plot.addEventListener('dblclick', event => { page.view.zoom(1 / 3, this.time(event)); });
    const jump = event => { if (event.buttons & 1) page.jump(event.offsetX / overview.clientWidth); };
    overview.addEventListener('pointerdown', event => { overview.setPointerCapture(event.pointerId); jump(event); });
    overview.addEventListener('pointermove', jump);
    document.addEventListener('keydown', event => {
      const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName);
      if (isTyping && document.activeElement !== page.moment.slider) return;
      if (event.key === '/') { event.preventDefault(); page.query.focus(); }
      if (event.key === '[') page.moment.step(-1);
      if (event.key === ']') page.moment.step(1);
    });
  }

  time(event) { return this.page.view.time(event.offsetX, this.page.width); }

  wheel(event) {
    const { view, width } = this.page;
    event.preventDefault();
    const scale = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const [across, down] = [event.deltaX * scale, event.deltaY * scale];
    if (event.shiftKey || Math.abs(across) > Math.abs(down)) {
      view.pan((event.shiftKey && !across ? down : across) / width * view.length);
    } else {
      view.zoom(Math.exp(Math.max(-1, Math.min(1, down * 0.0022))), this.time(event));
    }
  }

  down(event) {
    if (event.button !== 0) return;
    const { plot } = this.page;
    plot.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.moved = 0;
    this.page.hideTip();
  }

  move(event) {
    const { page } = this;
    const finger = this.fingers.get(event.pointerId);
    if (!finger) { page.hover(event.offsetX, event.offsetY, event.clientX, event.clientY); return; }
    const before = this.spread();
    const dx = event.offsetX - finger.x, dy = event.offsetY - finger.y;
    this.moved += Math.abs(dx) + Math.abs(dy);
    finger.x = event.offsetX;
    finger.y = event.offsetY;
    if (this.fingers.size === 1) {
      if (this.moved < 4) return;
      page.plot.classList.add('held');
      page.view.pan(-dx / page.width * page.view.length);
      if (event.pointerType === 'mouse') page.scroll.scrollTop -= dy;
      return;
    }
    const after = this.spread();
    if (before.apart > 20 && after.apart > 20) page.view.zoom(before.apart / after.apart, page.view.time(after.middle, page.width));
    page.view.pan((before.middle - after.middle) / page.width * page.view.length);
  }

  // How far apart two fingers are, and what is between them.
  spread() {
    const [a, b] = [...this.fingers.values()];
    return b ? { apart: Math.abs(a.x - b.x), middle: (a.x + b.x) / 2 } : { apart: 0, middle: a?.x ?? 0 };
  }

  up(event) {
    const wasAlone = this.fingers.size === 1 && this.fingers.has(event.pointerId);
    this.leave(event);
    if (wasAlone && this.moved < 4) this.page.press(event.offsetX, event.offsetY);
  }

  leave(event) {
    this.fingers.delete(event.pointerId);
    this.page.plot.classList.remove('held');
  }

  key(event) {
    const { page } = this;
    const { view, model } = page;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = view.length * (event.shiftKey ? 0.5 : 0.1);
    switch (event.key) {
      case 'ArrowLeft': view.pan(-step); break;
      case 'ArrowRight': view.pan(step); break;
      case 'ArrowUp': page.otherLane(-1); break;
      case 'ArrowDown': page.otherLane(1); break;
      case '+': case '=': view.zoom(0.6, page.middle()); break;
      case '-': case '_': view.zoom(1 / 0.6, page.middle()); break;
      case 'Home': view.set(model.from, model.from + view.length); break;
      case 'End': view.set(model.now - view.length * 0.95, model.now + view.length * 0.05); break;
      case 'Enter': case ' ': if (page.painter.focus >= 0) page.pin(page.painter.focus); break;
      case 'Escape': if (!page.letGo()) return; break;
      // After the last mark the focus goes on to what follows on the page.
      case 'Tab': if (!page.nextMark(event.shiftKey ? -1 : 1)) return; break;
      default: return;
    }
    event.preventDefault();
  }
}
