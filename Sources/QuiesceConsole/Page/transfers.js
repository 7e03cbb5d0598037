// Background transfers, with their progress.

import { bytes, keyed, make, setText, shortName } from "./elements.js";
import { button } from "./commands.js";

export function begin(panel, line) {
  const list = make("ul", { class: "rows transfers" });
  panel.append(list);
  line.on("transfers", (rows) => keyed(list, rows.toReversed(), (row) => row.transfer, transferRow, "Nothing is transferred."));
}

function transferRow(row) {
  const number = String(row.transfer);
  const title = make("strong", {});
  const state = make("span", { class: "state" });
  const words = make("span", { class: "grow" });
  const bar = make("progress", { "aria-label": `Progress of transfer ${number}` });
  const control = (word, label, kind) => button(label, ["transfers", word, number], { kind, about: `${label} transfer ${number}` });
  const controls = make("span", { class: "inline" }, control("pause", "Pause"), control("resume", "Resume"), control("cancel", "Cancel", "quiet"));
  const element = make("li", { "data-transfer": number }, title, state, words, bar, controls);
  element.update = (now) => {
    setText(title, `${now.transfer} ${now.app ? shortName(now.app) : "yours"}`);
    setText(state, now.state);
    const upload = now.kind === "upload";
    const [done, all] = upload ? [now.sent, now.expectedToSend] : [now.received, now.expected];
    const amount = done === undefined ? "" : all ? `${bytes(done)} of ${bytes(all)}` : bytes(done);
    setText(words, [now.url, amount, now.rate && `${bytes(now.rate)}/s`, now.sentence].filter(Boolean).join(" · "));
    const over = ["finished", "failed", "cancelled", "kept", "gone"].includes(now.state);
    controls.hidden = over;
    bar.hidden = over && now.state !== "finished";
    if (all) [bar.max, bar.value] = [all, done ?? 0];
    else if (now.state === "finished") [bar.max, bar.value] = [1, 1];
    else bar.removeAttribute("value");
  };
  return element;
}
