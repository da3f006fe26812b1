// Elements and grids of cells. Texts are set as texts: no name can become markup.

export function element(tag, settings = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (name in made && name !== "list") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function button(text, does, settings = {}) {
  return element("button", {type: "button", textContent: text, onclick: does, ...settings});
}

export function labelled(text, field) {
  return element("label", {}, text + " ", field);
}

/// What a number is called: three digits.
export function told(value) {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : "–";
}

let known = {};
export function forgetColours() { known = {}; }

function colour(name) {
  return known[name] ??= read(name);
}

function read(name) {
  const probe = getComputedStyle(document.querySelector(".live")).getPropertyValue(name).trim();
  return [1, 3, 5].map(i => parseInt(probe.slice(i, i + 2), 16));
}

/// Numbers as cells: rows downwards, columns to the right. at(row, column) gives a number, NaN for none; `low` and `high`
/// are the ends of the colours, and what is below zero has a colour of its own where low is. `mark`: a column that is
/// framed. `pick(row, column)` is called for a cell that is clicked or moved to and entered by keys.
export function grid({rows, columns, at, low, high, mark = -1, name, pick = null, cell = null, most = 640}) {
  const wide = cell ?? Math.max(1, Math.min(14, Math.floor(most / Math.max(1, columns))));
  const tall = cell ?? Math.max(1, Math.min(14, Math.floor(280 / Math.max(1, rows))));
  const canvas = element("canvas", {className: "cells", width: Math.max(1, columns * wide), height: Math.max(1, rows * tall),
    role: "img", tabIndex: pick ? 0 : -1});
  canvas.setAttribute("aria-label", `${name}: ${rows} rows, ${columns} columns`);
  canvas.style.height = `${canvas.height}px`;  // in a narrow page cells grow narrow, not small
  const context = canvas.getContext("2d");
  const [none, full, minus, frame] = ["--cell-none", "--cell-full", "--cell-minus", "--cell-mark"].map(colour);
  // A pixel a cell, then made larger: thousands of cells are drawn at each step.
  const small = element("canvas", {width: canvas.width / wide, height: canvas.height / tall}), inks = small.getContext("2d");
  const image = inks.createImageData(small.width, small.height);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const value = at(r, c), place = 4 * (r * small.width + c);
      if (!Number.isFinite(value)) continue;
      const share = Math.min(1, Math.abs(value < 0 ? value / (low || -1) : value / (high || 1)));
      const end = value < 0 ? minus : full;
      for (let i = 0; i < 3; i++) image.data[place + i] = none[i] + share * (end[i] - none[i]);
      image.data[place + 3] = 255;
    }
  inks.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, canvas.width, canvas.height);
  context.fillStyle = `rgb(${colour("--card")})`;
  for (let c = 1; wide > 5 && c <= columns; c++) context.fillRect(c * wide - 1, 0, 1, canvas.height);
  for (let r = 1; tall > 5 && r <= rows; r++) context.fillRect(0, r * tall - 1, canvas.width, 1);
  if (mark >= 0 && mark < columns) {
    context.strokeStyle = `rgb(${frame})`;
    context.lineWidth = 2;
    context.strokeRect(mark * wide - 0.5, 0.5, wide, rows * tall - 1);
  }
  const readOut = (row, column) => { canvas.title = `${name}, row ${row + 1}, column ${column + 1}: ${told(at(row, column))}` };
  const place = event => {
    const box = canvas.getBoundingClientRect();
    return [Math.min(rows - 1, Math.max(0, Math.floor((event.clientY - box.top) / box.height * rows))),
            Math.min(columns - 1, Math.max(0, Math.floor((event.clientX - box.left) / box.width * columns)))];
  };
  canvas.onpointermove = event => readOut(...place(event));
  if (pick) {
    let [row, column] = [0, Math.max(0, mark)];
    canvas.onclick = event => pick(...place(event), event);
    canvas.onkeydown = event => {
      const moves = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
      if (moves[event.key]) {
        row = Math.min(rows - 1, Math.max(0, row + moves[event.key][0]));
        column = Math.min(columns - 1, Math.max(0, column + moves[event.key][1]));
        readOut(row, column);
      } else if (event.key === "Enter" || event.key === " ") {
        pick(row, column, event);
      } else {
        return;
      }
      event.preventDefault();
    };
  }
  return canvas;
}
