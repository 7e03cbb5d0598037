// The page's line to the console: a WebSocket, opened again when it breaks.

const keyName = "quiesce-console-key";
// Of several devices that the console shows; none: of the only one.
export const device = new URLSearchParams(location.search).get("device");

// Comes in by the link's token, which then is in the address no more. Returns why it may not.
export async function enter() {
  const token = location.hash.slice(1);
  if (!token) return null;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const answer = await fetch("/enter", { method: "POST", body: token });
    const text = (await answer.text()).trim();
    if (!answer.ok) return text;
    localStorage.setItem(keyName, text);
  } catch {
    // The line says that the console is not reachable.
  }
  return null;
}

export class Line extends EventTarget {
  constructor() {
    super();
    this.topics = {};
    this.wanted = new Set();
    this.view = {};
    this.waiting = new Map();
    this.number = 0;
    this.pause = 250;
    document.addEventListener("visibilitychange", () => this.looks());
    window.addEventListener("online", () => this.hurry());
    window.addEventListener("pageshow", () => this.hurry());
    setInterval(() => this.check(), 20000);
  }

  async start() {
    this.refused = await enter();
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    this.socket?.close();
    const socket = new WebSocket(`ws://${location.host}/live${device ? `?device=${device}` : ""}`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ key: localStorage.getItem(keyName) ?? "", ...this.present() }));
      this.heard = Date.now();
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heard = Date.now();
      this.pause = 250;
      this.take(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event);
    };
  }

  present() {
    return { looking: !document.hidden, topics: [...this.wanted], view: this.view };
  }

  async lost(event) {
    this.socket = null;
    for (const { done } of this.waiting.values()) {
      done({ ok: false, message: "The connection broke before the answer came; it may have been done." });
    }
    this.waiting.clear();
    this.tell("connection", { up: false, why: "The console is not reachable. Trying again…" });
    // Reserved before the question, so that nothing else begins to connect.
    this.timer = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, 8000);
    const why = event.code === 1008 ? "This browser's key is not known here." : await reason();
    if (why && !this.isOpen) {
      const words = this.refused ? `${this.refused} ` : "";
      this.tell("connection", { up: false, why: words + why });
    }
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  hurry() {
    if (this.timer) {
      this.pause = 250;
      this.connect();
    }
  }

  looks() {
    if (this.isOpen) this.send(this.present());
    if (document.hidden) return;
    this.check();
    this.hurry();
  }

  // A machine that slept has a socket that looks open and isn't.
  check() {
    if (document.hidden || !this.isOpen) return;
    const asked = Date.now();
    this.send({ ping: ++this.number });
    setTimeout(() => {
      if (this.heard < asked && this.isOpen) {
        this.socket.onclose = null;
        this.socket.close();
        this.lost({});
      }
    }, 4000);
  }

  send(message) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
  }

  // The listings that are shown beside those that every page has.
  want(topics) {
    this.wanted = new Set(topics);
    this.send({ topics });
  }

  // Runs a command: the words after `quiesce`. The answer's `ok` says whether it was done.
  run(words, input) {
    return this.ask((number) => ({ run: number, words, input }));
  }

  touch(x, y, phase) {
    return this.ask((number) => ({ touch: { number, x, y, phase } }));
  }

  // The device's timeline is drawn; the answer's `path` is where.
  timeline() {
    return this.ask((number) => ({ timeline: number }));
  }

  ask(message) {
    if (!this.isOpen) {
      return Promise.resolve({ ok: false, message: "The console is not connected." });
    }
    const number = ++this.number;
    return new Promise((done) => {
      this.waiting.set(number, { done });
      this.send(message(number));
    });
  }

  take(message) {
    if (message.ran !== undefined) {
      this.waiting.get(message.ran)?.done(message);
      this.waiting.delete(message.ran);
    } else if (message.topic) {
      this.topics[message.topic] = message.rows;
      this.tell(message.topic, message.rows);
    } else if (message.daemon) {
      this.tell("connection", { up: true });
      this.tell("daemon", message.daemon);
    } else if (message.log) this.tell("log", message);
    else if (message.logBegins) this.tell("logBegins");
    else if (message.screen) this.tell("screen", message);
    else if ("trouble" in message) this.tell("trouble", message.trouble);
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  on(name, body) {
    this.addEventListener(name, (/** @type {CustomEvent} */ event) => body(event.detail));
    if (this.topics[name]) body(this.topics[name]);
  }
}

// Why the console takes no line of this page's, in its own words.
async function reason() {
  try {
    const answer = await fetch("/live");
    return [401, 403, 503].includes(answer.status) ? (await answer.text()).trim() : null;
  } catch {
    return "The console has ended, or is not reachable. Start it with `quiesce console`, and open the link that it prints.";
  }
}
