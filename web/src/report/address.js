// What is seen, in the address, so that a link leads somebody else to it: #run=dnc,+seed+1&beside=ntm,+seed+1&step=12&slots=all.

const NAMES = ["run", "beside", "step", "slots"];

/** { run, beside, step, slots }, texts or null; null where the address says nothing of a run. */
export function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  return said.has("run") ? Object.fromEntries(NAMES.map((name) => [name, said.get(name)])) : null;
}

/** A name such as `copy: dnc, seed 1` stays legible: commas, colons and slashes may stand in a fragment as they are. */
const words = (seen) =>
  String(new URLSearchParams(NAMES.filter((name) => seen[name]).map((name) => [name, seen[name]]))).replace(
    /%2C|%3A|%2F/g,
    decodeURIComponent,
  );

/** A function that writes what is seen, a while after the last change, and not before there is one. */
export function addressWriter(first, wait = 250) {
  let written = words(first),
    timer = 0;
  return (seen) => {
    clearTimeout(timer);
    const now = words(seen);
    if (now === written) return;
    timer = setTimeout(() => {
      written = now;
      history.replaceState(history.state, "", `#${now}`); // no step of the way back: it would be one for each press
    }, wait);
  };
}
