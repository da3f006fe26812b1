#include "experiments/scoring/own_answer.hpp"

#include <algorithm>

namespace tapehead::inline TAPEHEAD_REAL {

void answered(const Spec& spec, const Batch& asked, std::span<const uint32_t> said, Batch& batch) {
  const BatchStream& source = asked.inputs[0];
  const size_t heard = source.lengths[0], answer = said.size() + 1;
  const bool joined = spec.input_count == 1;
  const size_t begins = joined ? heard : 0;
  batch.resize(spec, begins + answer, 1);
  if (!joined) batch.inputs[0].resize(spec.given[0], heard, 1);
  std::copy_n(source.tokens.begin(), heard, batch.inputs[0].tokens.begin());
  BatchStream& previous = batch.inputs[spec.input_count - 1];
  const auto read = static_cast<uint32_t>(previous.width() - spec.outputs());
  for (size_t t = 0; t < answer; ++t) {
    previous.token(0, begins + t) = read + (t == 0 ? kEnd : said[t - 1]);
    batch.ask(0, begins + t, t < said.size() ? said[t] : kEnd);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
