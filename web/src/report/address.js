// The player's state in the page's address: #run=dnc,+seed+1&beside=ntm,+seed+1&step=12&slots=all.
import * as shared from "../shared/address.js";

const NAMES = ["run", "beside", "step", "slots"];

/** { run, beside, step, slots }, each a text or null; null if the address names no run. */
export function readAddress() {
  const said = shared.readAddress(NAMES);
  return said.run === null ? null : said;
}

export const addressWriter = (first, wait) => shared.addressWriter(NAMES, first, wait);
