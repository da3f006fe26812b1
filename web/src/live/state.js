// The live page's state in its address: #machine=copy&beside=dnc&number=2&task.length=30&step=12&zoom=5-20, and the drawn
// bits.
import { addressWriter, readAddress } from "../shared/address.js";

/** A machine's name in the address: what stands before its summary, where that tells it apart. */
const shortOf = (name, models) => {
  const short = name.split(": ")[0];
  return models.filter((each) => each.name.split(": ")[0] === short).length > 1 ? name : short;
};

/** { name: value } of what is seen; empty values are left out. */
function stateOf({ models, chosen, slots, seed, number, sizes, bits, clock, places }) {
  const [machine, beside] = chosen.map((at) => (at < 0 ? "" : shortOf(models[at].name, models)));
  return {
    machine,
    beside,
    seed: seed === 1 ? "" : seed,
    number: number || "",
    ...sizes,
    bits: bits.join(""),
    slots: slots[0],
    "slots-beside": slots[1],
    step: clock.step + 1,
    zoom: places[0].score.zoomed,
    "zoom-beside": beside && places[1].score.zoomed,
  };
}

/** Takes a state from the address; returns whether there is one. */
export function obey(player) {
  const asked = readAddress("machine");
  if (!asked) return false;
  const { models } = player,
    find = (name) => models.findIndex((each) => each.name === name || shortOf(each.name, models) === name);
  const whole = (text, least) => (/^\d+$/.test(text ?? "") ? Math.max(least, Number(text)) : least);
  player.chosen = [Math.max(0, find(asked.machine)), asked.beside ? find(asked.beside) : -1];
  player.slots = [asked.slots ?? "", asked["slots-beside"] ?? ""];
  player.seed = whole(asked.seed, 1);
  player.number = whole(asked.number, 0);
  player.sizes = Object.fromEntries(Object.entries(asked).filter(([name]) => name.startsWith("task.")));
  player.bits = [...(asked.bits ?? "")].filter((bit) => "01".includes(bit)).map(Number);
  player.first = whole(asked.step, 1) - 1;
  player.zooms = [asked.zoom ?? "", asked["zoom-beside"] ?? ""];
  const missing = [asked.machine, asked.beside].filter((name) => name && find(name) < 0);
  player.missing = missing.length
    ? `The address asks for ${missing.join(" and ")}, which this page does not have.`
    : "";
  return true;
}

/** A function that keeps a player's state in the address. */
export function stateWriter(player) {
  const write = addressWriter({});
  return () => write(stateOf(player));
}
