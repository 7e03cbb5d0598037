// Every `quiesce send`, each with its form, its command line, and a button that does it.

import { keyed, make, shortName } from "./elements.js";
import { lineButton, lineOf, run, show } from "./commands.js";

const choice = (name, ...choices) => ({ name, choices });
const text = (name, value, more) => ({ name, value, ...more });
const app = { name: "app", apps: true };

/** @type {[string, any[]][]} */
export const groups = [
  ["Wake-ups", [
    { send: "fetch", about: "Wakes an app for a background fetch.", fields: [app] },
    { send: "task", about: "Wakes an app for a background task at once.", fields: [app, text("identifier", "org.example.refresh", { wide: true })] },
    { send: "push", about: "Delivers a remote notification to an app.", fields: [app, { name: "voip", flag: true }, text("payload", '{"aps":{"alert":"Dinner is ready","sound":"default"}}', { input: true })] },
  ]],
  ["The user", [
    { send: "touch", about: "Touches the screen: a tap, or one phase of a touch.", fields: [text("x", "160"), text("y", "100"), { ...choice("phase", "", "began", "moved", "ended", "cancelled"), option: true }] },
    { send: "shake", about: "Shakes the device.", fields: [] },
    { send: "remote-control", about: "Presses a button of a headset or a dock.", fields: [choice("command", "togglePlayPause", "play", "pause", "stop", "nextTrack", "previousTrack")] },
    { send: "motion", about: "Plays a sample of the sensors of motion.", fields: ["accelerometer", "gyroscope", "magnetometer"].map((name, at) => text(name, at === 0 ? "0,0,-1" : "", { option: true })) },
    { send: "call", about: "Has a phone call come in, be answered, or end.", fields: [choice("call", "incoming", "answer", "end")] },
    { send: "alert", about: "Shows a system alert over the app in front, or dismisses it.", fields: [choice("alert", "show", "dismiss")] },
    { send: "notification-center", about: "Pulls the notification centre down, or dismisses it.", fields: [choice("center", "show", "dismiss")] },
  ]],
  ["The device", [
    { send: "orientation", about: "Turns the device.", fields: [choice("orientation", "portrait", "landscapeLeft", "landscapeRight", "portraitUpsideDown", "faceUp", "faceDown")] },
    { send: "battery", about: "Sets the battery's level and state; auto: the machine's own.", fields: [text("level", "35%"), choice("state", "", "unplugged", "charging", "full")] },
    { send: "low-power", about: "Switches Low Power Mode on or off; auto: as the machine's power profile says.", fields: [choice("state", "on", "off", "auto")] },
    { send: "thermal", about: "Tells apps how warm the device is; auto: as the machine's sensors say.", fields: [choice("state", "nominal", "fair", "serious", "critical", "auto")] },
    { send: "network", about: "Changes the network connection; auto: the machine's own.", fields: [choice("network", "wifi", "cellular", "none", "auto")] },
    { send: "proximity", about: "Tells the sensor that something is near, or far.", fields: [choice("proximity", "near", "far")] },
    { send: "sleep", about: "The device falls asleep: background time stands still.", fields: [] },
    { send: "wake", about: "The device wakes up again.", fields: [] },
    { send: "memory-warning", about: "Warns running apps as if memory ran short.", fields: [] },
    { send: "background-refresh", about: "Switches background refresh on or off, for all apps.", fields: [choice("state", "on", "off")] },
  ]],
  ["The user's data", [
    { send: "locale", about: "Changes the language and region; auto: the machine's own.", fields: [text("locale", "fr_FR")] },
    { send: "timezone", about: "Changes the time zone; auto: the machine's own.", fields: [text("zone", "Europe/Paris")] },
    { send: "identity", about: "Changes the account that documents are kept in sync with.", fields: [text("token", "none")] },
    { send: "defaults", about: "Changes a setting of an app.", fields: [app, text("key", "interval"), text("value", "0.5")] },
  ]],
  ["Around the device", [
    { send: "location", about: "Says where the device is; auto: the machine's own sources.", fields: [text("latitude", "47.0502"), text("longitude", "8.3093"), ...["accuracy", "altitude", "heading"].map((name, at) => text(name, at === 0 ? "10" : "", { option: true }))] },
    { send: "beacon", about: "Says that a beacon is near, or no more.", fields: [text("uuid", "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", { wide: true }), text("major", "7", { option: true }), text("minor", "1", { option: true }), { name: "gone", flag: true }] },
    { send: "bluetooth", about: "Plays an adapter, and peripherals and centrals around it.", fields: [text("words", "near Belt 180D/2A37:notify=0048", { wide: true, several: true })] },
    { send: "accessory", about: "Connects or disconnects an accessory, or lists them.", fields: [choice("action", "connect", "disconnect", "list"), text("name", "Scale"), ...["protocol", "pty", "manufacturer", "model", "serial", "firmware", "hardware"].map((name, at) => text(name, at === 0 ? "org.example.scale" : "", { option: true }))] },
    { send: "screen", about: "Connects or disconnects an external screen, or changes its mode.", fields: [choice("change", "connect", "mode", "disconnect"), text("mode", "")] },
  ]],
];

