#include "models/readers/entity_network.hpp"

#include <algorithm>
#include <numeric>

#include "autodiff/ops/embed.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "memory/entity/ops.hpp"
#include "models/readers/asked.hpp"
#include "models/readers/starting_deviation.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Initializer mask_start(MaskStart start) {
  if (start == MaskStart::kOnes) return filled(1);
  if (start == MaskStart::kRandom) return normal(kDeviation);
  return [](Stream& stream, MatrixView mask) {
    normal(kDeviation)(stream, mask);
    for (Real& value : mask) value += 1;
  };
}

/// φ: x where it is positive, else slope·x (He et al. 2015). slopes: rows×1.
Var prelu(Var x, Var slopes) {
  const Var positive = relu(x);
  return add(positive, multiply(slopes, subtract(x, positive)));
}

/// The stories of a batch sorted by length, the longest first, so that those still being read are always a prefix.
struct Order {
  uint32_t* story;      ///< by place in the order
  uint32_t* place;      ///< by story
  uint32_t* sentences;  ///< to be read, by place: those before the last question
  size_t stories, longest = 0, total = 0;

  /// How many stories have a sentence of that number.
  size_t reading(size_t sentence) const {
    size_t count = 0;
    while (count < stories && sentences[count] > sentence) ++count;
    return count;
  }
};

Order order_of(const Context& context, const Batch& batch, size_t first) {
  const size_t stories = context.batch;
  const auto list = [&] { return context.tape.keep<uint32_t>(stories); };
  Order order{list(), list(), list(), stories};
  const auto length = [&](size_t e) {
    const auto questions = batch.stories()[first + e].questions;
    return questions.empty() ? 0 : questions.back().known;
  };
  std::iota(order.story, order.story + stories, 0u);
  std::sort(order.story, order.story + stories,
            [&](uint32_t a, uint32_t b) { return length(a) != length(b) ? length(a) > length(b) : a < b; });
  for (size_t i = 0; i < stories; ++i) {
    order.place[order.story[i]] = static_cast<uint32_t>(i);
    order.sentences[i] = length(order.story[i]);
    order.longest = std::max<size_t>(order.longest, order.sentences[i]);
    order.total += order.sentences[i];
  }
  return order;
}

}  // namespace

/// The states after 0, 1, … sentences, each of the stories, a prefix of the order, that are that long.
struct EntityNetwork::Reading {
  Order order;
  const Var* states;
};

EntityNetwork::EntityNetwork(const Scope& scope, const EntityNetworkSettings& settings) : settings_(settings) {
  const size_t width = settings.width, words = settings.words;
  const Initializer random = normal(kDeviation);
  const Initializer mask = mask_start(settings.mask);
  embedding_ = scope.add("entity/embedding", width, words, random);
  sentence_mask_ = scope.add("entity/sentence-mask", width, settings.places, mask);
  question_mask_ = scope.add("entity/question-mask", width, settings.places, mask);
  if (settings.key_words.size() < settings.slots)
    keys_ = scope.add("entity/keys", width, settings.slots - settings.key_words.size(), random);
  from_state_ = scope.add("entity/from-state", width, width, random);
  from_keys_ = scope.add("entity/from-keys", width, width, random);
  from_sentences_ = scope.add("entity/from-sentences", width, width, random);
  slopes_ = scope.add("entity/slopes", width, 1, filled(1));  // starts linear (appendix A)
  hop_ = scope.add("entity/hop", width, width, random);
  output_ = scope.add("entity/output", words, width, random);
}

Var EntityNetwork::keys(const Context& context) const {
  Tape& tape = context.tape;
  const std::span<const Word> tied = settings_.key_words;
  if (tied.empty()) return tape.parameter(keys_);
  Bag* const bags = tape.keep<Bag>(tied.size());
  for (size_t j = 0; j < tied.size(); ++j) bags[j] = {tied.subspan(j, 1), kNoWord};
  const Var words = embed(tape.parameter(embedding_), {bags, tied.size()}, tied.size(), 1);
  return tied.size() < settings_.slots ? beside(std::array{words, tape.parameter(keys_)}) : words;
}

