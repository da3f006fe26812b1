// Performance profiles and solved-by curves.
import { chart } from "../chart.js";
import { element, emptyNote } from "../../shared/dom.js";
import { lookOf } from "../lines.js";
import { section } from "../section.js";

export function profiles(data) {
  if (!data.profiles.length) {
    return section(
      "profiles",
      "Profiles",
      emptyNote(data.not_compared || "No profile: it takes groups of runs with a cost."),
    );
  }
  const blocks = data.profiles.map((profile) => {
    const host = element("div", { class: "chart" });
    const lines = profile.lines
      .filter((line) => line.x.length)
      .map((line, at) => ({ ...line, look: lookOf(data, line, at), stepped: profile.step }));
    const show = () =>
      lines.length
        ? chart(
            host,
            300,
          )({
            xName: profile.x_name,
            yName: profile.y_name,
            xLog: profile.x_log,
            yLog: false,
            yRange: Number.isFinite(profile.high)
              ? [profile.low, profile.high + 0.03 * (profile.high - profile.low)]
              : null,
            lines,
            note: profile.note,
          })
        : host.replaceChildren(emptyNote(profile.note || "No values."));
    return { root: element("div", { class: "block" }, element("h3", {}, profile.title), host), show };
  });
  const root = section(
    "profiles",
    "Profiles",
    element(
      "div",
      { class: "pair" },
      blocks.map(({ root: each }) => each),
    ),
  );
  return { root, ready: () => blocks.forEach(({ show }) => show()) };
}
