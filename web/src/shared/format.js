// Formats numbers for readers.

const NONE = "–";

const grouped = (value, decimals) =>
  value
    .toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .replace(/^-/, "−");

function scientific(value) {
  const [digits, power] = value.toExponential(2).split("e");
  return `${digits.replace("-", "−")}e${power.replace("+", "").replace("-", "−")}`;
}

/** Four significant digits, thousands separated. */
export function number(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return NONE;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e9) return grouped(value, 0);
  if (size < 1e-3 || size >= 1e9) return scientific(value);
  if (size >= 1000) return grouped(value, 0);
  return grouped(value, Math.max(0, 3 - Math.floor(Math.log10(size) + 1e-9)))
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

const WIDE = 1000; // greatest ratio between the numbers of a column with equal decimals

/** A column's formatter: equal decimals, so that the greatest number has four digits, or each number by itself. */
export function columnFormat(values) {
  const sizes = values.filter((value) => Number.isFinite(value) && value !== 0).map(Math.abs);
  const [least, greatest] = [Math.min(...sizes), Math.max(...sizes)];
  if (sizes.every(Number.isInteger) || greatest > WIDE * least || greatest < 0.01) return number;
  const decimals = Math.min(4, Math.max(0, 3 - Math.max(0, Math.floor(Math.log10(greatest)))));
  return (value) => (Number.isFinite(value) ? grouped(value, decimals) : number(value));
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
