// Which watched number a cell of a score shows.

/** { view, row, column } of a track's cell; of several weights in it the greatest; null where it shows none. */
export function cellOf({ kind, items, layers, axis }, row, step) {
  if (kind === "lines") return items[row];
  if (kind !== "weights") return null;
  const slot = axis.shown[row];
  const all = layers.flatMap(({ views, columns, value }) =>
    views.flatMap((view) =>
      (columns ?? Array.from({ length: view.columns }, (_, at) => at)).map((column) => ({
        view,
        row: slot,
        column,
        weight: value(view, step, slot, column),
      })),
    ),
  );
  return all.reduce((best, each) => (each.weight > best.weight ? each : best));
}
