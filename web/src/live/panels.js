// The panels of a machine: those of the draw before where they are made already, and grids that are drawn once all panels
// are in the page, for their sizes are those of the page.
import { Frame } from "../player/frame.js";
import { Grid } from "../player/grid.js";
import { fill, Kept } from "./kept.js";

export class Panels {
  /** `name`: what the names of all that is in them begin with in the page. */
  constructor(name) {
    this.kept = new Kept(name);
    this.grids = [];
  }

  /** What is asked for from here on is of another draw. */
  begin() {
    this.grids = [];
  }

  draw(step) {
    // All widths before drawing: asked for in between, each would lay out the page anew.
    const widths = this.grids.map(({ canvas }) => canvas.parentElement.clientWidth);
    this.grids.forEach((grid, at) => widths[at] && grid.draw(step, widths[at]));
  }

  /** `head`: the scale of its colours, and `aside`, what else there is to say of them. */
  panel(key, title, said, children, head = {}) {
    const { kept } = this;
    const frame = kept.get(key, () => new Frame());
    frame.show({ title, ...head });
    const body = kept.box(`${key} body`, "div", "", children); // as wide as grids may be
    fill(frame.root, [frame.head, kept.text(`${key} said`, "p", "says", said), body]);
    return frame.root;
  }

  /** A grid and what it tells, in that order; `settings` are those of Grid. */
  grid(key, settings, Kind = Grid) {
    const grid = this.kept.get(`${key} grid`, () => {
      const made = new Kind(settings);
      made.canvas.setAttribute("data-key", `${this.kept.name} ${key}`);
      return made;
    });
    this.grids.push(grid.set(settings));
    return [grid.canvas, grid.told];
  }

  /** A panel with one grid and nothing else. */
  gridPanel(key, title, said, settings) {
    const { scale, aside } = settings;
    return this.panel(key, title, said, this.grid(key, { title, ...settings }), { scale, aside });
  }
}
