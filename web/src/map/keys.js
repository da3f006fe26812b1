// A table whose cells and heads are reached by arrow keys: one cell and one head at a time can be reached by Tab.

const CELL = "[data-cell]";

/** The focus goes to a cell, which is scrolled out from behind the parts of the table that stay where they are. */
export function focusInSight(cell) {
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Cells with `data-cell` open by a click, Enter or Space: `open(its name)`. Returns a function to be called after each
 * drawing of the table; `current` is the name of the cell that Tab reaches first. */
export function moveByKeys(root, current, open) {
  const heads = [...root.querySelectorAll("thead button")];
  const cellsOf = (line) => [...line.querySelectorAll(CELL)];
  const lines = () => [...root.querySelectorAll("tbody tr")].map(cellsOf).filter((cells) => cells.length);

  /** Makes one of the cells, or of the heads, the one that Tab reaches. */
  function reach(one, all) {
    for (const each of all) each.setAttribute("tabindex", each === one ? "0" : "-1");
    current = one.dataset.cell ?? current;
  }

  function refresh() {
    const cells = lines().flat();
    const one = cells.find((each) => each.dataset.cell === current) ?? cells[0];
    if (one) reach(one, cells);
  }

  root.addEventListener("click", ({ target }) => {
    const cell = target.closest(CELL);
    if (!cell) return;
    reach(cell, lines().flat());
    open(cell.dataset.cell);
  });
  root.addEventListener("focusin", ({ target }) => {
    if (target.matches(CELL)) reach(target, lines().flat());
    if (heads.includes(target)) reach(target, heads);
  });
  root.addEventListener("keydown", (event) => {
    const from = event.target.closest(`${CELL}, thead button`);
    if (from?.dataset.cell && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      return open(from.dataset.cell);
    }
    const to = from ? moved(event, [heads, ...lines()], from) : fromOutside(event, root);
    if (!to) return;
    event.preventDefault();
    focusInSight(to);
  });
  reach(heads[0], heads);
  refresh();
  return refresh;
}

/** Where a key leads: heads are the first line, and the first of them stand above no cells. */
function moved({ key, ctrlKey }, all, from) {
  const row = all.findIndex((line) => line.includes(from)),
    line = all[row],
    at = line.indexOf(from);
  const column = (one) => one.closest("th, td").cellIndex;
  const inColumn = (other) => other?.find((one) => column(one) >= column(from));
  return {
    ArrowLeft: line[at - 1],
    ArrowRight: line[at + 1],
    ArrowUp: inColumn(all[row - 1]),
    ArrowDown: inColumn(all[row + 1]),
    Home: (ctrlKey ? (all[1] ?? line) : line)[0],
    End: (ctrlKey ? all.at(-1) : line).at(-1),
  }[key];
}

/** From the table itself, arrow down enters the cell that Tab would. */
const fromOutside = ({ key, target }, root) =>
  key === "ArrowDown" && target.matches(".scroll") ? root.querySelector(`${CELL}[tabindex="0"]`) : null;
