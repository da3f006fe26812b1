// The player's buttons, its slider, and its keys.
import { button, chooser, element } from "../dom.js";

const SPEEDS = [1, 2, 4, 8, 16, 32];

export function controls(clock) {
  const play = button("Play", () => clock.toggle(), { class: "play" });
  const slider = element("input", {
    type: "range",
    min: 0,
    value: 0,
    step: 1,
    "aria-label": "step of the episode",
    oninput: () => clock.go(Number(slider.value)),
  });
  const told = element("output", { class: "step-told" });
  const step = (sign, label, by) => button(sign, () => clock.go(by()), { "aria-label": label, title: label });
  const root = element(
    "div",
    { class: "player-controls" },
    play,
    step("|◀", "first step", () => 0),
    step("◀", "one step back", () => clock.step - 1),
    step("▶", "one step on", () => clock.step + 1),
    step("▶|", "last step", () => clock.steps - 1),
    slider,
    told,
    chooser(
      "Steps a second",
      SPEEDS.map((speed) => [speed, speed]),
      clock.speed,
      (speed) => (clock.speed = Number(speed)),
    ),
  );
  return {
    root,
    update(stepName, label) {
      slider.max = clock.steps - 1;
      slider.value = clock.step;
      play.textContent = clock.playing ? "Pause" : "Play";
      told.textContent = `${stepName} ${clock.step + 1} of ${clock.steps}${label ? `: ${label}` : ""}`;
      slider.setAttribute("aria-valuetext", told.textContent);
      root.querySelectorAll("button").forEach((each) => (each.disabled = clock.steps < 2));
    },
  };
}

/** Space plays, arrows step (ten with Shift), Home and End go to the ends; fields and buttons keep their own keys. */
export function keys(event, clock) {
  const { target, key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest("select, input:not([type=range])")) return;
  if (key === " " && target.closest("button, summary")) return;
  const by = event.shiftKey ? 10 : 1;
  const does = {
    " ": () => clock.toggle(),
    ArrowLeft: () => clock.go(clock.step - by),
    ArrowRight: () => clock.go(clock.step + by),
    Home: () => clock.go(0),
    End: () => clock.go(clock.steps - 1),
  }[key];
  if (!does) return;
  event.preventDefault();
  does();
}
