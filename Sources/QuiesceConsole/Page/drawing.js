// The drawing of the screen, taken over element by element: what an app shows is never trusted.

const svg = "http://www.w3.org/2000/svg";
const allowed = {
  svg: ["viewBox", "font-family"],
  g: ["transform", "opacity", "clip-path"],
  rect: ["x", "y", "width", "height", "rx", "ry", "fill", "fill-opacity", "stroke", "stroke-width", "opacity"],
  circle: ["cx", "cy", "r", "fill", "fill-opacity", "stroke", "stroke-width", "opacity"],
  path: ["d", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "opacity", "transform", "fill-rule"],
  line: ["x1", "y1", "x2", "y2", "stroke", "stroke-width", "stroke-linecap"],
  text: ["x", "y", "font-size", "font-weight", "font-family", "text-anchor", "fill", "fill-opacity", "xml:space", "textLength", "lengthAdjust", "opacity", "direction"],
  tspan: ["x", "y", "dy", "font-size", "font-weight", "fill"],
  image: ["x", "y", "width", "height", "href", "preserveAspectRatio", "clip-path"],
  clipPath: ["id"], defs: [],
};

function copied(element, depth = 0) {
  const names = allowed[element.localName];
  if (!names || element.namespaceURI !== svg || depth > 200) return null;
  const own = document.createElementNS(svg, element.localName);
  for (const name of names) {
    const value = element.getAttribute(name);
    if (value === null) continue;
    if (name === "href" && !value.startsWith("data:image/")) return null;
    if (/url\(\s*['"]?(?!#)/i.test(value)) continue;
    if (name === "xml:space") own.setAttributeNS("http://www.w3.org/XML/1998/namespace", name, value);
    else own.setAttribute(name, value);
  }
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      if (["text", "tspan"].includes(element.localName)) own.append(child.data);
    } else if (child.nodeType === Node.ELEMENT_NODE) {
      const inner = copied(child, depth + 1);
      if (inner) own.append(inner);
    }
  }
  return own;
}

// The drawing, and its size in points; null: it is none.
export function drawing(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const own = copied(root);
  const box = (root.getAttribute("viewBox") ?? "").split(" ").map(Number);
  if (!own || own.localName !== "svg" || box.length !== 4 || !box.every(Number.isFinite)) return null;
  return { element: own, width: box[2], height: box[3] };
}
