// Redraws for print: light, and no wider than a page. Drawing must be complete when the event handler returns.
import { toPaper } from "./theme.js";

addEventListener("beforeprint", () => toPaper(true));
addEventListener("afterprint", () => toPaper(false));
matchMedia("print").addEventListener("change", ({ matches }) => toPaper(matches)); // emulated print sends neither event
