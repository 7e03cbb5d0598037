// Walks: a path that is clicked on the map, or a GPX file's, told a place a second as a receiver would.

import { make, setText } from "./elements.js";
import { run, show } from "./commands.js";

// Metres a second, where no time is given: as `quiesce send location --gpx` has it.
const pace = 1.4;
const mostBytes = 8 << 20;
const radius = 6371000;

export function metresBetween(one, other) {
  const radians = (degrees) => (degrees * Math.PI) / 180;
  const [south, east] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)];
  const a = Math.sin(south / 2) ** 2
    + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(a)));
}

// The points of a GPX file, each with its second; an error says why there are none.
export function pointsOf(text) {
  const page = new DOMParser().parseFromString(text, "application/xml");
  if (page.querySelector("parsererror")) throw new Error("The file is no XML.");
  const found = [...page.getElementsByTagNameNS("*", "trkpt")];
  const points = found.map((point) => {
    const time = point.getElementsByTagNameNS("*", "time")[0]?.textContent;
    return {
      latitude: Number(point.getAttribute("lat") ?? NaN), longitude: Number(point.getAttribute("lon") ?? NaN),
      time: time === undefined ? NaN : Date.parse(time) / 1000,
    };
  });
  if (points.length === 0) throw new Error("The file has no track.");
  if (!points.every((point) => Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180)) {
    throw new Error("A point of the track is nowhere on earth.");
  }
  return timed(points);
}

// Seconds from the beginning: the points' own, where all have one and none goes back.
export function timed(points) {
  const isTold = points.every((point, at) => Number.isFinite(point.time) && (at === 0 || point.time >= points[at - 1].time));
  let seconds = 0;
  return points.map((point, at) => {
    const before = points[at - 1];
    if (before) seconds += isTold ? point.time - before.time : metresBetween(before, point) / pace;
    return { latitude: point.latitude, longitude: point.longitude, seconds };
  });
}

// Where the walk is so many seconds after its beginning.
export function placeAt(points, seconds) {
  const next = points.findIndex((point) => point.seconds > seconds);
  if (next < 0) return points.at(-1);
  if (next === 0) return points[0];
  const [one, other] = [points[next - 1], points[next]];
  const part = (seconds - one.seconds) / (other.seconds - one.seconds);
  const between = (name) => one[name] + (other[name] - one[name]) * part;
  return { latitude: between("latitude"), longitude: between("longitude") };
}

// The controls. `shown` is told the path that is to be drawn; `accuracy` is asked for the metres.
export function walkForm(shown, accuracy) {
  let points = [];
  let clicked = [];
  let file = null;
  // The walk that goes on, and its next step.
  let walk = null;
  let timer = null;
  const said = make("p", { class: "sentence", role: "status" });
  const chosen = make("input", { type: "file", accept: ".gpx", "aria-label": "GPX file" });
  const collects = make("input", { type: "checkbox" });
  const speed = make("input", { value: "1", size: "5", "aria-label": "Times as fast", inputmode: "decimal" });
  const go = make("button", { type: "button", onclick: () => (walk ? stop("Stopped.") : begin()) }, "Walk");
  const clear = make("button", { type: "button", class: "quiet", onclick: () => forget() }, "Forget the path");

  function take(path, name) {
    [points, file] = [path, name];
    shown(points);
    const whole = points.at(-1)?.seconds ?? 0;
    setText(said, points.length ? `${points.length} points, ${Math.round(whole)} s.` : "");
  }
  function forget() {
    stop();
    clicked = [];
    chosen.value = "";
    take([], null);
  }
  chosen.addEventListener("change", async () => {
    const [given] = chosen.files;
    if (!given) return;
    stop();
    try {
      if (given.size > mostBytes) throw new Error("The file is larger than 8 MB.");
      take(pointsOf(await given.text()), given.name);
    } catch (error) {
      forget();
      setText(said, error.message);
    }
  });

  function begin() {
    const times = Number(speed.value);
    if (points.length === 0) return setText(said, "Choose a GPX file, or click a path on the map.");
    if (!(times > 0)) return setText(said, "The speed is a number above 0, such as 10.");
    const mine = walk = {};
    const [started, whole] = [performance.now(), points.at(-1).seconds / times];
    setText(go, "Stop");
    const step = async () => {
      const seconds = Math.min((performance.now() - started) / 1000, whole);
      const at = placeAt(points, seconds * times);
      const words = ["send", "location", at.latitude.toFixed(6), at.longitude.toFixed(6), "--accuracy", accuracy()];
      const answer = await run(words, undefined, false);
      if (walk !== mine) return;
      if (!answer.ok) return stop(answer.message);
      setText(said, `Walking: ${Math.round(seconds)} of ${Math.round(whole)} s.`);
      if (file) show(["send", "location", "--gpx", file, "--speed", String(times)]);
      if (seconds >= whole) return stop("The walk is over.");
      timer = setTimeout(step, 1000);
    };
    step();
  }
  function stop(words) {
    clearTimeout(timer);
    walk = null;
    setText(go, "Walk");
    if (words) setText(said, words);
  }

  const element = make("div", {},
    make("div", { class: "inline" }, make("label", {}, "Walk along ", chosen),
      make("label", { class: "flag" }, collects, " clicks make a path")),
    make("div", { class: "inline" }, make("label", {}, "Times as fast ", speed), go, clear), said);
  // Whether a click on the map was taken for a path.
  element.takes = (place) => {
    if (!collects.checked) return false;
    clicked.push(place);
    take(timed(clicked), null);
    return true;
  };
  return element;
}
