// Colours, and the forms of the marks.

const NAMES = [
  'ground', 'raised', 'line', 'faint', 'text', 'quiet', 'accent', 'accent-ground', 'active', 'on-active', 'inactive',
  'on-inactive', 'background', 'on-background', 'suspended', 'on-suspended', 'notRunning', 'track', 'on-track',
  'track-off', 'on-track-off', 'track-alert', 'on-track-alert', 'plan', 'found', 'gap', ...MARKS.map(mark => mark.name),
];
const FONT = 'system-ui, -apple-system, "Segoe UI", Inter, Cantarell, "DejaVu Sans", sans-serif';

function palette() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(NAMES.map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
}

// A canvas as large as it is shown, in the screen's own pixels.
function fit(canvas, width, height, ratio = window.devicePixelRatio || 1) {
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

function shape(context, name, x, y, size) {
  const half = size / 2;
  context.beginPath();
  switch (name) {
    case 'dot': context.arc(x, y, size * 0.22, 0, 7); break;
    case 'circle': context.arc(x, y, half * 0.9, 0, 7); break;
    case 'square': context.rect(x - half * 0.55, y - half * 0.55, half * 1.1, half * 1.1); break;
    case 'bar': context.rect(x - half * 0.3, y - half * 0.9, half * 0.6, half * 1.8); break;
    case 'block': context.rect(x - half, y - half, size, size); break;
    case 'up': context.moveTo(x, y - half); context.lineTo(x + half, y + half * 0.8); context.lineTo(x - half, y + half * 0.8); context.closePath(); break;
    case 'down': context.moveTo(x, y + half); context.lineTo(x + half, y - half * 0.8); context.lineTo(x - half, y - half * 0.8); context.closePath(); break;
    case 'diamond': context.moveTo(x, y - half); context.lineTo(x + half, y); context.lineTo(x, y + half); context.lineTo(x - half, y); context.closePath(); break;
    case 'cross': context.moveTo(x - half * 0.8, y - half * 0.8); context.lineTo(x + half * 0.8, y + half * 0.8); context.moveTo(x + half * 0.8, y - half * 0.8); context.lineTo(x - half * 0.8, y + half * 0.8); break;
  }
}

function mark(context, colours, number, x, y, size = 10) {
  const { name, shape: form } = MARKS[number];
  shape(context, form, x, y, size);
  if (form === 'cross') {
    context.strokeStyle = colours[name];
    context.lineWidth = 2.2;
    context.stroke();
    return;
  }
  context.fillStyle = colours[name];
  context.fill();
  if (form === 'block') {
    shape(context, 'cross', x, y, size * 0.62);
    context.strokeStyle = colours.ground;
    context.lineWidth = 1.6;
    context.stroke();
  }
}

