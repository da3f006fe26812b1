// From what is embedded to a machine that runs.
import {bytesOf, startEngine} from "./engine.js";
import {forgetColours} from "./grid.js";
import {Player} from "./player.js";

const place = document.querySelector(".live .stage");
const embedded = name => document.getElementById(`live-${name}`).textContent;

async function start() {
  const models = JSON.parse(embedded("models")).map(each => ({...each, checkpoint: bytesOf(each.checkpoint)}));
  const engine = await startEngine(embedded("engine"));
  const player = new Player(engine, models, place);
  window.tapehead = {engine, models, player};
  await player.start();
  performance.mark("live");
}

start().catch(error => {
  place.textContent = `The machine cannot run here: ${error.message}. A browser with WebAssembly (SIMD and exceptions) is needed: ` +
    "Chrome or Edge 97, Firefox 102, Safari 16.4, or newer.";
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  forgetColours();
  window.tapehead?.player.draw();
});
