// Ranges of parallel coordinates without a pointer: two fields per axis, which dragging also fills in.
import { element } from "../shared/dom.js";

const DIGITS = 4; // significant digits of a dragged end

/** { root, show(axis, range) }: `show` fills in the fields; `changed(axis, range)` gets two shares, or null. */
export function rangeFields(axes, changed) {
  const both = axes.map((axis, at) => {
    const ends = ["from", "to"].map((end) => (axis.kind === "choice" ? choice : numeric)(axis, end));
    const tell = () => changed(at, rangeOf(ends.map(({ share }) => share())));
    for (const { field } of ends) field.addEventListener("change", tell);
    return ends;
  });
  const root = element(
    "details",
    { class: "ranges" },
    element("summary", {}, "Ranges, axis by axis"),
    element(
      "div",
      { class: "controls" },
      axes.map(({ name }, at) =>
        element(
          "fieldset",
          {},
          element("legend", {}, name),
          both[at].map(({ field }) => field),
        ),
      ),
    ),
  );
  const show = (at, range) => both[at].forEach((end, which) => end.show(range?.[which], which));
  return { root, show };
}

/** An empty end is unlimited; ends in reverse order are swapped. */
function rangeOf([from, to]) {
  if (from === null && to === null) return null;
  return from === null || to === null ? [from ?? -Infinity, to ?? Infinity] : [Math.min(from, to), Math.max(from, to)];
}

function numeric(axis, end) {
  const field = element("input", {
    type: "number",
    step: "any",
    placeholder: end,
    "aria-label": `${axis.name}, ${end}`,
  });
  const share = () => (field.value === "" ? null : axis.share(Number(field.value)));
  const show = (at) => (field.value = at === undefined ? "" : Number(axis.value(at).toPrecision(DIGITS)));
  return { field, share, show };
}

function choice(axis, end) {
  const field = element(
    "select",
    { "aria-label": `${axis.name}, ${end}` },
    element("option", { value: "" }, end),
    axis.ticks.map((tick, at) => element("option", { value: at }, axis.text(tick))),
  );
  const share = () => (field.value === "" ? null : axis.share(axis.ticks[field.value]));
  /** Shows the first or the last choice within a dragged range. */
  const show = (at, which) => {
    const shares = axis.ticks.map((tick) => axis.share(tick));
    const found = which ? shares.findLastIndex((share) => share <= at) : shares.findIndex((share) => share >= at);
    field.value = found < 0 ? "" : found;
  };
  return { field, share, show };
}
