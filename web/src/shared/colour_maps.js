// Maps numbers to colours. All maps are perceptually uniform and readable under every colour blindness: from the page to
// its ink for bits and weights, which is white to black, cividis for positive numbers, blue to orange through a neutral
// zero for signed ones. Figures have the same colours: python/tapehead/plots/colour_maps.py.
import { isDark } from "./theme.js";

const VIRIDIS = [
  "440154",
  "48186a",
  "472d7b",
  "424086",
  "3b528b",
  "33638d",
  "2c728e",
  "26828e",
  "21918c",
  "1fa088",
  "28ae80",
  "3fbc73",
  "5ec962",
  "84d44b",
  "addc30",
  "d8e219",
  "fde725",
];
const CIVIDIS = [
  "00224e",
  "002e6a",
  "1a386f",
  "32436d",
  "434e6c",
  "535a6d",
  "61656f",
  "6f7073",
  "7d7c78",
  "8c8878",
  "9b9476",
  "aba072",
  "bcae6c",
  "cdbb63",
  "dec958",
  "f0d846",
  "fee838",
];
// Straight lines in Oklab from the neutral zero to both ends, which are equally light. On a dark page zero is dark, so
// that an empty memory does not glare.
const ENDS = { blue: [-0.06, -0.13], orange: [0.09, 0.11] };
const DIVERGING = { light: { zero: 0.97, end: 0.45 }, dark: { zero: 0.27, end: 0.82 } };
const STEPS = 256;

function fromHex(stops) {
  const colours = stops.map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  return (share) => {
    const place = share * (colours.length - 1),
      below = Math.min(Math.floor(place), colours.length - 2);
    return [0, 1, 2].map((k) => colours[below][k] + (place - below) * (colours[below + 1][k] - colours[below][k]));
  };
}

/** Oklab to sRGB (Ottosson 2020). */
function fromOklab(lightness, a, b) {
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((value) => value ** 3);
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => {
    const clipped = Math.min(1, Math.max(0, value));
    return 255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055);
  });
}

function diverging({ zero, end }) {
  return (share) => {
    const signed = 2 * share - 1,
      far = Math.abs(signed),
      [a, b] = signed < 0 ? ENDS.blue : ENDS.orange;
    return fromOklab(zero + far * (end - zero), far * a, far * b);
  };
}

/** The part of viridis that is visible as a thin line on the page. */
function forLines(share) {
  const [from, to] = isDark() ? [0.32, 1] : [0, 0.72];
  return fromHex(VIRIDIS)(from + share * (to - from));
}

const MAKERS = {
  unit: () => fromHex(isDark() ? ["1b1f23", "ffffff"] : ["ffffff", "000000"]),
  positive: () => fromHex(CIVIDIS),
  lines: () => forLines,
  diverging: () => diverging(DIVERGING[isDark() ? "dark" : "light"]),
};
const tables = new Map();

/** The map's 256 colours as [r, g, b, …], for the page's current scheme. */
export function colourTable(name) {
  const key = `${name} ${isDark() ? "dark" : "light"}`;
  if (!tables.has(key)) {
    const make = MAKERS[name]();
    tables.set(key, new Uint8ClampedArray(Array.from({ length: STEPS }, (_, at) => make(at / (STEPS - 1))).flat()));
  }
  return tables.get(key);
}

/** The range of a map's values: fixed for `unit`, from 0 for `positive`, symmetric for `diverging`. */
export function scaleOf(map, low, high) {
  if (map === "positive") return { map, low: 0, high: high > 0 ? high : 1 };
  if (map === "diverging") {
    const far = Math.max(Math.abs(low), Math.abs(high)) || 1;
    return { map, low: -far, high: far };
  }
  return { map: "unit", low: 0, high: 1 };
}

/** The index of a value in its map's table. */
export function placeOf(value, { low, high }) {
  return Math.min(STEPS - 1, Math.max(0, Math.round(((STEPS - 1) * (value - low)) / (high - low))));
}

export function cssColour(value, scale) {
  const table = colourTable(scale.map),
    at = 3 * placeOf(value, scale);
  return `rgb(${table[at]} ${table[at + 1]} ${table[at + 2]})`;
}

/** Black or white, whichever contrasts more with the value's colour. */
export function inkOn(value, scale) {
  const table = colourTable(scale.map),
    at = 3 * placeOf(value, scale);
  const [r, g, b] = [0, 1, 2].map((k) => {
    const part = table[at + k] / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
}

export function gradient(map) {
  const table = colourTable(map);
  const stops = Array.from({ length: 17 }, (_, at) => 3 * Math.round((at * (STEPS - 1)) / 16));
  return `linear-gradient(to right, ${stops.map((at) => `rgb(${table[at]} ${table[at + 1]} ${table[at + 2]})`)})`;
}
