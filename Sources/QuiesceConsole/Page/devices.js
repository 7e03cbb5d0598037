// Devices side by side: each has the page of one device, in a frame.

import { all, make } from "./elements.js";
import { enter } from "./line.js";

const place = all("main")[0];

// The frames come in by the key of this browser, so the link is used before.
await enter();
for (let number = 0; number < Number(place.dataset.devices); number++) {
  place.append(make("iframe", { title: `Device ${number + 1}`, src: `/?device=${number}` }));
}
