// The arrays of a trace: 8- or 16-bit integers scaled from the least to the greatest value, in gzip, in base64.
import { unpacked } from "../../shared/unpacked.js";

/** Values of shape [steps], [steps, n] or [steps, m, n]. */
class Values {
  constructor({ shape, low, high }, numbers) {
    [this.steps] = shape;
    this.shape = shape;
    this.size = shape.slice(1).reduce((product, each) => product * each, 1);
    this.low = low;
    this.high = high;
    this.numbers = numbers;
  }

  /** A vector's length, per head if the array has heads. */
  get length() {
    return this.shape.length > 2 ? this.shape[2] : this.size;
  }

  /** Element `at` of a head's vector; beyond the last step, that of the last. */
  at(step, at, head = 0) {
    return this.numbers[
      Math.min(step, this.steps - 1) * this.size + head * (this.shape.length > 2 ? this.shape[2] : 0) + at
    ];
  }

  /** A head's number, from [steps], [steps, heads], or [steps, heads, rows] (that of `row`). */
  scalar(step, head = 0, row = 0) {
    return this.shape.length > 2 ? this.at(step, row, head) : this.at(step, Math.min(head, this.size - 1));
  }
}

async function decode(name, packed) {
  const { shape, low, high, depth, data } = packed;
  const buffer = await unpacked(data);
  const codes = depth === 16 ? new Uint16Array(buffer) : new Uint8Array(buffer);
  const wanted = shape.reduce((product, each) => product * each, 1);
  if (codes.length !== wanted) throw new Error(`${name} holds ${codes.length} numbers; ${wanted} are wanted`);
  const factor = (high - low) / (2 ** depth - 1);
  const zero = factor ? Math.round(-low / factor) : -1; // the code of 0, decoded exactly, without quantisation error
  return new Values(
    packed,
    Float32Array.from(codes, (code) => (code === zero ? 0 : low + code * factor)),
  );
}

/** The arrays of a trace by name. */
export async function decodeTrace({ arrays }) {
  const made = await Promise.all(
    Object.entries(arrays).map(async ([name, packed]) => [name, await decode(name, packed)]),
  );
  return new Map(made);
}
