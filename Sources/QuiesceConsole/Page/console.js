// The page: a device beside what happens.

import { all, by, make, setText, shortName } from "./elements.js";
import * as apps from "./apps.js";
import * as commands from "./commands.js";
import * as controls from "./controls.js";
import * as events from "./events.js";
import * as memory from "./memory.js";
import * as notices from "./notices.js";
import * as place from "./place.js";
import * as screen from "./screen.js";
import * as timeline from "./timeline.js";
import * as transfers from "./transfers.js";
import { Line, device } from "./line.js";

const line = new Line();
const tabs = [
  { name: "apps", title: "Apps", begin: apps.begin, topics: [] },
  { name: "send", title: "Send", begin: controls.begin, topics: [] },
  { name: "notices", title: "Notices", begin: notices.begin, topics: ["scheduled", "pushes"] },
  { name: "transfers", title: "Transfers", begin: transfers.begin, topics: ["transfers"] },
  { name: "power", title: "Power", begin: memory.begin, topics: ["awake", "energy"] },
  { name: "place", title: "Place", begin: place.begin, topics: ["location"] },
  { name: "time", title: "Time", begin: timeline.begin, topics: [] },
];

function begin() {
  document.body.classList.toggle("beside", device !== null);
  commands.begin(line);
  screen.begin(line);
  events.begin(line);
  for (const tab of tabs) {
    tab.button = make("button", {
      type: "button", role: "tab", id: `tab-${tab.name}`, "aria-controls": `panel-${tab.name}`,
      onclick: () => choose(tab), onkeydown: (event) => step(event, tab),
    }, tab.title);
    tab.panel = make("div", { role: "tabpanel", id: `panel-${tab.name}`, "aria-labelledby": `tab-${tab.name}`, tabindex: "-1" });
    by("tabs").append(tab.button);
    by("panel").append(tab.panel);
    tab.firstShown = tab.begin(tab.panel, line);
  }
  choose(tabs[0]);
  for (const button of all("nav button")) {
    button.addEventListener("click", () => view(button.dataset.shows));
  }
  by("another").addEventListener("click", another);
  line.on("connection", connection);
  line.on("daemon", daemon);
  line.on("trouble", (text) => banner("trouble", text));
  line.on("status", ([row]) => facts(row));
  line.on("prompts", (rows) => count("notices", rows.length));
  line.start();
}

function choose(tab) {
  for (const other of tabs) {
    const is = other === tab;
    other.button.setAttribute("aria-selected", is);
    other.button.tabIndex = is ? 0 : -1;
    other.panel.hidden = !is;
  }
  document.body.dataset.tab = tab.name;
  line.want(tab.topics);
  tab.firstShown?.();
  tab.firstShown = null;
}

// The arrows go from tab to tab, as everywhere.
function step(event, tab) {
  const at = tabs.indexOf(tab);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const chosen = tabs[(next + tabs.length) % tabs.length];
  choose(chosen);
  chosen.button.focus();
}

function count(name, number) {
  const tab = tabs.find((tab) => tab.name === name);
  setText(tab.button, number ? `${tab.title} (${number})` : tab.title);
}

function view(name) {
  document.body.dataset.view = name;
  for (const button of all("nav button")) {
    button.setAttribute("aria-pressed", String(button.dataset.shows === name));
  }
}

// Sentences over the page, each for as long as it is true.
const banners = {};
function banner(name, text) {
  banners[name] = text;
  setText(by("banner"), Object.values(banners).filter(Boolean).join(" "));
}

function connection({ up, why }) {
  document.body.classList.toggle("off", !up);
  setText(by("connection"), up ? "Live" : "Not connected");
  banner("connection", up ? null : why);
  if (!up) banner("daemon", null);
}

function daemon({ up, message, home }) {
  if (up) commands.nameDevice(home);
  document.body.classList.toggle("down", !up);
  document.body.dataset.daemon = up ? "up" : "down";
  if (!up) banner("trouble", null);
  banner("daemon", up ? null : `${message[0].toUpperCase()}${message.slice(1)}. This page comes back by itself.`);
  if (!up) setText(by("connection"), "Daemon down");
}

function facts(row) {
  if (!row) return;
  setText(by("home"), row.home);
  document.title = `${row.foreground ? shortName(row.foreground) : row.locked ? "Locked" : "Home"} – Quiesce console`;
  const words = [
    row.asleep ? "asleep" : row.locked ? "locked" : "unlocked",
    row.foreground ? `${shortName(row.foreground)} in front` : "no app in front",
    `${row.running} running`, `${row.suspended} suspended`, `profile ${row.profile.split("/").pop()}`,
    row.isolation === "none" ? "isolation none" : null,
  ].filter(Boolean);
  const old = [...by("facts").children].map((item) => item.textContent);
  if (JSON.stringify(old) !== JSON.stringify(words)) by("facts").replaceChildren(...words.map((word) => make("li", {}, word)));
  by("facts").title = row.notes.join("\n");
}

async function another() {
  const answer = await fetch("/link", { method: "POST" });
  const text = (await answer.text()).trim();
  const dialog = make("dialog", { "aria-label": "Link for another browser", onclose: () => dialog.remove() },
    make("h2", {}, "Link for another browser"), make("p", {}, answer.ok ? "It lets one browser of this machine in:" : ""),
    make("p", { class: "path" }, text),
    make("div", { class: "inline" },
      make("button", { type: "button", onclick: (event) => commands.copy(text, event.target) }, "Copy"),
      make("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}

begin();
