// Gates and strengths as lines. What lies between 0 and 1 is drawn as it is, all else as a share of the round number
// that its name is divided by.
import { colour, lineLook, LINES } from "../shared/theme.js";

const PAD = 4,
  MANY = 0.6, // opacity of the lines of several heads
  COLOURS = { strength: 0, gate: 1, shift: 2, sharpening: 3, modes: 2, "allocation-gate": 3, "free-gate": 4 },
  DASHES = [[], [5, 3], [2, 2]];

/** Gives each line its scale `by`, `low`, and look: a colour for each quantity, a dash for each of its rows. */
export function scaled(items, steps) {
  const quantities = [...new Set(items.map(({ quantity }) => quantity))];
  const scales = new Map(
    quantities.map((name) => [
      name,
      scaleOf(
        items.filter((each) => each.quantity === name),
        steps,
      ),
    ]),
  );
  for (const item of items) {
    Object.assign(item, scales.get(item.quantity), { at: colourOf(item.quantity, quantities) });
    item.label = item.by === 1 ? item.short : `${item.short}/${item.by}`;
  }
  return items;
}

/** The number of a quantity's line colour: the known ones have theirs in every machine. */
function colourOf(name, quantities) {
  const known = (each) => COLOURS[each.slice(each.lastIndexOf("/") + 1)];
  if (known(name) !== undefined) return known(name);
  const taken = quantities.map(known),
    free = Array.from({ length: LINES }, (_, at) => at).filter((at) => !taken.includes(at));
  return free[quantities.filter((each) => known(each) === undefined).indexOf(name) % free.length];
}

function scaleOf(items, steps) {
  let [low, most] = [0, 0];
  for (const { value } of items)
    for (let step = 0; step < steps; step++) {
      const each = value(step);
      if (each < low) low = each;
      if (Math.abs(each) > most) most = Math.abs(each);
    }
  if (most <= 1.0001) return { by: 1, low: low < 0 ? -1 : 0 };
  const decade = 10 ** Math.floor(Math.log10(most));
  const by = [1, 2, 5, 10].map((each) => each * decade).find((each) => each >= most);
  return { by: Number(by.toPrecision(3)), low: low < 0 ? -1 : 0 };
}

export const lookOf = ({ at, dash }) => ({ colour: lineLook(at).colour, dash: DASHES[dash % DASHES.length] });

/** The height of a value's point. */
export function heightAt({ by, low }, value, height) {
  return PAD + (1 - (value / by - low) / (1 - low)) * (height - 2 * PAD);
}

export function paintLines(context, track, time, height) {
  context.strokeStyle = colour("rule");
  context.lineWidth = 1;
  for (const y of [PAD, height / 2, height - PAD]) {
    context.beginPath();
    context.moveTo(time.left, Math.round(y) + 0.5);
    context.lineTo(time.end, Math.round(y) + 0.5);
    context.stroke();
  }
  context.lineWidth = 1.75;
  context.lineJoin = "round";
  context.globalAlpha = track.heads > 1 ? MANY : 1;
  for (const item of track.items) {
    const { colour: stroke, dash } = lookOf(item);
    context.strokeStyle = stroke;
    context.setLineDash(dash);
    context.beginPath();
    for (let step = time.from; step < time.until; step++)
      context.lineTo((time.x(step) + time.x(step + 1)) / 2, heightAt(item, item.value(step), height));
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}
