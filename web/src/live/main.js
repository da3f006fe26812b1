// Starts the embedded engine and models.
import { element } from "../shared/dom.js";
import { onThemeChange } from "../shared/theme.js";
import "../shared/paper.js";
import { unpacked } from "../shared/unpacked.js";
import { startEngine } from "./engine.js";
import { Player } from "./player.js";
import { obey, stateWriter } from "./state.js";

const place = document.querySelector(".live .place");
const alone = Boolean(document.querySelector("main.live")); // else the address is that of the report around it
const embedded = (name) => document.getElementById(`live-${name}`).textContent;

async function start() {
  const packed = JSON.parse(embedded("models"));
  const models = await Promise.all(
    packed.map(async (each) => ({ ...each, checkpoint: new Uint8Array(await unpacked(each.checkpoint)) })),
  );
  if (!models.length) {
    place.textContent = "This is an empty template: scripts/live.py puts the machines into it.";
    return;
  }
  const engine = await startEngine(embedded("engine"));
  const player = new Player(engine, models);
  place.replaceChildren(player.root);
  window.tapehead = { engine, models, player };
  const asked = alone && obey(player);
  await player.start();
  onThemeChange(() => player.drawAll());
  performance.mark("live");
  if (!alone) return;
  player.write = stateWriter(player);
  addEventListener("hashchange", () => obey(player) && player.start());
  if (!asked && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.clock.start();
}

start().catch((error) => {
  const needed =
    "A browser with WebAssembly (SIMD and exceptions) is needed: Chrome or Edge 97, Firefox 102, Safari 16.4, or newer.";
  place.replaceChildren(element("p", {}, `The machine cannot run here: ${error.message}. ${needed}`));
});
