// The device's screen: its picture, touches, and the buttons around it.

import { all, by, keyed, make, setText, shortName, speak } from "./elements.js";
import { button, run, show } from "./commands.js";
import { drawing } from "./drawing.js";

let line;
let size = { width: 320, height: 480 };
let status = {};

export function begin(theLine) {
  line = theLine;
  const screen = by("screen");
  const canvas = make("div", { id: "canvas" });
  const areas = make("div", { id: "areas" });
  screen.append(canvas, areas);
  line.on("screen", (message) => draw(message, canvas, areas));
  line.on("status", ([row]) => { status = row ?? {}; showStatus(); });
  followPointer(screen);
  screen.addEventListener("keydown", pressed);
  buttons();
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", () => look({ dark: scheme.matches }));
  line.view = { place: "screen", page: 0, dark: scheme.matches };
  by("passcode").addEventListener("submit", unlock);
}

function draw(message, canvas, areas) {
  const picture = message.svg && drawing(message.svg);
  if (picture) {
    canvas.replaceChildren(picture.element);
    size = { width: picture.width, height: picture.height };
    by("frame").style.setProperty("--ratio", size.width / size.height);
    by("frame").classList.toggle("wide", size.width > size.height);
  } else canvas.replaceChildren(make("p", {}, "The picture is too large to be shown."));
  const { app, shows } = message.screen;
  const words = app ? shortName(app) : shows === "home" ? "the home screen" : shows === "black" ? "dark" : shows;
  setText(by("shows"), words + (shows === "snapshot" ? " (as it was left)" : ""));
  if (by("screen").dataset.shows !== `${shows} ${app ?? ""}`) {
    by("screen").dataset.shows = `${shows} ${app ?? ""}`;
    by("screen").setAttribute("aria-label", `Screen: ${words}`);
    speak(`The screen shows: ${words}`);
  }
  // A picture that was made while the pointer was down says when it is the answer.
  by("screen").dataset.pictures = Number(by("screen").dataset.pictures ?? 0) + 1;
  touchables(message, canvas, areas);
}

// The touchable areas, for the keyboard and for screen readers.
function touchables(message, canvas, areas) {
  let rows = message.areas ?? [];
  if (rows.length === 0 && message.screen.shows === "scene") rows = texts(canvas);
  canvas.setAttribute("aria-hidden", rows.length > 0);
  keyed(areas, rows, (row) => `${row.words} ${row.x} ${row.y}`, (first) => {
    let row = first;
    const element = row.touches === false
      ? make("p", { class: "area words" }, row.words)
      : make("button", {
        type: "button", class: "area", "aria-label": row.words,
        onfocus: () => show(wordsOf(row)),
        onmouseenter: () => show(wordsOf(row)),
        // By the keyboard or a screen reader; the pointer is followed where it is.
        onclick: (event) => { if (event.detail === 0) touch(row.x + row.width / 2, row.y + row.height / 2); },
      });
    element.update = (now) => {
      row = now;
      const part = (value, whole) => `${Math.max(0, (100 * value) / whole)}%`;
      element.style.left = part(row.x, size.width);
      element.style.top = part(row.y, size.height);
      element.style.width = part(row.width, size.width);
      element.style.height = part(row.height, size.height);
    };
    return element;
  });
}

function texts(canvas) {
  const whole = canvas.getBoundingClientRect();
  return [...canvas.querySelectorAll("text")].filter((text) => text.textContent.trim()).map((text) => {
    const box = text.getBoundingClientRect();
    const scale = size.width / whole.width;
    return {
      words: text.textContent, x: Math.round((box.left - whole.left) * scale),
      y: Math.round((box.top - whole.top) * scale), width: box.width * scale, height: box.height * scale,
    };
  });
}

const round = (value) => String(Math.round(value * 10) / 10);

function wordsOf(row) {
  if (row.command) return row.command;
  return ["send", "touch", round(row.x + row.width / 2), round(row.y + row.height / 2)];
}

