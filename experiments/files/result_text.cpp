#include "experiments/files/result_text.hpp"

#include <fmt/format.h>

#include "tasks/text/percent.hpp"

namespace tapehead {

std::string result_text(const Json& result) {
  const auto error = result.number("error");
  const auto perfect = result.whole("perfect_episodes"), episodes = result.whole("final_episodes");
  const std::string cost = error ? percent(*error, 100, 2) + " wrong"
                                 : fmt::format("{:.4g} bits a sequence", result.number("bits").value_or(0));
  // Results of earlier versions do not say of how many episodes.
  const std::string counted =
      perfect && episodes ? fmt::format(", {} sequences without an error", count_of(*perfect, *episodes)) : "";
  return fmt::format("{} after {} sequences, {:.1f} s; the best checkpoint on new episodes: {}{}",
                     result.text("status").value_or("?"), result.whole("sequences").value_or(0),
                     result.number("seconds").value_or(0), cost, counted);
}

}  // namespace tapehead
