// The panels of a machine, reused from draw to draw. Grids are drawn once all panels are in the page, which gives them
// their sizes.
import { Frame } from "../player/frame.js";
import { Grid } from "../player/grid.js";
import { fill, Kept } from "./kept.js";

export class Panels {
  /** `name`: prefix of the elements' data-key. */
  constructor(name) {
    this.kept = new Kept(name);
    this.grids = [];
  }

  /** Begins a draw, for which grids are collected anew. */
  begin() {
    this.grids = [];
  }

  draw(step) {
    // Read all widths before drawing: reading in between would force a layout each time.
    const widths = this.grids.map(({ canvas }) => canvas.parentElement.clientWidth);
    this.grids.forEach((grid, at) => widths[at] && grid.draw(step, widths[at]));
  }

  /** `head`: the colour `scale`, and `aside`, a note on it. */
  panel(key, title, said, children, head = {}) {
    const { kept } = this;
    const frame = kept.get(key, () => new Frame());
    frame.show({ title, ...head });
    const body = kept.box(`${key} body`, "div", "", children); // its width is that of its grids
    fill(frame.root, [frame.head, kept.text(`${key} said`, "p", "says", said), body]);
    return frame.root;
  }

  /** A grid's canvas and readout; `settings` are those of Grid. */
  grid(key, settings, Kind = Grid) {
    const grid = this.kept.get(`${key} grid`, () => {
      const made = new Kind(settings);
      made.canvas.setAttribute("data-key", `${this.kept.name} ${key}`);
      return made;
    });
    this.grids.push(grid.set(settings));
    return [grid.canvas, grid.told];
  }
}