export async function touch(x, y, phase) {
  show(["send", "touch", round(x), round(y), ...(phase ? ["--phase", phase] : [])]);
  const answer = await line.touch(Math.round(x * 10) / 10, Math.round(y * 10) / 10, phase);
  const outcome = by("outcome");
  outcome.className = answer.ok ? "done" : "refused";
  setText(outcome, answer.message ?? (answer.ok ? "Touched." : "Refused."));
  if (answer.view) look(answer.view);
  return answer;
}

// Another place of what the system shows, which the device doesn't know.
function look(view) {
  line.view = { ...line.view, ...view };
  line.send({ view: line.view });
}

// A short press is a tap; one that moves, or stays, is told phase by phase.
function followPointer(screen) {
  let press = null;
  const place = (event) => {
    const box = by("canvas").getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * size.width,
      y: ((event.clientY - box.top) / box.height) * size.height,
    };
  };
  const tell = (phase, at) => {
    press.told = press.told.then(() => touch(at.x, at.y, phase));
  };
  const become = () => {
    if (!press || press.long) return;
    press.long = true;
    tell("began", press.from);
  };
  const moved = () => {
    if (!press?.next) return;
    const at = press.next;
    press.next = null;
    press.busy = true;
    press.told = press.told.then(() => touch(at.x, at.y, "moved")).then(() => {
      if (press) { press.busy = false; moved(); }
    });
  };
  screen.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    screen.setPointerCapture(event.pointerId);
    press = { from: place(event), told: Promise.resolve(), timer: setTimeout(become, 450) };
  });
  screen.addEventListener("pointermove", (event) => {
    if (!press) return;
    const at = place(event);
    if (!press.long && Math.hypot(at.x - press.from.x, at.y - press.from.y) < 6) return;
    become();
    // The newest place counts while the one before is under way.
    press.next = at;
    if (!press.busy) moved();
  });
  const up = (phase) => (event) => {
    if (!press) return;
    clearTimeout(press.timer);
    const at = place(event);
    if (press.long) tell(phase, at);
    else if (phase === "ended") touch(at.x, at.y);
    press = null;
  };
  screen.addEventListener("pointerup", up("ended"));
  screen.addEventListener("pointercancel", up("cancelled"));
}

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const found = { h: "home", l: "lock", s: "switcher", r: "rotate" }[event.key.toLowerCase()];
  if (!found) return;
  event.preventDefault();
  all(`#buttons [data-button="${found}"]`)[0].click();
}

const orientations = ["portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight"];
let orientation = 0;

function buttons() {
  const add = (name, label, words, more) => {
    const element = button(label, words, more);
    element.dataset.button = name;
    by("buttons").append(element);
  };
  add("home", "Home", ["home"], { after: () => look({ place: "screen", page: 0 }) });
  add("lock", "Lock", () => [status.locked ? "unlock" : "lock"], { after: (answer) => {
    if (!answer.ok && status.locked && status.passcode) askForPasscode();
  } });
  add("switcher", "Switcher", ["switcher"], { after: (answer) => {
    if (answer.ok) look({ place: line.view.place === "switcher" ? "screen" : "switcher", page: 0 });
  } });
  add("rotate", "Rotate", () => ["send", "orientation", orientations[(orientation + 1) % 4]], {
    after: (answer) => { if (answer.ok) orientation = (orientation + 1) % 4; },
  });
}

function showStatus() {
  setText(document.querySelector('[data-button="lock"]'), status.locked ? "Unlock" : "Lock");
  if (!status.locked || !status.passcode) by("passcode").hidden = true;
}

function askForPasscode() {
  by("passcode").hidden = false;
  by("digits").focus();
}

async function unlock(event) {
  event.preventDefault();
  const answer = await run(["unlock"], by("digits").value);
  by("digits").value = "";
  if (answer.ok) by("passcode").hidden = true;
}
