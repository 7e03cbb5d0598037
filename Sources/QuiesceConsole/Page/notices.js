// Questions to the user: prompts, calls, notifications; and the pushes behind them.

import { clock, keyed, make, setText, shortName, speak } from "./elements.js";
import { button } from "./commands.js";

export function begin(panel, line) {
  const device = make("p", { class: "sentence" });
  const prompts = make("ul", { class: "rows" });
  const shown = make("ul", { class: "rows" });
  const scheduled = make("ul", { class: "rows" });
  const pushes = make("ul", { class: "rows" });
  panel.append(
    device,
    make("h3", {}, "Questions of apps"), prompts,
    make("h3", {}, "Calls and alerts"),
    make("div", { class: "inline" }, ["incoming", "answer", "end"].map((word) =>
      button({ incoming: "Call comes in", answer: "Answer", end: "End call" }[word], ["send", "call", word], { kind: word === "incoming" ? "quiet" : null })),
    button("Dismiss alert", ["send", "alert", "dismiss"], { kind: "quiet" })),
    make("h3", {}, "Notifications"), shown,
    button("Dismiss all", ["notifications", "dismiss", "--all"], { kind: "quiet" }),
    make("h3", {}, "Scheduled"), scheduled,
    make("h3", {}, "Pushes"), pushes);
  line.on("device", ([row]) => setText(device, row?.sentence ?? ""));
  line.on("prompts", (rows) => keyed(prompts, rows, (row) => row.prompt, promptRow, "No app asks anything."));
  line.on("notifications", (rows) => keyed(shown, rows, (row) => row.notification, noticeRow, "Nothing is shown."));
  line.on("scheduled", (rows) => keyed(scheduled, rows, (row) => row.notification, scheduledRow, "Nothing is scheduled."));
  line.on("pushes", (rows) => keyed(pushes, rows.toReversed().slice(0, 50), (row) => row.push, pushRow, "No push has come."));
}

function promptRow(row) {
  speak(`${shortName(row.app)} asks for ${row.permission}`);
  const answer = (word, label, kind) => button(label, ["answer", String(row.prompt), word], { kind, about: `${label}: ${row.permission} for ${shortName(row.app)}` });
  const text = make("span", { class: "grow" });
  const element = make("li", { "data-prompt": row.prompt }, text, answer("allow", "Allow"), answer("deny", "Deny", "quiet"));
  element.update = (now) => setText(text, `${shortName(now.app)} asks for ${now.permission}${now.shown ? "" : " (waits until it is in front)"}`);
  return element;
}

function noticeRow(row) {
  const number = String(row.notification);
  const title = make("strong", {});
  const body = make("span", { class: "grow" });
  const element = make("li", { "data-notification": number }, title, body,
    button("Open", ["notifications", "open", number], { about: `Open notification ${number}` }),
    (row.actions ?? []).map((action) => actionPart(number, action)),
    button("Dismiss", ["notifications", "dismiss", number], { kind: "quiet", about: `Dismiss notification ${number}` }));
  element.update = (now) => {
    setText(title, now.title ?? now.name ?? shortName(now.app));
    setText(body, [now.body, now.time && clock(now.time)].filter(Boolean).join(" · "));
  };
  return element;
}

function actionPart(number, action) {
  const words = (text) => ["notifications", "open", number, "--action", action.id, ...(text === undefined ? [] : ["--text", text])];
  if (!action.text) return button(action.title, words());
  const field = make("input", { "aria-label": action.title, size: "10" });
  return make("span", { class: "inline" }, field, button(action.title, () => words(field.value)));
}

function scheduledRow() {
  const text = make("span", { class: "grow" });
  const element = make("li", {}, text);
  element.update = (row) => setText(text, [row.time && clock(row.time, true), shortName(row.app), row.body ?? row.title, row.repeats && `repeats ${row.repeats}`].filter(Boolean).join(" · "));
  return element;
}

function pushRow() {
  const text = make("span", { class: "grow" });
  const state = make("span", { class: "state" });
  const element = make("li", {}, state, text);
  element.update = (row) => {
    setText(state, row.state);
    setText(text, `${clock(row.received)} · ${shortName(row.app)} · ${row.detail}`);
  };
  return element;
}
