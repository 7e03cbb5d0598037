// The log: every decision, and why.

import { by, clock, make, setText, shortName } from "./elements.js";
import { lineButton, show } from "./commands.js";

const most = 1000;
let line;
let follows = true;

export function begin(theLine) {
  line = theLine;
  line.on("logBegins", () => by("log").replaceChildren());
  line.on("log", ({ log, cut }) => {
    if (cut) by("log").append(make("li", { class: "cut" }, "Rows are missing here: there were too many at once."));
    by("log").append(...log.map(rowElement));
    while (by("log").childElementCount > most) by("log").firstElementChild.remove();
    if (follows) by("log").scrollTop = by("log").scrollHeight;
  });
  line.on("apps", (rows) => {
    const select = by("filter").elements.app;
    const chosen = select.value;
    select.replaceChildren(make("option", { value: "" }, "all"),
      ...rows.map((row) => make("option", { value: row.id }, shortName(row.id))));
    select.value = chosen;
  });
  by("filter").addEventListener("input", () => { for (const row of by("log").children) sift(row); });
  by("filter").addEventListener("submit", (event) => event.preventDefault());
  by("follow").addEventListener("click", () => follow(!follows));
  by("log").addEventListener("wheel", (event) => { if (event.deltaY < 0) follow(false); }, { passive: true });
}

function follow(now) {
  follows = now;
  by("follow").setAttribute("aria-pressed", now);
  if (now) by("log").scrollTop = by("log").scrollHeight;
}

function rowElement(row) {
  const change = row.from || row.to ? `${row.from ?? ""} → ${row.to ?? ""}` : "";
  const head = make("button", {
    type: "button", class: "event", "aria-expanded": "false",
    onclick: () => explain(row, element),
    onfocus: () => show(whyWords(row)),
  },
    make("time", { datetime: row.time }, clock(row.time)),
    make("span", { class: "app" }, row.app ? shortName(row.app) : "device"),
    make("span", { class: `kind ${row.kind}` }, row.kind),
    make("span", { class: "text" }, [change, row.reason, row.detail].filter(Boolean).join(" · ")),
    row.rule ? make("span", { class: "rule" }, row.rule) : null);
  const element = make("li", {}, head);
  element.row = row;
  element.words = JSON.stringify(Object.values(row)).toLowerCase();
  sift(element);
  return element;
}

function sift(element) {
  if (!element.row) return;
  const { app, rule, word } = by("filter").elements;
  element.hidden =
    (app.value && element.row.app !== app.value) ||
    (rule.value && (element.row.rule ?? "").toLowerCase() !== rule.value.trim().toLowerCase()) ||
    (word.value && !element.words.includes(word.value.toLowerCase())) || false;
}

const whyWords = (row) => (row.kind === "kill" && row.app ? ["why-killed", row.app] : row.app ? ["why", row.app] : ["why"]);

// The sentence for one decision, beneath its row.
async function explain(row, element) {
  const head = element.firstElementChild;
  if (element.childElementCount > 1) {
    element.lastElementChild.remove();
    return head.setAttribute("aria-expanded", "false");
  }
  const words = whyWords(row);
  show(words);
  head.setAttribute("aria-expanded", "true");
  const place = make("div", { class: "why", "aria-live": "polite" }, make("p", {}, "Asking…"));
  element.append(place);
  const answer = await line.run(words);
  place.replaceChildren(...(answer.ok ? sentences(row, answer.rows) : [make("p", { class: "refused" }, answer.message)]),
    lineButton(words));
  place.scrollIntoView({ block: "nearest" });
}

function sentences(row, answers) {
  const told = answers.flatMap((answer) => [answer, ...(answer.chain ?? []), ...(answer.refusals ?? []), ...(answer.endings ?? [])]);
  const own = told.find((other) => other.seq === row.seq);
  const parts = [];
  if (own) parts.push(make("p", {}, own.sentence));
  if (own?.change) parts.push(make("p", { class: "advice" }, own.change));
  const now = answers[0];
  if (!own && now?.sentence) parts.push(make("p", {}, `Later decisions have followed. Now: ${now.sentence}`));
  for (const obstacle of now?.obstacles ?? []) parts.push(make("p", { class: "advice" }, obstacle.sentence));
  return parts.length ? parts : [make("p", {}, "Nothing more is known of it.")];
}

// An answer of `why`, as paragraphs: for an app's own panel.
export function explanation(answer) {
  const parts = [make("p", {}, answer.sentence)];
  for (const row of [...(answer.obstacles ?? []), ...(answer.pending ?? [])]) {
    parts.push(make("p", { class: "advice" }, row.sentence + (row.change ? ` ${row.change}` : "")));
  }
  return parts;
}