EntityNetwork::Reading EntityNetwork::read(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const Order order = order_of(context, batch, first);
  const Var key = keys(context);
  Var* const states = tape.keep<Var>(order.longest + 1);
  Var* const starts = tape.keep<Var>(order.stories);
  std::fill_n(starts, order.stories, key);
  states[0] = beside({starts, order.stories});  // a slot's state starts at its key (appendix A)
  if (order.total == 0) return {order, states};

  Bag* const bags = tape.keep<Bag>(order.total);  // the first sentences of all stories, then the second ones …
  for (size_t t = 0, at = 0; t < order.longest; ++t)
    for (size_t i = 0; i < order.reading(t); ++i)
      bags[at++] = {batch.stories()[first + order.story[i]].statements[t], kNoWord};
  const Var sentences = embed(tape.parameter(embedding_), tape.parameter(sentence_mask_), {bags, order.total},
                              order.total, 1);  // s_t = Σ f_i∘e_i (eq. 1)
  const Var from_keys = matmul(tape.parameter(from_keys_), key);
  const Var from_sentences = matmul(tape.parameter(from_sentences_), sentences);
  for (size_t t = 0, at = 0; t < order.longest; ++t) {
    tape.at_step(t + 1);
    const size_t stories = order.reading(t);
    const Var state = columns(states[t], 0, stories * settings_.slots);
    const Var gates = entity_gates(state, key, columns(sentences, at, stories));
    watch("entity/gates", gates, View{"slot", "", 0, 1});
    states[t + 1] = entity_update({state, gates, matmul(tape.parameter(from_state_), state), from_keys,
                                   columns(from_sentences, at, stories), tape.parameter(slopes_), settings_.normalize});
    watch("entity/state", states[t + 1], View{"component", "slot"}.called("Slots"));
    at += stories;
  }
  return {order, states};
}

/// One column for each question: R·φ(q + H·u), u the states weighted by their match with the question (section 2.3).
Var EntityNetwork::answer(const Context& context, const Batch& batch, size_t first, const Reading& reading) const {
  Tape& tape = context.tape;
  const auto asked = asked_questions(context, batch, first);
  Bag* const bags = tape.keep<Bag>(asked.size());
  for (size_t i = 0; i < asked.size(); ++i)
    bags[i] = {asked[i].question ? asked[i].question->words : Sentence(), kNoWord};
  const Var questions =
      embed(tape.parameter(embedding_), tape.parameter(question_mask_), {bags, asked.size()}, asked.size(), 1);
  Var* const found = tape.keep<Var>(asked.size());
  const Var nothing = tape.filled(settings_.width, 1, 1, 0);
  for (size_t i = 0; i < asked.size(); ++i) {
    found[i] = nothing;
    if (!asked[i].question) continue;
    const size_t place = reading.order.place[i / most_questions(batch)];
    const Var state = columns(reading.states[asked[i].question->known], place * settings_.slots, settings_.slots);
    const Var weights = softmax(matmul_transposed(state, columns(questions, i, 1)));
    watch("entity/attention", weights, kWeighting);
    found[i] = matmul(state, weights);
  }
  const Var hop = matmul(tape.parameter(hop_), beside({found, asked.size()}));
  return matmul(tape.parameter(output_), prelu(add(questions, hop), tape.parameter(slopes_)));
}

State EntityNetwork::state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const {
  return State(context.tape, {read(context, batch, first).states[steps]});
}

Answers EntityNetwork::run(const Context& context, const Batch& batch, size_t first) const {
  if (most_questions(batch) == 0) return {};
  context.tape.at("entity network");
  const Reading reading = read(context, batch, first);
  context.tape.at("answer");
  return answers_of(context, batch, answer(context, batch, first, reading));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
