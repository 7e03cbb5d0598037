// Memory, energy, and what keeps the device awake.

import { bytes, keyed, make, setText, shortName } from "./elements.js";
import { button, lineButton } from "./commands.js";

export function begin(panel, line) {
  const awake = make("p", { class: "sentence" });
  const executing = make("ul", { class: "rows" });
  const memory = make("ul", { class: "rows memory" });
  const rehearsal = make("div", { "aria-live": "polite" });
  const energy = make("ul", { class: "rows" });
  const megabytes = make("input", { name: "megabytes", inputmode: "numeric", size: "5", placeholder: "all" });
  const amount = () => (megabytes.value ? ["--megabytes", megabytes.value] : []);
  const purge = () => ["purge", ...amount()];
  const rehearse = button("Rehearse", () => [...purge(), "--dry-run"], { after: (answer) => showRehearsal(rehearsal, answer) });
  const command = lineButton(() => [...purge(), "--dry-run"]);
  megabytes.addEventListener("input", () => command.refresh());
  panel.append(
    make("h3", {}, "Awake"), awake, executing,
    make("div", { class: "inline" }, button("Sleep", ["send", "sleep"], { kind: "quiet" }), button("Wake", ["send", "wake"], { kind: "quiet" })),
    make("h3", {}, "Power and network"),
    make("div", { class: "inline" },
      ["10%", "50%", "100%"].map((level) => button(`Battery ${level}`, ["send", "battery", level], { kind: "quiet" })),
      button("Charging", ["send", "battery", "80%", "charging"], { kind: "quiet" }),
      button("Battery: machine's", ["send", "battery", "auto"], { kind: "quiet" })),
    make("div", { class: "inline" }, ["on", "off", "auto"].map((word) => button(`Low Power Mode ${word}`, ["send", "low-power", word], { kind: "quiet" }))),
    make("div", { class: "inline" }, ["wifi", "cellular", "none", "auto"].map((word) => button(`Network ${word}`, ["send", "network", word], { kind: "quiet" }))),
    make("h3", {}, "Memory"), memory,
    make("div", { class: "inline" }, make("label", {}, "Free, in MB ", megabytes), rehearse,
      button("Purge", purge, { kind: "danger" }), button("Warn apps", ["send", "memory-warning"], { kind: "quiet" })),
    command, rehearsal,
    make("h3", {}, "Energy of fetches, estimated"), energy);
  line.on("awake", ([row]) => {
    setText(awake, row?.sentence ?? "");
    keyed(executing, row?.apps ?? [], (item) => item.app, () => textRow((item) => `${shortName(item.app)} · ${item.state} · ${item.sentence}`));
  });
  line.on("ps", (rows) => {
    const known = rows.filter((row) => row.memoryBytes).sort((one, other) => other.memoryBytes - one.memoryBytes);
    const most = Math.max(1, ...known.map((row) => row.memoryBytes));
    keyed(memory, known, (row) => row.id, () => {
      const name = make("strong", {});
      const words = make("span", { class: "grow" });
      const bar = make("meter", { min: "0" });
      const element = make("li", {}, name, bar, words);
      element.update = (row) => {
        setText(name, shortName(row.id));
        setText(words, `${bytes(row.memoryBytes)} · ${row.state}`);
        [bar.max, bar.value] = [most, row.memoryBytes];
        bar.setAttribute("aria-label", `Memory of ${shortName(row.id)}`);
      };
      return element;
    }, "No app is in memory.");
  });
  line.on("energy", (rows) => keyed(energy, rows, (row) => row.app, () => textRow((row) => `${shortName(row.app)} · ${row.joules.toFixed(2)} J · ${row.fetches} fetches`), "No fetch was charged."));
}

function textRow(words) {
  const text = make("span", { class: "grow" });
  const element = make("li", {}, text);
  element.update = (row) => setText(text, words(row));
  return element;
}

function showRehearsal(place, answer) {
  if (!answer.ok) return place.replaceChildren(make("p", { class: "refused" }, answer.message));
  place.replaceChildren(answer.rows.length === 0
    ? make("p", {}, "Nothing would end: no app is suspended or in the background.")
    : make("ol", { class: "rows" }, answer.rows.map((row) => make("li", {},
      make("strong", {}, shortName(row.id)), make("span", { class: "grow" }, `${row.state} · ${bytes(row.bytes)} would be free`), make("span", { class: "rule" }, row.rule)))));
}
