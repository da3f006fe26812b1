// What machines are given: an episode that is drawn, or what somebody typed. It can be given again, also to another machine.

/** Drawn by the machine's task; of one whose files are not here, the shortest that it can be asked. */
export const DRAWN = {
  to(run, player) {
    const { about, machine } = run,
      [first] = player.runs;
    if (!about.draws) return machine.ask(about.inputs[0].names?.[0] ?? "a");
    return machine.draw(about.task === first.about.task ? player.sizes : {}, player.seed, player.number, player.bits);
  },
};

/** What a machine keeps that cannot take what another is given. */
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

/** The first input of machines of a task, in numbers. */
export function numbersGiven(task, numbers) {
  return {
    to(run, player) {
      const episode = own(run, player);
      return run.about.task === task ? run.machine.put(numbers) : episode;
    },
  };
}

/** The bits of an episode's vectors, with the other one at a place; null where no bit of a vector is. */
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
 * The numbers of an episode's first input, with the other bit at a place (of a row with −1 in it: −1 or 1), or in a
 * picture with ink or none.
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
