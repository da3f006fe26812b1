// Numbers as people read them.

const NONE = "–";

const grouped = (value, decimals) =>
  value
    .toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .replace(/^-/, "−");

function scientific(value) {
  const [digits, power] = value.toExponential(2).split("e");
  return `${digits.replace("-", "−")}e${power.replace("+", "").replace("-", "−")}`;
}

/** Three or four significant digits, thousands apart. */
export function number(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return NONE;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e9) return grouped(value, 0);
  if (size < 1e-3 || size >= 1e9) return scientific(value);
  if (size >= 1000) return grouped(value, 0);
  return grouped(value, Math.max(0, 3 - Math.floor(Math.log10(size) + 1e-9) - (size >= 1 ? 1 : 0)))
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

/** How to write all numbers of a column: with so many decimals that the greatest has four digits. */
export function columnFormat(values) {
  const known = values.filter((value) => Number.isFinite(value));
  if (known.every(Number.isInteger)) return number;
  const greatest = Math.max(...known.map(Math.abs));
  const decimals = Math.min(4, Math.max(0, 3 - Math.max(0, Math.floor(Math.log10(greatest)))));
  return (value) => {
    if (!Number.isFinite(value)) return number(value);
    return value !== 0 && Math.abs(value) < 0.5 * 10 ** -decimals ? scientific(value) : grouped(value, decimals);
  };
}

/** Seconds as 12.3 s, 4 min 10 s, 2 h 5 min. */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) return NONE;
  if (seconds < 60) return `${number(Number(seconds.toPrecision(3)))} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor(whole / 60) % 60} min`;
}

export const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;