// The words after `quiesce` that a control's values make.
export function wordsOf(control, values) {
  const words = ["send", control.send];
  const after = [];
  for (const field of control.fields) {
    const value = values[field.name];
    if (field.input) words.push("-");
    else if (field.flag) { if (value) words.push(`--${field.name}`); }
    else if (field.several) words.push(...value.split(/\s+/).filter(Boolean));
    else if (field.option) { if (value !== "") after.push(`--${field.name}`, value); }
    else if (value !== "") words.push(...value.startsWith("-") && control.send === "defaults" ? ["--", value] : [value]);
  }
  return [...words, ...after];
}

export function inputOf(control, values) {
  const field = control.fields.find((field) => field.input);
  return field && values[field.name];
}

export function begin(panel, line) {
  const search = make("input", { type: "search", "aria-label": "Find a control", placeholder: "Find a control" });
  panel.append(search);
  const forms = [];
  for (const [title, controls] of groups) {
    const section = make("section", { class: "group" }, make("h3", {}, title), controls.map((control) => {
      const form = controlForm(control, line);
      forms.push(form);
      return form;
    }));
    panel.append(section);
  }
  search.addEventListener("input", () => {
    for (const form of forms) form.hidden = !form.textContent.toLowerCase().includes(search.value.toLowerCase());
    for (const section of panel.querySelectorAll(".group")) section.hidden = !section.querySelector("form:not([hidden])");
  });
}

function controlForm(control, line) {
  const inputs = {};
  const values = () => Object.fromEntries(control.fields.map((field) => [field.name, field.flag ? inputs[field.name].checked : inputs[field.name].value]));
  const words = () => wordsOf(control, values());
  const input = () => inputOf(control, values());
  const fields = control.fields.map((field) => {
    const element = fieldElement(field);
    inputs[field.name] = element;
    return make("label", { class: field.flag ? "flag" : field.input || field.wide ? "wide" : "" }, make("span", {}, field.name), element);
  });
  const command = lineButton(words, input);
  if (inputs.app) {
    line.on("apps", (rows) => {
      keyed(inputs.app, rows, (row) => row.id, (row) => Object.assign(make("option", { value: row.id }, shortName(row.id)), { update() {} }));
      command.refresh();
    });
  }
  const send = make("button", { "aria-label": `Send ${control.send}` }, "Send");
  const form = make("form", { class: "control", "data-send": control.send, "aria-label": `send ${control.send}` },
    make("div", { class: "heading" }, make("h4", {}, control.send), make("p", {}, control.about), send),
    fields.length ? make("div", { class: "fields" }, fields) : null, command);
  form.line = () => lineOf(words(), input());
  form.addEventListener("input", () => { command.refresh(); show(words(), input()); });
  form.addEventListener("focusin", () => show(words(), input()));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await run(words(), input());
    form.dataset.answer = answer.message ?? (answer.ok ? "done" : "refused");
    form.dataset.ok = answer.ok;
  });
  return form;
}

function fieldElement(field) {
  if (field.flag) return make("input", { type: "checkbox", name: field.name });
  if (field.apps) return make("select", { name: field.name });
  if (field.choices) {
    return make("select", { name: field.name }, field.choices.map((value) => make("option", { value }, value || "—")));
  }
  if (field.input) {
    const element = make("textarea", { name: field.name, rows: "2", spellcheck: "false" });
    element.value = field.value;
    return element;
  }
  return make("input", { name: field.name, value: field.value, spellcheck: "false", autocomplete: "off" });
}
