// Command lines: each control of the page is one, which is shown before it is done.

import { all, by, make, setText } from "./elements.js";

let line;
let shown = "quiesce console";
let tool = "quiesce";

export function begin(theLine) {
  line = theLine;
  by("copy").addEventListener("click", () => copy(shown, by("copy")));
}

// The lines name a device that isn't the usual one.
export function nameDevice(home) {
  const before = tool;
  tool = home ? `quiesce --home ${shellWord(home)}` : "quiesce";
  if (tool !== before) for (const button of all("button.line")) button.refresh();
}

// A word as a shell takes it.
export function shellWord(text) {
  return /^[\p{L}\p{N}/._+@%,:=-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// The command line that does the same. `input`: its standard input; a passcode is asked for there.
export function lineOf(words, input) {
  if (typeof words === "string") return words.replace(/^quiesce/, () => tool);
  const command = [tool, ...words.map(shellWord)].join(" ");
  return input === undefined || words[0] === "unlock" ? command : `echo ${shellWord(input)} | ${command}`;
}

export function show(words, input) {
  shown = lineOf(words, input);
  setText(by("line"), shown);
}

export async function copy(text, button) {
  await navigator.clipboard.writeText(text);
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = before; }, 1200);
}

// Does it, and says what came of it.
export async function run(words, input, spoken = true) {
  show(words, input);
  const outcome = by("outcome");
  outcome.className = "";
  const answer = await line.run(words, input);
  outcome.className = answer.ok ? "done" : "refused";
  setText(outcome, answer.message ?? (answer.ok ? "Done." : "Refused."));
  if (!spoken) setText(by("spoken"), "");
  return answer;
}

// A button whose command line is shown while the pointer or the focus is on it. `words` may be a
// function, for a button whose command depends on something.
/**
 * @param {string} label
 * @param {any} words
 * @param {{ input?: any, kind?: string, after?: (answer: any) => void, about?: string }} more
 */
export function button(label, words, { input, kind, after, about } = {}) {
  const now = () => (typeof words === "function" ? words() : words);
  const given = () => (typeof input === "function" ? input() : input);
  const element = make("button", {
    type: "button", class: kind, "aria-label": about,
    onfocus: () => show(now(), given()),
    onmouseenter: () => { element.title = lineOf(now(), given()); show(now(), given()); },
    onclick: async () => {
      element.setAttribute("aria-busy", "true");
      const answer = await run(now(), given());
      element.removeAttribute("aria-busy");
      after?.(answer);
    },
  }, label);
  return element;
}

// A command line as text, copied by a click.
export function lineButton(words, input) {
  const text = () => lineOf(typeof words === "function" ? words() : words, typeof input === "function" ? input() : input);
  const element = make("button", {
    type: "button", class: "line", "aria-label": `Copy the command line ${text()}`,
    title: "Copy this command line", onclick: () => copy(text(), element.lastElementChild),
  }, make("code", {}, text()), make("span", { class: "hint" }, "Copy"));
  element.refresh = () => {
    setText(element.firstElementChild, text());
    element.setAttribute("aria-label", `Copy the command line ${text()}`);
  };
  return element;
}
