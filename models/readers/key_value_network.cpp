#include "models/readers/key_value_network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attention/fused/memory_hop.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "models/readers/memn2n.hpp"
#include "models/readers/starting_deviation.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kMostAges = 500;  // older statements share this age

/// Shows the memories' weights summed by statement.
class ByStatement final : public Watcher {
 public:
  /// The statement of each weight, and the number of statements.
  ByStatement(Tape& tape, std::span<const uint32_t> statements, size_t count)
      : tape_(tape), watcher_(tape.watcher()), statements_(statements), count_(count) {
    if (watcher_) tape_.set_watcher(this);
  }
  ~ByStatement() override {
    if (watcher_) tape_.set_watcher(watcher_);
  }
  ByStatement(const ByStatement&) = delete;
  ByStatement& operator=(const ByStatement&) = delete;

  void see(const std::string& name, Var value, const View& view) override {
    std::vector<Real> sums(count_, 0);
    const Real* const weights = tape_.value(value).data;
    for (size_t i = 0; i < value.rows; ++i) sums[statements_[i]] += weights[i];
    watcher_->see(name, tape_.constant(count_, 1, 1, sums.data()), view);
  }

 private:
  Tape& tape_;
  Watcher* watcher_;
  std::span<const uint32_t> statements_;
  size_t count_;
};

}  // namespace

/// The memories of some questions, each padded to the largest number of them.
struct KeyValueNetwork::Memories {
  size_t most;
  std::span<const Bag> keys, values;
  std::span<const uint32_t> counts;
  std::span<const uint32_t> statements;  ///< the statement of each of the first question's memories
};

KeyValueNetwork::KeyValueNetwork(const Scope& scope, const Spec& spec, const KeyValueNetworkSettings& settings)
    : settings_(settings),
      words_(spec.corpus->words.size()),
      dictionary_(settings.memories == KeyValueMemories::kCentredWindows ? 2 * words_ : words_),
      ages_(std::clamp<size_t>(spec.corpus->statements, 1, kMostAges)) {
  const size_t d = settings.width, columns = dictionary_ + (settings.time ? ages_ : 0);
  table_ = scope.add("words", d, columns, normal(kDeviation));
  if (settings.positions)
    places_ = scope.add_constant("places", d, spec.corpus->sentence + settings.time, position_encoding(1));
  if (settings.own_values) values_ = scope.add("values/words", d, columns, normal(kDeviation));
  if (settings.own_answers) answers_ = scope.add("answers/words", d, words_, normal(kDeviation));
  for (size_t hop = 0; hop < settings.hops; ++hop)
    rotations_.push_back(scope.add(fmt::format("hop-{}/weights", hop + 1), d, d, normal(kDeviation)));
}

Sentence KeyValueNetwork::key_words(const Asked& asked, Slot slot) const {
  const Sentence all = asked.known[slot.statement];
  if (settings_.memories == KeyValueMemories::kSentences) return all;
  const size_t beside = settings_.window / 2;
  const size_t begin = slot.word - std::min<size_t>(slot.word, beside);
  return all.subspan(begin, std::min(all.size(), slot.word + beside + 1) - begin);
}

std::span<const KeyValueNetwork::Slot> KeyValueNetwork::slots(Tape& tape, const Asked& asked) const {
  const bool whole = settings_.memories == KeyValueMemories::kSentences;
  size_t count = 0;
  for (const Sentence& statement : asked.known) count += whole ? 1 : statement.size();
  Slot* const all = tape.keep<Slot>(count);
  size_t at = 0;
  for (uint32_t s = 0; s < asked.known.size(); ++s)
    for (uint32_t w = 0; w < (whole ? 1 : asked.known[s].size()); ++w) all[at++] = {s, w};
  return settings_.hashing ? hashed(tape, asked, {all, count}) : std::span<const Slot>(all, count);
}

/// Key hashing: the memories whose key shares a word with the question, of the words that occur in few keys.
std::span<const KeyValueNetwork::Slot> KeyValueNetwork::hashed(Tape& tape, const Asked& asked,
                                                               std::span<Slot> slots) const {
  if (!asked.question) return slots;
  const auto holds = [&](Slot slot, Word word) {
    const Sentence key = key_words(asked, slot);
    return std::find(key.begin(), key.end(), word) != key.end();
  };
  const Sentence question = asked.question->words;
  auto* const looked_up = tape.keep<bool>(question.size());
  for (size_t i = 0; i < question.size(); ++i) {
    const auto keys = std::count_if(slots.begin(), slots.end(), [&](Slot slot) { return holds(slot, question[i]); });
    looked_up[i] = question[i] < words_ && static_cast<size_t>(keys) < settings_.hash_below;
  }
  const auto kept = std::remove_if(slots.begin(), slots.end(), [&](Slot slot) {
    for (size_t i = 0; i < question.size(); ++i)
      if (looked_up[i] && holds(slot, question[i])) return false;
    return true;
  });
  return slots.first(static_cast<size_t>(kept - slots.begin()));
}

