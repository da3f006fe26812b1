// A machine's input that is no vector a step: a picture, tokens or a story.
import { PictureGrid } from "../player/picture_grid.js";
import { summaryNow } from "../player/summaries.js";
import { element } from "../shared/dom.js";

/** A picture; `toggle(step, place)` flips a pixel. */
export function inputPanels(panels, run, frame, toggle) {
  const { episode } = run,
    [input] = episode.inputs;
  if (input.kind !== "real" || input.height * input.width === 1) return [];
  const width = input.height * input.width * input.channels;
  const numbers = episode.numbers.subarray(input.from, input.from + width * input.steps);
  return [picture(panels, input, numbers, toggle), ...lookedAt(panels, run, input, numbers, frame)];
}

function picture(panels, { height, width, channels }, numbers, toggle) {
  const place = (row, column) => (row * width + column) * channels;
  const settings = {
    title: "Picture",
    values: { shape: [height, width, channels], numbers },
    rows: height,
    columns: width,
    value: (row, column) => Math.max(...numbers.subarray(place(row, column), place(row, column) + channels)),
    tall: 280,
    summary: () => `${height} rows, ${width} columns`,
    pick: (row, column) => toggle(0, place(row, column)),
  };
  return panels.panel("picture", "Picture", "Click to draw in it.", panels.grid("picture", settings, PictureGrid));
}

/** The picture with what the machine looked at: a veil over its parts, or the windows of its glimpses so far. */
function lookedAt(panels, run, { height, width, channels }, numbers, frame) {
  const { views } = run.frames[Math.min(frame, run.frames.length - 1)] ?? { views: [] };
  const parts = views.find(({ across }) => across > 0),
    [glimpses] = run.over("glimpses");
  if (!parts && !glimpses) return [];
  const [rows, columns] = parts ? [(parts.rows * parts.columns) / parts.across, parts.across] : [height, width];
  const value = (row, column) =>
    parts ? parts.data[row * columns + column] : numbers[(row * width + column) * channels];
  const windows = glimpses ? windowsOf(glimpses) : [],
    windowNow = (step) => Math.min(step, windows.length - 1);
  const settings = {
    title: "Where it looks",
    values: { shape: [height, width, channels], numbers },
    rows,
    columns,
    value,
    most: parts ? run.seen.get(parts.name).most : 0,
    windows,
    windowNow,
    tall: 280,
    summary: parts
      ? summaryNow({ rows, columns, value, rowWord: "row", columnWord: "column" })
      : (step) => glimpseWords(windows[windowNow(step)][0], windowNow(step)),
  };
  const said = parts ? "The more a part is coloured, the more it attends to it." : "The windows so far, and their way.";
  return [panels.panel("looks", "Where it looks", said, panels.grid("looks", settings, PictureGrid))];
}

/** The windows of each look, sharpest first, as [x, y, width, height]: a column a look, its windows one below another. */
const windowsOf = ({ rows, columns, data }) =>
  Array.from({ length: columns }, (_, look) =>
    Array.from({ length: rows / 4 }, (__, at) => [...data.subarray(look * rows + 4 * at, look * rows + 4 * at + 4)]),
  );

const glimpseWords = ([x, y, wide, high], step) =>
  `glimpse ${step + 1}: ${Math.round(wide)}×${Math.round(high)} pixels about ${x.toFixed(1)}, ${y.toFixed(1)}`;

export function wordPanels(panels, run, frame) {
  const { kept } = panels,
    { episode } = run,
    [input] = episode.inputs;
  if (episode.statements) return [storyPanel(panels, run)];
  if (input.kind !== "tokens" || run.way === "steps") return []; // a track has them
  const looks = run.frames[frame]?.views.find((view) => view.row === "source");
  const { most } = run.seen.get(looks?.name) ?? {};
  const tokens = kept.get("tokens", () => element("p", { class: "tokens" }));
  tokens.replaceChildren(
    ...input.tokens.flatMap((token, at) => {
      const text = token < 0 ? "·" : (input.names?.[token] ?? String(token));
      const word = element("span", { class: "token" }, text);
      if (looks && at < looks.rows) word.style.setProperty("--look", looks.data[at] / most);
      return [word, " "];
    }),
  );
  return [panels.panel("reads", "What it reads", looks ? "Shaded by what it looks at now." : "", [tokens])];
}

function storyPanel(panels, run) {
  const { kept } = panels,
    { statements, supports, question, answer } = run.episode;
  const lines = statements.map((text, at) =>
    kept.text(`line ${at}`, "li", supports.includes(at) ? "support" : "", text),
  );
  const said = supports.length ? "Bold: the sentences that the answer needs." : "";
  return panels.panel("story", "The story", said, [
    kept.box("lines", "ol", "story", lines),
    kept.text("question", "p", "question", `${question}? (${answer})`),
  ]);
}
