// The device's timeline, up to the moment at which it was asked for, in a frame that is shut off
// from this page.

import { make, setText } from "./elements.js";
import { lineButton } from "./commands.js";

// Returns a function that draws it anew.
export function begin(panel, line) {
  const said = make("p", { class: "sentence", role: "status" });
  const frame = make("iframe", { title: "The device's timeline", sandbox: "allow-scripts allow-downloads", hidden: true });
  frame.addEventListener("load", () => { if (frame.src) frame.dataset.loaded = frame.src; });
  const apart = make("a", { target: "_blank", rel: "noopener", hidden: true }, "In a tab of its own");
  const draw = async () => {
    setText(said, "Drawing…");
    const answer = await line.timeline();
    setText(said, answer.ok ? "" : answer.message);
    frame.hidden = apart.hidden = !answer.ok;
    if (answer.ok) frame.src = apart.href = answer.path;
  };
  panel.append(
    make("div", { class: "inline" }, make("button", { type: "button", onclick: draw }, "Draw up to now"), apart, said),
    frame, lineButton(["timeline", "-o", "timeline.html"]));
  return draw;
}
