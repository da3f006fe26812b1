// The player's buttons, slider and keys.
import { button, chooser, element, setChosen } from "../shared/dom.js";

const SPEEDS = [1, 2, 4, 8, 16, 32, 64];

export function transport(clock) {
  const play = button("Play", () => clock.toggle(), { class: "play", "data-key": "play" });
  const slider = element("input", {
    type: "range",
    min: 0,
    value: 0,
    step: 1,
    "aria-label": "step of the episode",
    "data-key": "slider",
    oninput: () => clock.go(Number(slider.value)),
  });
  const told = element("output", { class: "step-told" });
  const step = (sign, label, key, to) =>
    button(sign, () => clock.go(to()), { "aria-label": label, title: label, "data-key": key });
  const speed = chooser(
    "Steps a second",
    SPEEDS.map((each) => [each, each]),
    clock.speed,
    (chosen) => (clock.speed = Number(chosen)),
  );
  const root = element(
    "div",
    { class: "player-controls" },
    play,
    step("|◀", "first step", "first", () => 0),
    step("◀", "one step back", "back", () => clock.step - 1),
    step("▶", "one step on", "step", () => clock.step + 1),
    step("▶|", "last step", "end", () => Infinity),
    speed,
    slider,
    told,
  );
  return {
    root,
    update(stepName = "step", label = "") {
      slider.max = clock.last;
      slider.value = clock.step;
      play.textContent = clock.playing ? "Pause" : "Play";
      told.textContent = `${stepName} ${clock.step + 1} of ${clock.steps}${label ? `: ${label}` : ""}`;
      slider.setAttribute("aria-valuetext", told.textContent);
      setChosen(speed, clock.speed);
      root.querySelectorAll("button").forEach((each) => (each.disabled = clock.steps < 2));
    },
  };
}

const OWN_KEYS = "select, textarea, input:not([type=range])";

/** Space plays, arrows step (ten with Shift), Home and End go to the ends; fields and buttons keep their own keys. */
export function keys(event, clock) {
  const { target, key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest(OWN_KEYS)) return;
  if (key === " " && target.closest("button, summary")) return;
  const by = event.shiftKey ? 10 : 1;
  const does = {
    " ": () => clock.toggle(),
    ArrowLeft: () => clock.go(clock.step - by),
    ArrowRight: () => clock.go(clock.step + by),
    Home: () => clock.go(0),
    End: () => clock.go(Infinity),
  }[key];
  if (!does) return;
  event.preventDefault();
  does();
}
