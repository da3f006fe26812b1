#include "autodiff/ops/ops.hpp"
#include "memory/fast/ops.hpp"
#include "memory/fast/scan.hpp"
#include "memory/fast/write_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

State LinearRule::start(const Context& context) const { return start_of_matrix(context, sizes_); }

State LinearRule::forget(std::span<const Var> gates, const State& past) const {
  if (gates.empty()) return past;
  return State::of(*gates[0].tape, FastMatrix{fade(past.as<FastMatrix>().memory, gates[0])});
}

State LinearRule::write(Var keys, Var values, std::span<const Var> gates, const State& past) const {
  const Var memory = past.as<FastMatrix>().memory;
  const auto [erase, add] = change(keys, values, gates);
  const Var change = !erase.tape ? add
                     : !add.tape ? negate(look_up(memory, erase))
                                 : subtract(add, look_up(memory, erase));
  return State::of(*keys.tape, FastMatrix{add_pairs(memory, keys, change)});
}

ScannedRule::Scan LinearRule::steps(const Known& known, const State& past) const {
  const auto [erase, add] = change(known.keys, known.values, known.write_gates);
  const Var keep = known.step_gates.empty() ? Var{} : known.step_gates[0];
  const auto [reads, memory] =
      scan({past.as<FastMatrix>().memory, keep, known.keys, erase, add, known.queries}, sizes_.heads);
  return {reads, State::of(*reads.tape, FastMatrix{memory})};
}

Var LinearRule::read(Var queries, const State& state) const { return look_up(state.as<FastMatrix>().memory, queries); }

}  // namespace tapehead::inline TAPEHEAD_REAL
