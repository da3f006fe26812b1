// A table whose cells are reached by arrow keys: one cell at a time can have the focus.

/** The focus goes to a cell, which is scrolled out from behind the parts of the table that stay where they are. */
export function focusInSight(cell) {
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Cells with `data-cell` open by a click, Enter or Space: `open(its name)`. Returns a function to be called after each
 * drawing of the table; `current` is the name of the cell that Tab reaches first. */
export function moveByKeys(root, current, open) {
  const lines = () => [...root.querySelectorAll("tbody tr")].map(cellsOf).filter((cells) => cells.length);
  const cellsOf = (line) => [...line.querySelectorAll("[data-cell]")];

  /** Makes one cell the one that Tab reaches. */
  function reach(cell) {
    root.querySelector('[data-cell][tabindex="0"]')?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    current = cell.dataset.cell;
  }

  function refresh() {
    const cells = lines().flat();
    for (const each of cells) each.setAttribute("tabindex", "-1");
    const one = cells.find((each) => each.dataset.cell === current) ?? cells[0];
    if (one) reach(one);
  }

  root.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (!cell) return;
    reach(cell);
    open(cell.dataset.cell);
  });
  root.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-cell]")) reach(event.target);
  });
  root.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (cell && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      return open(cell.dataset.cell);
    }
    const all = lines();
    const row = cell ? all.findIndex((cells) => cells.includes(cell)) : -1;
    const to = cell ? moved(event, all, row, all[row].indexOf(cell)) : fromOutside(event, root, all);
    if (!to) return;
    event.preventDefault();
    focusInSight(to);
  });
  refresh();
  return refresh;
}

function moved({ key, ctrlKey }, all, row, column) {
  const last = all[row].length - 1;
  const place = {
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    Home: [ctrlKey ? 0 : row, 0],
    End: [ctrlKey ? all.length - 1 : row, last],
  }[key];
  return place && all[place[0]]?.[place[1]];
}

/** From the table itself, arrow down enters the cell that Tab would. */
const fromOutside = ({ key, target }, root, all) =>
  key === "ArrowDown" && target.matches(".scroll") && all.length
    ? root.querySelector('[data-cell][tabindex="0"]')
    : null;
