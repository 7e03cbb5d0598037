// Where the device is: a map without a ground, as nothing is fetched from elsewhere.

import { keyed, make, setText, shortName } from "./elements.js";
import { button, run, show } from "./commands.js";
import { walkForm } from "./walk.js";

const svg = "http://www.w3.org/2000/svg";
const [width, height] = [400, 300];
let centre = { latitude: 47.0502, longitude: 8.3093 };
let metres = 2000; // from side to side
let rows = [];
let path = [];

export function begin(panel, line) {
  const map = document.createElementNS(svg, "svg");
  map.setAttribute("viewBox", `0 0 ${width} ${height}`);
  map.setAttribute("class", "map");
  map.setAttribute("role", "img");
  const words = make("p", { class: "sentence" });
  const list = make("ul", { class: "rows" });
  const redraw = () => draw(map, words);
  const zoom = (factor) => () => { metres = Math.min(2e7, Math.max(50, metres * factor)); redraw(); };
  const accuracy = make("input", { value: "10", size: "5", "aria-label": "Accuracy in metres" });
  const walk = walkForm((points) => {
    path = points;
    if (path.length && !path.some(isInside)) centre = path[0];
    redraw();
  }, () => accuracy.value);
  panel.append(words, map,
    make("div", { class: "inline" },
      make("button", { type: "button", class: "quiet", "aria-label": "Closer", onclick: zoom(0.5) }, "+"),
      make("button", { type: "button", class: "quiet", "aria-label": "Farther", onclick: zoom(2) }, "−"),
      make("label", {}, "Accuracy, m ", accuracy),
      button("Machine's own sources", ["send", "location", "auto"], { kind: "quiet" })),
    placeForm(accuracy), walk,
    make("h3", {}, "Apps and regions"), list);
  const placeOf = (event) => {
    const box = map.getBoundingClientRect();
    return place(((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height);
  };
  const wordsAt = (at) => ["send", "location", at.latitude.toFixed(5), at.longitude.toFixed(5), "--accuracy", accuracy.value];
  map.addEventListener("pointermove", (event) => show(wordsAt(placeOf(event))));
  map.addEventListener("click", (event) => {
    const at = placeOf(event);
    if (!walk.takes(at)) run(wordsAt(at));
  });
  line.on("location", (all) => {
    const last = all.filter((row) => row.kind === "place").at(-1);
    const first = rows.length === 0;
    rows = all;
    const region = all.find((row) => row.latitude !== undefined);
    const target = last ?? (first ? region : null);
    // The map follows only a device that would leave it.
    if (target && (first || !isInside(target))) centre = { latitude: target.latitude, longitude: target.longitude };
    redraw();
    keyed(list, all.filter((row) => row.kind !== "place"), (row) => `${row.kind} ${row.app} ${row.region ?? ""}`, () => {
      const name = make("strong", {});
      const text = make("span", { class: "grow" });
      const element = make("li", {}, name, text);
      element.update = (row) => { setText(name, shortName(row.app)); setText(text, row.detail); };
      return element;
    }, "No app wants to know where the device is.");
  });
  redraw();
}

function placeForm(accuracy) {
  const form = make("form", { class: "inline", "aria-label": "Place the device" },
    make("label", {}, "Latitude ", make("input", { name: "latitude", size: "9", value: "47.0502" })),
    make("label", {}, "Longitude ", make("input", { name: "longitude", size: "9", value: "8.3093" })),
    make("button", {}, "Place"));
  const words = () => ["send", "location", form.elements.latitude.value, form.elements.longitude.value, "--accuracy", accuracy.value];
  form.addEventListener("input", () => show(words()));
  form.addEventListener("submit", (event) => { event.preventDefault(); run(words()); });
  return form;
}

const perDegree = 111320;
const scale = () => width / metres;
const narrow = () => Math.max(0.01, Math.cos((centre.latitude * Math.PI) / 180));

function point(row) {
  return {
    x: width / 2 + (row.longitude - centre.longitude) * perDegree * narrow() * scale(),
    y: height / 2 - (row.latitude - centre.latitude) * perDegree * scale(),
  };
}

function place(x, y) {
  const latitude = centre.latitude + (height / 2 - y) / scale() / perDegree;
  const longitude = centre.longitude + (x - width / 2) / scale() / perDegree / narrow();
  return { latitude: Math.max(-90, Math.min(90, latitude)), longitude: ((longitude + 540) % 360) - 180 };
}

function isInside(row) {
  const { x, y } = point(row);
  return x > 0 && x < width && y > 0 && y < height;
}

function shape(name, attributes) {
  const element = document.createElementNS(svg, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function draw(map, words) {
  const parts = [];
  for (let x = 0; x <= width; x += 50) parts.push(shape("path", { d: `M${x} 0V${height}`, class: "grid" }));
  for (let y = 0; y <= height; y += 50) parts.push(shape("path", { d: `M0 ${y}H${width}`, class: "grid" }));
  for (const row of rows.filter((row) => row.kind === "region" && row.latitude !== undefined)) {
    const { x, y } = point(row);
    parts.push(shape("circle", { cx: x, cy: y, r: Math.max(2, row.radius * scale()), class: `region ${row.state}` }));
    const text = shape("text", { x, y: y - 4, class: "label" });
    text.textContent = row.region;
    parts.push(text);
  }
  if (path.length > 1) parts.push(shape("path", { d: "M" + path.map((at) => `${point(at).x} ${point(at).y}`).join("L"), class: "planned" }));
  const places = rows.filter((row) => row.kind === "place");
  if (places.length > 1) parts.push(shape("path", { d: "M" + places.map((row) => `${point(row).x} ${point(row).y}`).join("L"), class: "track" }));
  const last = places.at(-1);
  if (last) {
    const { x, y } = point(last);
    parts.push(shape("circle", { cx: x, cy: y, r: Math.max(6, last.accuracy * scale()), class: "accuracy" }),
      shape("circle", { cx: x, cy: y, r: 4, class: "here" }));
  }
  const length = shape("text", { x: 8, y: height - 8, class: "label" });
  length.textContent = `a square: ${metres / 8 >= 1000 ? `${(metres / 8000).toFixed(1)} km` : `${Math.round(metres / 8)} m`}`;
  map.replaceChildren(...parts, length);
  const text = last ? `The device is at ${last.latitude.toFixed(5)}, ${last.longitude.toFixed(5)}, within ${Math.round(last.accuracy)} m.` : "Nobody has said where the device is. A click places it.";
  setText(words, text);
  map.setAttribute("aria-label", `Map. ${text}`);
}
