#include "models/readers/memn2n.hpp"

#include <algorithm>
#include <cmath>

#include "attention/fused/memory_hop.hpp"
#include "autodiff/ops/embed.hpp"
#include "autodiff/ops/ops.hpp"
#include "models/readers/starting_deviation.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The ages of n statements, the oldest first; without noise the newest is 1. With it, n distinct ages of 1 … n + b,
/// with b drawn from 0 … ⌈share·n⌉; those above `most` become that (section 4.1, "random noise", and the authors'
/// program).
void draw_ages(Stream* noise, double share, size_t n, size_t most, uint16_t* ages) {
  size_t span = n;
  if (noise) {
    const auto extra = noise->integer(0, static_cast<int64_t>(std::ceil(share * static_cast<double>(n))));
    span = n + static_cast<size_t>(extra);
  }
  for (size_t age = span, wanted = n; wanted > 0; --age)  // each age is taken with probability wanted / (ages left)
    if (wanted == age || noise->integer(1, static_cast<int64_t>(age)) <= static_cast<int64_t>(wanted)) {
      *ages++ = static_cast<uint16_t>(std::min(age, most));
      --wanted;
    }
}

}  // namespace

Initializer position_encoding(size_t blocks) {
  return [blocks](Stream&, MatrixView weights) {
    const size_t d = weights.rows / blocks, places = weights.cols;
    for (size_t j = 1; j <= places; ++j)
      for (size_t r = 0; r < weights.rows; ++r) {
        const double k = static_cast<double>(r % d + 1), width = static_cast<double>(d);
        const double from_middle = static_cast<double>(j) - (static_cast<double>(places) + 1) / 2;
        weights(r, j - 1) =
            static_cast<Real>(1 + 4 * (k - (width + 1) / 2) * from_middle / (width * static_cast<double>(places)));
      }
  };
}

MemN2n::MemN2n(const Scope& scope, const Spec& spec, const MemN2nSettings& settings)
    : settings_(settings),
      words_(spec.corpus->words.size()),
      capacity_(std::max<size_t>(1, std::min(settings.memory, spec.corpus->statements))) {
  const size_t d = settings_.width, places = spec.corpus->sentence + settings_.time;
  const size_t columns = words_ + (settings_.time ? capacity_ : 0);
  const auto add_places = [&](const char* name, size_t blocks) {
    if (settings_.encoding == SentenceEncoding::kPosition)
      return scope.add_constant(name, blocks * d, places, position_encoding(blocks));
    return scope.add(name, blocks * d, places, position_encoding(blocks), blocks);
  };
  const bool adjacent = settings_.tying == HopTying::kAdjacent,
             bags = settings_.encoding == SentenceEncoding::kBagOfWords;
  const size_t blocks = adjacent ? settings_.hops + 1 : 2;
  tables_ = scope.add("statements/words", blocks * d, columns, normal(kDeviation), blocks);
  if (!bags) places_ = add_places("statements/places", blocks);
  if (adjacent) return;
  question_ = scope.add("question/words", d, words_, normal(kDeviation));
  if (!bags) question_places_ = add_places("question/places", 1);
  answer_ = scope.add("answer/words", d, words_, normal(kDeviation));
  carry_ = scope.add("carry/weights", d, d, normal(kDeviation));
}

struct MemN2n::Read {
  Var question;    ///< d×1
  Var statements;  ///< all blocks × the most statements
  std::span<const uint32_t> counts;
  std::span<const HopSettings> hops;
};

/// Encodes bags with the first `height` rows of the table.
Var MemN2n::encode(Tape& tape, Parameter table, Parameter places, std::span<const Bag> bags, size_t cols, size_t batch,
                   size_t height) const {
  const Var words = rows(tape.parameter(table), 0, height);
  if (settings_.encoding == SentenceEncoding::kBagOfWords) return embed(words, bags, cols, batch);
  return embed(words, rows(tape.parameter(places), 0, height), bags, cols, batch);
}

MemN2n::Read MemN2n::read(const Context& context, std::span<const Asked> asked) const {
  Tape& tape = context.tape;
  const size_t count = asked.size();
  auto* const counts = tape.keep<uint32_t>(count);
  auto* const hops = tape.keep<HopSettings>(count);
  size_t most = 1;
  for (size_t i = 0; i < count; ++i) {
    counts[i] = static_cast<uint32_t>(std::min(asked[i].known.size(), capacity_));
    hops[i] = {settings_.fill_nulls ? capacity_ - counts[i] : settings_.nulls,
               tape.store().seen() >= settings_.linear_start};
    most = std::max<size_t>(most, counts[i]);
  }
  auto* const questions = tape.keep<Bag>(count);
  auto* const statements = tape.keep<Bag>(count * most);
  auto* const ages = tape.keep<uint16_t>(capacity_);
  const bool noisy = context.training() && settings_.time_noise > 0;
  for (size_t i = 0; i < count; ++i) {
    questions[i] = {asked[i].question ? asked[i].question->words : Sentence(), kNoWord};
    const auto newest = asked[i].known.last(counts[i]);
    Stream* const noise = noisy ? &context.noise.of(i / (count / context.batch)) : nullptr;
    if (settings_.time) draw_ages(noise, settings_.time_noise, newest.size(), capacity_, ages);
    for (size_t s = 0; s < most; ++s) {
      Bag& bag = statements[i * most + s];
      bag = {};
      if (s >= newest.size()) continue;
      bag.words = newest[s];
      if (settings_.time) bag.last = static_cast<uint16_t>(words_ + ages[s] - 1u);
    }
  }
  const bool adjacent = settings_.tying == HopTying::kAdjacent;
  Read read;
  read.question = encode(tape, adjacent ? tables_ : question_, adjacent ? places_ : question_places_,
                         {questions, count}, 1, count, settings_.width);
  read.statements =
      encode(tape, tables_, places_, {statements, count * most}, most, count, tape.parameter(tables_).rows);
  read.counts = {counts, count};
  read.hops = {hops, count};
  return read;
}

State MemN2n::state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const {
  const Read read = this->read(context, asked_after(context, batch, first, steps));
  return State(context.tape, {read.question, read.statements});
}

Answers MemN2n::run(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const size_t d = settings_.width;
  tape.at("sentences");
  const Read read = this->read(context, asked_questions(context, batch, first));
  const bool adjacent = settings_.tying == HopTying::kAdjacent;
  Var u = read.question;
  for (size_t hop = 0; hop < settings_.hops; ++hop) {
    tape.at_step(hop + 1);
    tape.at("hop");
    const size_t block = adjacent ? hop : 0;
    const Var o = memory_hop(u, rows(read.statements, block * d, d), rows(read.statements, (block + 1) * d, d),
                             read.counts, read.hops);
    u = add(adjacent ? u : matmul(tape.parameter(carry_), u), o);
    if (settings_.relu) u = relu(u);
  }
  tape.at("answer");
  const Var answer =
      adjacent ? rows(columns(tape.parameter(tables_), 0, words_), settings_.hops * d, d) : tape.parameter(answer_);
  return answers_of(context, batch, matmul_transposed(answer, u));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
