// A table that sorts by any of its columns. Header cells hold real buttons; aria-sort gives the direction.
import { button, element } from "../shared/dom.js";

const LONG = 28; // letters; longer cells get more width before they wrap

/**
 * `columns`: [{ name, kind: "text" | "number", value(row), cell(row) → text or element, title?, down?: whether the first
 * press puts the greatest first }]. Returns { root, show(rows) }. Rows without a value come last in both directions.
 * `decorate(tr, row)` may add to a row; `groupOf(row)` is the text under which it stands with its like; `last` are rows
 * that stay below all others; `drawn(order)` is called after each drawing, with { at, down } or null.
 */
export function sortableTable({
  caption,
  columns,
  rows,
  decorate = () => {},
  sortBy = null,
  groupOf = null,
  last = [],
  drawn = () => {},
}) {
  let order = sortBy,
    shown = rows;
  const body = element("tbody");
  const heads = columns.map((column, at) => {
    if (!column.value) return element("th", { scope: "col", class: column.kind }, column.head ?? column.name);
    const sign = element("span", { class: "sort-sign", "aria-hidden": "true" });
    const press = button(
      "",
      () => {
        order = { at, down: order?.at === at ? !order.down : Boolean(column.down) };
        draw();
      },
      { class: "sort", title: column.title },
    );
    press.append(column.name, sign);
    const long = column.name.length > LONG ? `${column.kind} long` : column.kind;
    const kept = column.rowHead ? `${long} kept` : long;
    return element("th", { scope: "col", class: kept, "aria-sort": "none" }, press);
  });
  const table = element(
    "table",
    {},
    element("caption", { class: "hidden-caption" }, caption),
    element("thead", {}, element("tr", {}, heads)),
    body,
    last.length ? element("tfoot", {}, last.map(lineOf)) : null,
  );

  let lines = new Map();

  /** The row and the control that have the focus, to restore it after rows are rebuilt. */
  function held() {
    const line = body.contains(document.activeElement) ? document.activeElement.closest("tr") : null;
    const row = [...lines].find(([, each]) => each === line)?.[0];
    return row && [row, [...line.querySelectorAll("button, input")].indexOf(document.activeElement)];
  }

  function lineOf(row) {
    const cells = columns.map((column) => cellOf(column, row));
    const line = element("tr", {}, cells);
    decorate(line, row);
    return line;
  }

  function draw() {
    const focus = held();
    heads.forEach((head, at) => {
      if (!columns[at].value) return;
      const way = order?.at === at ? (order.down ? "descending" : "ascending") : "none";
      head.setAttribute("aria-sort", way);
      head.querySelector(".sort-sign").textContent = { none: "", ascending: "▲", descending: "▼" }[way];
    });
    const inOrder = order ? sorted(shown, columns[order.at], order.down) : shown;
    lines = new Map(inOrder.map((row) => [row, lineOf(row)]));
    body.replaceChildren(...(groupOf ? grouped(shown, lines, groupOf, columns.length) : lines.values()));
    drawn(order);
    if (focus) lines.get(focus[0])?.querySelectorAll("button, input")[focus[1]]?.focus({ preventScroll: true });
  }

  draw();
  const label = { class: "scroll", tabindex: "0", role: "region", "aria-label": caption };
  return { root: withCuts(element("div", label, table)), show: (now) => ((shown = now), draw()) };
}

/** A place that scrolls, which says at which edges there is more. */
function withCuts(place) {
  const root = element("div", { class: "cut" }, place);
  const tell = () => {
    root.classList.toggle("right", place.scrollLeft + place.clientWidth < place.scrollWidth - 1);
    root.classList.toggle("below", place.scrollTop + place.clientHeight < place.scrollHeight - 1);
  };
  place.addEventListener("scroll", tell, { passive: true });
  const observer = new ResizeObserver(tell);
  observer.observe(place);
  observer.observe(place.firstChild);
  return root;
}

/** The lines under a line with each group's name; groups come as their first rows were given. */
function grouped(rows, lines, groupOf, columns) {
  const groups = new Map(rows.map((row) => [groupOf(row), []]));
  for (const [row, line] of lines) groups.get(groupOf(row)).push(line);
  return [...groups].flatMap(([name, own]) => [
    element(
      "tr",
      { class: "group" },
      element("th", { colspan: columns, scope: "rowgroup" }, element("span", {}, name)),
    ),
    ...own,
  ]);
}

function cellOf(column, row) {
  const content = column.cell(row);
  const tag = column.rowHead ? "th" : "td";
  const long =
    (typeof content === "string" ? content : (content?.textContent ?? "")).length > LONG && column.kind === "text";
  return element(
    tag,
    { class: long ? `${column.kind} long` : column.kind, scope: column.rowHead ? "row" : null },
    content,
  );
}

const collator = new Intl.Collator("en", { numeric: true });

export function sorted(rows, { value, kind }, down) {
  const missing = (one) => one === null || one === undefined || Number.isNaN(one);
  return [...rows].sort((first, second) => {
    const [a, b] = [value(first), value(second)];
    if (missing(a) || missing(b)) return missing(a) - missing(b);
    const way = kind === "text" ? collator.compare(a, b) : a - b;
    return down ? -way : way;
  });
}
