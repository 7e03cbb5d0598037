// Elements of the page. Text is always text: nothing here reads HTML.

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** @returns {any} */
export const by = (id) => document.getElementById(id);

/** @returns {any[]} those that a selector names. */
export const all = (selector) => [...document.querySelectorAll(selector)];

// Sets a text only if it differs, so that screen readers and selections aren't disturbed.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Shows a row each in `parent`: an element is kept as long as its row's key, with its focus.
// `create` makes it, with a method `update`.
export function keyed(parent, rows, keyOf, create, empty) {
  parent.kept ??= new Map();
  const before = parent.kept;
  const now = new Map();
  for (const row of rows) {
    const key = String(keyOf(row));
    const element = before.get(key) ?? create(row);
    element.update(row);
    now.set(key, element);
  }
  for (const [key, element] of before) if (!now.has(key)) element.remove();
  let at = parent.firstElementChild;
  for (const element of now.values()) {
    if (at === element) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
  parent.kept = now;
  if (empty !== undefined) {
    parent.empty ??= make("li", { class: "empty" }, empty);
    if (rows.length === 0) parent.append(parent.empty);
    else parent.empty.remove();
  }
}

// Says something to who listens to the page.
export function speak(text) {
  setText(by("spoken"), text);
}

export const shortName = (id) => id.split(".").pop();

export function bytes(count) {
  if (count === undefined || count === null) return "";
  const units = ["B", "kB", "MB", "GB"];
  let unit = 0;
  while (count >= 1000 && unit < units.length - 1) [count, unit] = [count / 1000, unit + 1];
  return `${count >= 100 || unit === 0 ? Math.round(count) : count.toFixed(1)} ${units[unit]}`;
}

export function age(since, now = Date.now()) {
  const seconds = Math.max(0, Math.round((now - Date.parse(since)) / 1000));
  if (Number.isNaN(seconds)) return "";
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 129600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`;
}

export function clock(time, withDay = false) {
  const date = new Date(time);
  const two = (number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} `;
  return `${withDay ? day : ""}${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
