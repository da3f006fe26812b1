// Starts the embedded engine and models.
import { element } from "../shared/dom.js";
import { onThemeChange } from "../shared/theme.js";
import "../shared/paper.js";
import { bytesOf, startEngine } from "./engine.js";
import { Player } from "./player.js";

const place = document.querySelector(".live .place");
const embedded = (name) => document.getElementById(`live-${name}`).textContent;

async function start() {
  const models = JSON.parse(embedded("models")).map((each) => ({ ...each, checkpoint: bytesOf(each.checkpoint) }));
  if (!models.length) {
    place.textContent = "This is an empty template: scripts/live.py puts the machines into it.";
    return;
  }
  const engine = await startEngine(embedded("engine"));
  const player = new Player(engine, models);
  place.replaceChildren(player.root);
  window.tapehead = { engine, models, player };
  await player.start();
  onThemeChange(() => player.draw());
  performance.mark("live");
}

start().catch((error) => {
  const needed =
    "A browser with WebAssembly (SIMD and exceptions) is needed: Chrome or Edge 97, Firefox 102, Safari 16.4, or newer.";
  place.replaceChildren(element("p", {}, `The machine cannot run here: ${error.message}. ${needed}`));
});
