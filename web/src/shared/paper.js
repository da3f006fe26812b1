// What is printed is drawn for paper: light, and no wider than a page. Drawing has to be over when the event is.
import { toPaper } from "./theme.js";

addEventListener("beforeprint", () => toPaper(true));
addEventListener("afterprint", () => toPaper(false));
matchMedia("print").addEventListener("change", ({ matches }) => toPaper(matches)); // emulated, without those events
