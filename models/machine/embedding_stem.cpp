#include "models/machine/embedding_stem.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/embed.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

size_t tokens_of(const Spec& spec) {
  const StreamShape& input = spec.inputs()[0];
  if (input.kind != StreamKind::kTokens)
    throw InputError(
        fmt::format("model.stem: got embedding, and a task whose steps are {} numbers; none, or a task of tokens is "
                    "needed, such as key-value-recall",
                    spec.features()));
  return input.width();
}

}  // namespace

EmbeddingStem::EmbeddingStem(const Scope& scope, size_t size, const Spec& spec)
    : size_(size), tokens_(tokens_of(spec)), table_(scope.add("table", size, tokens_, normal(1))) {}

Var EmbeddingStem::operator()(Tape& tape, Var steps) const { return embed(tape.parameter(table_), steps); }

}  // namespace tapehead::inline TAPEHEAD_REAL