uint16_t KeyValueNetwork::age(const Asked& asked, Slot slot) const {
  if (!settings_.time) return kNoWord;
  return static_cast<uint16_t>(dictionary_ + std::min(ages_, asked.known.size() - slot.statement) - 1);
}

Bag KeyValueNetwork::key(Tape& tape, const Asked& asked, Slot slot) const {
  const Sentence words = key_words(asked, slot);
  if (settings_.memories != KeyValueMemories::kCentredWindows) return {words, age(asked, slot)};
  auto* const centred = tape.keep<Word>(words.size());
  std::copy(words.begin(), words.end(), centred);
  Word& middle = centred[std::min<size_t>(slot.word, settings_.window / 2)];
  if (middle < words_) middle = static_cast<Word>(middle + words_);
  return {{centred, words.size()}, age(asked, slot)};
}

Bag KeyValueNetwork::value(Tape& tape, const Asked& asked, Slot slot) const {
  const Sentence words = asked.known[slot.statement];
  if (settings_.memories == KeyValueMemories::kSentences) return {words, age(asked, slot)};
  if (settings_.memories == KeyValueMemories::kWindows) return {words.subspan(slot.word, 1), kNoWord};
  auto* const middle = tape.keep<Word>(1);
  *middle = words[slot.word] < words_ ? static_cast<Word>(words[slot.word] + words_) : kUnknownWord;
  return {{middle, 1}, kNoWord};
}

KeyValueNetwork::Memories KeyValueNetwork::memories(Tape& tape, std::span<const Asked> asked) const {
  auto* const all = tape.keep<std::span<const Slot>>(asked.size());
  auto* const counts = tape.keep<uint32_t>(asked.size());
  size_t most = 1;
  for (size_t i = 0; i < asked.size(); ++i) {
    all[i] = slots(tape, asked[i]);
    counts[i] = static_cast<uint32_t>(all[i].size());
    most = std::max(most, all[i].size());
  }
  auto* const keys = tape.keep<Bag>(asked.size() * most);
  auto* const values = tape.keep<Bag>(asked.size() * most);
  for (size_t i = 0; i < asked.size(); ++i)
    for (size_t m = 0; m < most; ++m) {
      const bool is_there = m < all[i].size();
      keys[i * most + m] = is_there ? key(tape, asked[i], all[i][m]) : Bag{};
      values[i * most + m] = is_there ? value(tape, asked[i], all[i][m]) : Bag{};
    }
  auto* const statements = tape.keep<uint32_t>(counts[0]);
  for (size_t m = 0; m < counts[0]; ++m) statements[m] = all[0][m].statement;
  return {most,
          {keys, asked.size() * most},
          {values, asked.size() * most},
          {counts, asked.size()},
          {statements, counts[0]}};
}

Var KeyValueNetwork::encode(Var table, std::span<const Bag> bags, size_t cols, size_t batch, bool by_place) const {
  return by_place ? embed(table, table.tape->parameter(places_), bags, cols, batch) : embed(table, bags, cols, batch);
}

KeyValueNetwork::Read KeyValueNetwork::read(Tape& tape, std::span<const Asked> asked, const Memories& memories) const {
  const size_t count = asked.size();
  auto* const questions = tape.keep<Bag>(count);
  for (size_t i = 0; i < count; ++i)
    questions[i] = {asked[i].question ? asked[i].question->words : Sentence(), kNoWord};
  const Var table = tape.parameter(table_);
  const bool sentences = settings_.memories == KeyValueMemories::kSentences, places = settings_.positions;
  const Var keys = encode(table, memories.keys, memories.most, count, places);
  const Var values = encode(settings_.own_values ? tape.parameter(values_) : table, memories.values, memories.most,
                            count, places && sentences);
  return {keys, values, encode(table, {questions, count}, 1, count, places)};
}

State KeyValueNetwork::state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const {
  const auto asked = asked_after(context, batch, first, steps);
  const Read read = this->read(context.tape, asked, memories(context.tape, asked));
  return State(context.tape, {read.keys, read.values, read.question});
}

Answers KeyValueNetwork::run(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  if (most_questions(batch) == 0) return {};
  tape.at("memories");
  const auto asked = asked_questions(context, batch, first);
  const size_t count = asked.size();
  const Memories memories = this->memories(tape, asked);
  const auto [keys, values, question] = read(tape, asked, memories);
  Var q = question;
  auto* const plain = tape.keep<HopSettings>(count);
  std::fill_n(plain, count, HopSettings{});
  {
    const ByStatement watched(tape, memories.statements, asked[0].known.size());
    for (size_t hop = 0; hop < settings_.hops; ++hop) {
      tape.at_step(hop + 1);
      tape.at("hop");
      const Var o = memory_hop(q, keys, values, memories.counts, {plain, count});
      q = matmul(tape.parameter(rotations_[hop]), add(q, o));
    }
  }
  tape.at("answer");
  const Var table = tape.parameter(table_);
  const Var answers = settings_.own_answers ? tape.parameter(answers_) : columns(table, dictionary_ - words_, words_);
  return answers_of(context, batch, matmul_transposed(answers, q));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
