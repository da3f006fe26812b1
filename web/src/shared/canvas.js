// Canvases at the screen's resolution.

/** Sizes a canvas in CSS pixels and returns its context, which draws in CSS pixels. */
export function fitted(canvas, width, height) {
  const ratio = devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext("2d");
  context.setTransform(wide / width, 0, 0, high / height, 0, 0);
  return context;
}

/** A cell's size in CSS pixels: a whole number of device pixels, at least one, so that all cells are equal. */
export function cellSize(room, count, most) {
  const ratio = devicePixelRatio || 1;
  return Math.max(1, Math.min(Math.floor(most * ratio), Math.floor((room * ratio) / Math.max(1, count)))) / ratio;
}

/**
 * Paints columns `from` to before `until` of a grid { rows, columns, value(row, column) } into a canvas, one pixel per
 * cell. With fewer pixels than cells, each pixel shows its cell of greatest magnitude.
 * `paint(pixels, at, [row, column])` writes the colour at index `at`.
 */
export function paintCells(canvas, grid, from, until, paint) {
  const { width, height } = canvas,
    left = Math.floor((from * width) / grid.columns),
    wide = Math.ceil((until * width) / grid.columns) - left;
  const context = canvas.getContext("2d");
  const image = context.createImageData(wide, height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < wide; column++) {
      paint(image.data, 4 * (row * wide + column), strongest(grid, row, left + column, height, width));
    }
  }
  context.putImageData(image, left, 0);
}

/** The cell that a pixel shows: its own, or the one of greatest magnitude among those it covers. */
function strongest(grid, row, column, rows, columns) {
  if (rows === grid.rows && columns === grid.columns) return [row, column];
  const span = (at, pixels, cells) => [
    Math.floor((at * cells) / pixels),
    Math.max(Math.floor((at * cells) / pixels) + 1, Math.floor(((at + 1) * cells) / pixels)),
  ];
  const [top, bottom] = span(row, rows, grid.rows),
    [left, right] = span(column, columns, grid.columns);
  let best = [top, left],
    most = -1; // below any magnitude
  for (let r = top; r < bottom; r++) {
    for (let c = left; c < right; c++) {
      const size = Math.abs(grid.value(r, c));
      if (size > most) [best, most] = [[r, c], size];
    }
  }
  return best;
}
