// A machine's name with its colour and dash, which it has in every part of the page.
import { element } from "../shared/dom.js";
import { namedLook, swatch } from "../shared/theme.js";

export const named = ({ name, look, does }) =>
  element("span", { class: "machine", title: does }, look ? swatch(namedLook(look)) : null, element("span", {}, name));
