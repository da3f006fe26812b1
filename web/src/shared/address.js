// A page's state in its address, to be shared as a link: #run=dnc,+seed+1&step=12.

/** { name: its text in the address or null }. */
export function readAddress(names) {
  const said = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(names.map((name) => [name, said.get(name)]));
}

/** Keeps a name such as `copy: dnc, seed 1` legible: commas, colons and slashes are valid in a fragment. */
const words = (names, seen) =>
  String(new URLSearchParams(names.filter((name) => seen[name]).map((name) => [name, seen[name]]))).replace(
    /%2C|%3A|%2F/g,
    decodeURIComponent,
  );

/** A function that writes the state to the address, `wait` milliseconds after its last change from `first` on. A page
 * within another's frame has no address. */
export function addressWriter(names, first, wait = 250) {
  if (location.protocol === "about:") return () => {};
  let written = words(names, first),
    timer = 0;
  return (seen) => {
    clearTimeout(timer);
    const now = words(names, seen);
    if (now === written) return;
    timer = setTimeout(() => {
      written = now;
      history.replaceState(history.state, "", `#${now}`); // no history entry: there would be one per press
    }, wait);
  };
}
