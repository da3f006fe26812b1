// The formula of a weight, with its numbers: of an NTM's interpolation and shift, and of a DNC's two weightings.
const short = (value) => (Number.isFinite(value) ? Number(value.toFixed(2)).toString().replace("-", "−") : "–");

/** Text, or "" where the memory is of another kind. `head`: { view, head, side } as Facts has it. */
export function formula(facts, head, step, slot) {
  const at = (view, where = slot, row = 0) => facts.episode.value(view.name, step, where, head.head ?? row);
  const views = Object.fromEntries(
    [
      "content",
      "gate",
      "gated",
      "shift",
      "shifted",
      "sharpening",
      "modes",
      "directions",
      "allocation",
      "allocation-gate",
    ].map((word) => [word, facts.view(head.view, word)]),
  );
  const number = (view, row = 0) => at(view, row);
  if (views.modes && views.directions && views.content) return byModes(facts, head, views, step, slot, number, at);
  if (views.allocation && views["allocation-gate"] && views.gate && views.content) {
    const [w, a] = [number(views.gate), number(views["allocation-gate"])];
    return (
      `w = gʷ·(gᵃ·a + (1 − gᵃ)·c) = ${short(w)}·(${short(a)}·${short(at(views.allocation))} + ` +
      `${short(1 - a)}·${short(at(views.content))})`
    );
  }
  const told = [];
  if (views.gate && views.gated && views.content) {
    const g = number(views.gate),
      before = step > 0 ? facts.episode.value(head.view.name, step - 1, slot, head.head) : NaN;
    const last = Number.isFinite(before) ? ` + ${short(1 - g)}·${short(before)}` : "";
    told.push(`wᵍ = g·wᶜ + (1 − g)·w₋₁ = ${short(g)}·${short(at(views.content))}${last} = ${short(at(views.gated))}`);
  }
  if (views.shift && views.shifted) {
    const from = views.gated,
      before = (where) =>
        from ? at(from, where) : step > 0 ? facts.episode.value(head.view.name, step - 1, where, head.head) : NaN;
    const { rows } = head.view,
      half = Math.floor(views.shift.rows / 2);
    const parts = Array.from({ length: views.shift.rows }, (_, row) => {
      const source = (slot - (half - row) + rows) % rows;
      return [number(views.shift, row), before(source)];
    }).filter(([s]) => s >= 0.005);
    if (parts.every(([, weight]) => Number.isFinite(weight)))
      told.push(`w̃ = ${parts.map((pair) => pair.map(short).join("·")).join(" + ")} = ${short(at(views.shifted))}`);
  }
  if (views.sharpening) told.push(`w = w̃^γ/Σ, γ = ${short(number(views.sharpening))}`);
  return told.join("; ");
}

function byModes(facts, head, views, step, slot, number, at) {
  const direction = (k) => facts.episode.value(views.directions.name, step, slot, 2 * head.head + k);
  const [b, c, f] = [0, 1, 2].map((row) => number(views.modes, row));
  return (
    `w = π₋·b + π·c + π₊·f = ${short(b)}·${short(direction(0))} + ${short(c)}·${short(at(views.content))} + ` +
    `${short(f)}·${short(direction(1))}`
  );
}
