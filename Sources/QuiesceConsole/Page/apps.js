// Apps: their states, and of the chosen one its permissions, settings, and why it is as it is.

import { age, all, bytes, keyed, make, setText, shortName } from "./elements.js";
import { button, lineButton, run, show } from "./commands.js";
import { explanation } from "./events.js";

let line;
let chosen = null;
let processes = {};

export function begin(panel, theLine) {
  line = theLine;
  const list = make("ul", { class: "rows apps" });
  const details = make("section", { class: "details", "aria-live": "off" });
  const open = make("form", { class: "inline", "aria-label": "Open a URL" },
    make("label", {}, "URL ", make("input", { name: "url", placeholder: "notes://today", spellcheck: "false" })), make("button", {}, "Open"));
  open.addEventListener("submit", (event) => {
    event.preventDefault();
    run(["open-url", open.elements.url.value]);
  });
  panel.append(list, details, open);
  const draw = () => keyed(list, line.topics.apps ?? [], (row) => row.id, (row) => appRow(row, details),
    "No app is installed. Install one with: quiesce install Name.app");
  line.on("apps", draw);
  line.on("ps", (rows) => {
    processes = Object.fromEntries(rows.map((row) => [row.id, row]));
    draw();
  });
  setInterval(() => { if (!document.hidden) draw(); }, 5000);
  // An app's callbacks may change its rows here.
  let soon = null;
  line.on("log", ({ log }) => {
    if (!chosen || !log.some((row) => row.app === chosen)) return;
    clearTimeout(soon);
    soon = setTimeout(() => showWhy(details), 400);
  });
}

function appRow(first, details) {
  const { id } = first;
  const name = make("button", { type: "button", class: "name", "aria-expanded": "false", onclick: () => choose(id, details) });
  const state = make("span", { class: "state" });
  const facts = make("span", { class: "facts" });
  const element = make("li", { "data-app": id }, name, state, facts,
    button("Open", ["open", id], { about: `Open ${shortName(id)}` }),
    button("Force-quit", ["quit", id], { kind: "quiet", about: `Force-quit ${shortName(id)}` }));
  element.update = (row) => {
    const process = processes[id];
    const is = process?.state ?? "notRunning";
    setText(name, row.name + (row.badge ? ` (${row.badge})` : ""));
    name.setAttribute("aria-label", `${row.name}, ${is}: permissions, settings and why`);
    setText(state, is === "notRunning" ? "not running" : is);
    state.className = `state ${is}`;
    const parts = [process && is !== "notRunning" ? age(process.since) : "", bytes(process?.memoryBytes),
      process?.tasks ? `${process.tasks} tasks` : "", process?.unresponsive ? "does not respond" : ""];
    setText(facts, parts.filter(Boolean).join(" · "));
  };
  return element;
}

function choose(id, details) {
  chosen = chosen === id ? null : id;
  for (const row of all(".apps > li")) {
    const is = row.dataset.app === chosen;
    row.classList.toggle("chosen", is);
    row.querySelector(".name").setAttribute("aria-expanded", String(is));
  }
  if (!chosen) return details.replaceChildren();
  details.replaceChildren(
    make("h3", { tabindex: "-1" }, shortName(id)),
    make("p", { class: "path" }, id),
    make("div", { class: "whyNow" }),
    lineButton(["why", id]),
    argumentsForm(id),
    make("h4", {}, "Permissions"), make("ul", { class: "rows permissions" }),
    make("h4", {}, "Settings"), make("ul", { class: "rows settings" }), settingForm(id, details),
    make("h4", {}, "Notifications"), styleForm(id));
  details.querySelector("h3").focus();
  showWhy(details);
  showPermissions(id, details);
  showSettings(id, details);
}

// Words are apart by spaces, as in a shell without its quotes.
function argumentsForm(id) {
  const form = make("form", { class: "inline", "aria-label": `Open ${shortName(id)} with arguments` },
    make("label", {}, "Arguments ", make("input", { name: "arguments", size: "18", spellcheck: "false", autocomplete: "off" })),
    make("button", {}, "Open"));
  const words = () => {
    const given = form.elements.arguments.value.split(/\s+/).filter(Boolean);
    return given.length > 0 ? ["open", id, "--", ...given] : ["open", id];
  };
  form.addEventListener("input", () => show(words()));
  form.addEventListener("submit", (event) => { event.preventDefault(); run(words()); });
  return form;
}

async function showWhy(details) {
  const place = details.querySelector(".whyNow");
  const id = chosen;
  const answer = await line.run(["why", id]);
  if (id !== chosen || !place?.isConnected) return;
  place.replaceChildren(...(answer.ok ? explanation(answer.rows[0]) : [make("p", { class: "refused" }, answer.message)]));
}

async function showPermissions(id, details) {
  const answer = await line.run(["permissions", id]);
  const place = details.querySelector(".permissions");
  if (!answer.ok || !place) return;
  keyed(place, answer.rows, (row) => row.permission, (row) => {
    const state = make("span", { class: "grow" });
    const choices = ["allow", ...(row.permission === "location" ? ["while-in-use"] : []), "deny", "reset"];
    const element = make("li", {}, make("strong", {}, row.permission), state, choices.map((word) =>
      button(word, ["permissions", id, row.permission, word], {
        kind: "quiet", about: `${word} ${row.permission}`, after: () => showPermissions(id, details),
      })));
    element.update = (now) => setText(state, now.state);
    return element;
  });
}

async function showSettings(id, details) {
  const answer = await line.run(["settings", id]);
  const place = details.querySelector(".settings");
  if (!answer.ok || !place) return;
  keyed(place, answer.rows, (row) => row.key, (row) => {
    const value = make("span", { class: "grow" });
    const element = make("li", {}, make("strong", {}, row.key), value,
      button("delete", ["settings", id, row.key, "--delete"], {
        kind: "quiet", about: `Delete ${row.key}`, after: () => showSettings(id, details),
      }));
    element.update = (now) => setText(value, String(typeof now.value === "object" ? JSON.stringify(now.value) : now.value));
    return element;
  }, "It has its own defaults.");
}

function settingForm(id, details) {
  const form = make("form", { class: "inline", "aria-label": "Change a setting" },
    make("label", {}, "Key ", make("input", { name: "key", size: "10", required: true })),
    make("label", {}, "Value ", make("input", { name: "value", size: "10" })), make("button", {}, "Set"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { key, value } = form.elements;
    await run(["settings", id, key.value, ...(value.value.startsWith("-") ? ["--", value.value] : [value.value])]);
    showSettings(id, details);
  });
  return form;
}

function styleForm(id) {
  return make("div", { class: "inline" }, ["none", "banner", "alert", "reset"].map((style) =>
    button(style, ["notifications", "style", id, style], { kind: "quiet", about: `Notifications of ${shortName(id)}: ${style}` })));
}
