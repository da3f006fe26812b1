// A page's state in its address, to be shared as a link: #run=dnc,+seed+1&beside=ntm,+seed+1&step=12.

/** What the address says, { name: text }; null if it does not name `wanted`, where that is given. */
export function readAddress(wanted = null) {
  const said = new URLSearchParams(location.hash.slice(1));
  return wanted === null || said.has(wanted) ? Object.fromEntries(said) : null;
}

/** Keeps a name such as `copy: dnc, seed 1` legible: commas, colons and slashes are valid in a fragment. */
const words = (seen) =>
  String(new URLSearchParams(Object.entries(seen).filter(([, value]) => value))).replace(
    /%2C|%3A|%2F/g,
    decodeURIComponent,
  );

/** A function that writes the state to the address, `wait` milliseconds after its last change from `first` on. A page
 * within another's frame has no address. */
export function addressWriter(first, wait = 250) {
  if (location.protocol === "about:") return () => {};
  let written = words(first),
    timer = 0;
  return (seen) => {
    clearTimeout(timer);
    const now = words(seen);
    if (now === written) return;
    timer = setTimeout(() => {
      written = now;
      history.replaceState(history.state, "", `#${now}`); // no history entry: there would be one per press
    }, wait);
  };
}
