// What machines are given: an episode that is drawn, or what somebody typed. It can be given again, also to another machine.

/// Drawn by the machine's task; of one whose files are not here, the shortest that it can be asked.
export const DRAWN = {
  to(run, player) {
    const {about, machine} = run, [first] = player.runs;
    if (!about.draws) return machine.ask(about.inputs[0].names?.[0] ?? "a");
    return machine.draw(about.task === first.about.task ? player.sizes : {}, player.seed, player.number, player.bits);
  },
};

/// What a machine keeps that cannot take what another is given.
const own = (run, player) => run.episode ?? DRAWN.to(run, player);

export function storyGiven(statements, question) {
  return {inWords: true, to: (run, player) => run.about.stories ? run.machine.story(statements, question) : own(run, player)};
}

export function lineGiven(line) {
  return {inWords: true, to: (run, player) => run.about.asked ? run.machine.ask(line) : own(run, player)};
}

/// The first input of machines of a task, in numbers.
export function numbersGiven(task, numbers) {
  return {to(run, player) {
    const episode = own(run, player);
    return run.about.task === task ? run.machine.put(numbers) : episode;
  }};
}
