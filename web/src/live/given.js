// Inputs of machines: a drawn episode, or typed text. An input can be given again, also to another machine.

/** An episode drawn by the machine's task; the shortest question if the task's files are missing. */
export const DRAWN = {
  to(run, player) {
    const { about, machine } = run,
      [first] = player.runs;
    if (!about.draws) return machine.ask(about.inputs[0].names?.[0] ?? "a");
    return machine.draw(about.task === first.about.task ? player.sizes : {}, player.seed, player.number, player.bits);
  },
};

/** The episode of a machine that cannot take another's input. */
const own = (run, player) => run.episode ?? DRAWN.to(run, player);

export function storyGiven(statements, question) {
  return {
    inWords: true,
    to: (run, player) => (run.about.stories ? run.machine.story(statements, question) : own(run, player)),
  };
}

export function lineGiven(line) {
  return { inWords: true, to: (run, player) => (run.about.asked ? run.machine.ask(line) : own(run, player)) };
}

/** Numbers for the first input of a task's machines. */
export function numbersGiven(task, numbers) {
  return {
    to(run, player) {
      const episode = own(run, player);
      return run.about.task === task ? run.machine.put(numbers) : episode;
    },
  };
}

/** The bits of an episode's vectors with one flipped; null if there is no bit at that position. */
export function bitsWithOther({ inputs: [input], vectors, bits, numbers }, step, row) {
  const at = vectors.indexOf(step);
  if (at < 0 || row >= bits) return null;
  const found = vectors.flatMap((t) =>
    Array.from({ length: bits }, (_, r) => (numbers[input.from + t * input.channels + r] > 0 ? 1 : 0)),
  );
  found[at * bits + row] ^= 1;
  return found;
}

/**
 * The numbers of an episode's first input with one bit flipped (−1 or 1 in a row that contains −1), or one pixel of a
 * picture set or cleared.
 */
export function numbersWithOther({ inputs: [input], numbers }, step, row) {
  const isPicture = input.height * input.width > 1,
    width = input.height * input.width * input.channels;
  const found = numbers.slice(input.from, input.from + width * input.steps),
    place = step * width + row;
  const low = found.some((value, i) => value === -1 && i % width === row) ? -1 : 0,
    other = found[place] > 0.5 ? low : 1;
  return found.fill(other, place, place + (isPicture ? input.channels : 1));
}
