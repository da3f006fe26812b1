// The legend of a chart, with each line's value at the pointer; pointing at a name highlights its line.
import { button, element } from "../shared/dom.js";
import { number } from "../shared/format.js";
import { swatch } from "../shared/theme.js";

export function legend(lines, light) {
  const rows = lines.map(({ name, look }, at) => {
    const value = element("span", { class: "legend-value" });
    const press = {
      class: "legend-item",
      title: name,
      onmouseenter: () => light(at),
      onmouseleave: () => light(null),
      onfocus: () => light(at),
      onblur: () => light(null),
    };
    const item = button("", () => light(at), press);
    item.append(swatch(look), element("span", { class: "legend-name" }, name), value);
    return { item, value };
  });
  const root = element(
    "div",
    { class: "legend" },
    rows.map(({ item }) => item),
  );
  return {
    root,
    light: (at) => rows.forEach(({ item }, each) => item.classList.toggle("lit", each === at)),
    values: (values) =>
      rows.forEach(({ value }, at) => {
        value.textContent = values && values[at] !== null ? number(values[at]) : "";
      }),
  };
}
