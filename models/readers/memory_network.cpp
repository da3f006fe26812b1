#include "models/readers/memory_network.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "attention/fused/memory_hop.hpp"
#include "autodiff/ops/embed.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "models/readers/starting_deviation.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kFeatures = 3;  // of Φt
// In place of a statement's number: the fact that ends a search; and no fact, which is younger than any, as a question
// is.
constexpr uint32_t kNoMore = ~uint32_t{0} - 1, kNone = ~uint32_t{0};

/// Φt(x, y, y'); statements are numbered from the oldest.
std::array<Real, kFeatures> older(uint32_t x, uint32_t y, uint32_t other) {
  return {Real(x < y), Real(x < other), Real(y < other)};
}

/// The fact that this hop should find, where the supports say.
std::optional<uint32_t> support(const Question& question, size_t hop, bool is_adaptive) {
  if (hop < question.supports.size()) return question.supports[hop];
  if (is_adaptive) return kNoMore;
  if (question.supports.empty()) return {};
  return question.supports.back();
}

/// A vector for each question: the sum over the words that words_of(i) gives.
template <class WordsOf>
Var embed_each(Var table, size_t questions, WordsOf words_of) {
  Bag* const bags = table.tape->keep<Bag>(questions);
  for (size_t i = 0; i < questions; ++i) bags[i] = Bag{words_of(i)};
  return embed(table, {bags, questions}, 1, questions);
}

size_t longest(std::span<const Asked> asked) {
  size_t statements = 1;
  for (const Asked& one : asked) statements = std::max(statements, one.known.size());
  return statements;
}

/// One-hot at the fact that each search has found, among its statements.
Var found_one_hot(Tape& tape, size_t statements, size_t questions, const auto& searches) {
  const Var weights = tape.filled(statements, 1, questions, 0);
  const auto to = tape.fill(weights);
  for (size_t i = 0; i < questions; ++i)
    if (!searches[i].is_over) to.item(i)[searches[i].fact] = 1;
  return weights;
}

}  // namespace

MemoryNetwork::MemoryNetwork(const Scope& scope, const MemoryNetworkSettings& settings) : settings_(settings) {
  const auto table = [&](const std::string& name, size_t columns) {
    return scope.add(name, settings.width, columns, normal(kDeviation));
  };
  const auto vectors = [&](const std::string& of) {
    Vectors all;
    all.question = table(of + "/question", settings.words);
    all.latest = table(of + (settings.latest ? "/latest" : "/found"), settings.words);
    all.earlier = settings.latest ? table(of + "/earlier", settings.words) : all.latest;
    all.candidate = table(of + "/candidate", settings.words);
    return all;
  };
  of_facts_ = vectors("facts");
  if (settings.time) ages_ = table("facts/ages", kFeatures);
  if (settings.adaptive) no_more_ = table("facts/no-more", 1);
  of_answers_ = vectors("answers");
}

MemoryNetwork::Read MemoryNetwork::read(Tape& tape, std::span<const Asked> asked) const {
  const auto question = [&](Parameter table) {
    return embed_each(tape.parameter(table), asked.size(),
                      [&](size_t i) { return asked[i].question ? asked[i].question->words : Sentence(); });
  };
  const Var facts = candidates(tape, asked), to_find = question(of_facts_.question);
  return {facts, to_find, question(of_answers_.question)};
}

State MemoryNetwork::state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const {
  const Read read = this->read(context.tape, asked_after(context, batch, first, steps));
  return State(context.tape, {read.facts, read.to_find, read.to_answer});
}

Answers MemoryNetwork::run(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const bool is_training = context.training();
  const auto asked = asked_questions(context, batch, first);
  const size_t questions = asked.size();
  Search* const all = tape.keep<Search>(questions);
  for (size_t i = 0; i < questions; ++i) all[i] = {kNone, kNone, kNoMore, asked[i].known.empty(), false};
  const std::span<Search> searches(all, questions);

  const auto fact = [&](Parameter table, uint32_t Search::*which) {
    return embed_each(tape.parameter(table), questions,
                      [&](size_t i) { return all[i].*which == kNone ? Sentence() : asked[i].known[all[i].*which]; });
  };
  const auto all_read = [&](Var& but_latest, const Vectors& vectors) {
    but_latest = add(but_latest, fact(vectors.earlier, &Search::replaced));
    return add(but_latest, fact(vectors.latest, &Search::latest));
  };

  tape.at("facts");
  auto [facts, to_find, to_answer] = read(tape, asked);  // the latter two: except the latest fact
  Var finding = to_find, answering = to_answer;
  Var loss = tape.filled(1, 1, questions, 0);
  for (size_t hop = 0; hop < settings_.hops; ++hop) {
    if (std::all_of(searches.begin(), searches.end(), [](const Search& one) { return one.is_over; })) break;
    tape.at_step(hop + 1);
    Scores scores{matmul_transposed(facts, finding), {}};
    if (settings_.time) scores.ages = matmul_transposed(tape.parameter(ages_), finding);
    find(scores, hop, is_training, asked, searches);
    if (is_training) loss = add(loss, facts_loss(scores, asked, searches));
    for (Search& one : searches) {
      one.is_over = one.fact == kNoMore;
      one.replaced = one.is_over ? kNone : one.latest;
      if (!one.is_over) one.latest = one.fact;
    }
    if (tape.watcher()) watch("hop/weights", found_one_hot(tape, longest(asked), questions, searches), kHopView);
    answering = all_read(to_answer, of_answers_);
    if (hop + 1 < settings_.hops) finding = all_read(to_find, of_facts_);
  }
  tape.at("answer");
  const Var logits = matmul_transposed(tape.parameter(of_answers_.candidate), answering);
  Answers answers = answers_of(context, batch, logits);
  if (is_training)
    answers.objective = sum(regroup(add(loss, answers_loss(logits, asked)), questions / context.batch, context.batch));
  return answers;
}

/// Φy of every statement before each question, and of "no more": width×statements, one question an item.
Var MemoryNetwork::candidates(Tape& tape, std::span<const Asked> asked) const {
  const size_t statements = longest(asked);
  Bag* const bags = tape.keep<Bag>(statements * asked.size());
  for (size_t i = 0; i < asked.size(); ++i)
    for (size_t f = 0; f < statements; ++f)
      bags[i * statements + f] = f < asked[i].known.size() ? Bag{asked[i].known[f]} : Bag{};
  const Var all =
      embed(tape.parameter(of_facts_.candidate), {bags, statements * asked.size()}, statements, asked.size());
  return settings_.adaptive ? beside(std::array{all, tape.parameter(no_more_)}) : all;
}

/// Sets what each search finds at this hop: in training the supporting fact, otherwise the winner.
void MemoryNetwork::find(const Scores& scores, size_t hop, bool is_training, std::span<const Asked> asked,
                         std::span<Search> searches) const {
  for (size_t i = 0; i < asked.size(); ++i) {
    Search& one = searches[i];
    one.is_taught = false;
    if (one.is_over) continue;
    const auto right = is_training ? support(*asked[i].question, hop, settings_.adaptive) : std::nullopt;
    one.fact = right ? *right : winner(scores, i, asked[i].known.size(), one.latest);
    one.is_taught = right.has_value();
  }
}

/// The fact that question `number` finds by itself (section 3.4, and algorithm 1 of the appendix).
uint32_t MemoryNetwork::winner(const Scores& scores, size_t number, size_t statements, uint32_t latest) const {
  const Tape& tape = *scores.facts.tape;
  const Real* const s = tape.value(scores.facts).item(number);
  const Real* const ages = settings_.time ? tape.value(scores.ages).item(number) : nullptr;
  const auto lead = [&](uint32_t y, uint32_t other) {
    Real sum = s[y] - s[other];
    const auto features = older(latest, y, other);
    for (size_t k = 0; ages && k < kFeatures; ++k) sum += ages[k] * features[k];
    return sum;
  };
  auto best = static_cast<uint32_t>(statements - 1);
  for (uint32_t f = best; f-- > 0;)
    if (lead(f, best) > 0) best = f;
  return settings_.adaptive && s[scores.facts.rows - 1] > s[best] ? kNoMore : best;
}

/// Σ over the wrong facts of max(0, margin − the right one's lead), 1×1 a question. The lead over an older fact y is
/// −s(x, y, right), over a younger y' it is s(x, right, y').
Var MemoryNetwork::facts_loss(const Scores& scores, std::span<const Asked> asked,
                              std::span<const Search> searches) const {
  Tape& tape = *scores.facts.tape;
  const size_t rows = scores.facts.rows, questions = asked.size();
  const Var right = tape.filled(rows, 1, questions, 0), counts = tape.filled(rows, 1, questions, 0);
  const Var features = tape.filled(rows, kFeatures, questions, 0);
  const auto right_to = tape.fill(right), counts_to = tape.fill(counts), features_to = tape.fill(features);
  for (size_t i = 0; i < questions; ++i) {
    if (!searches[i].is_taught) continue;
    const uint32_t fact = searches[i].fact;
    right_to.item(i)[fact == kNoMore ? rows - 1 : fact] = 1;
    if (settings_.adaptive && fact != kNoMore) counts_to.item(i)[rows - 1] = 1;
    for (uint32_t f = 0; f < asked[i].known.size(); ++f) {
      if (f == fact) continue;
      counts_to.item(i)[f] = 1;
      if (fact == kNoMore) continue;
      const auto older_first = older(searches[i].latest, std::min(f, fact), std::max(f, fact));
      for (size_t k = 0; k < kFeatures; ++k) features_to.column(i, k)[f] = fact < f ? older_first[k] : -older_first[k];
    }
  }
  const Var lead = subtract(matmul_transposed(right, scores.facts), scores.facts);
  return short_of_margin(settings_.time ? add(lead, matmul(features, scores.ages)) : lead, counts);
}

/// Σ over the wrong words w of max(0, margin − s_R(x, right) + s_R(x, w)), 1×1 a question; 0 where the right word is
/// not in the vocabulary.
Var MemoryNetwork::answers_loss(Var logits, std::span<const Asked> asked) const {
  Tape& tape = *logits.tape;
  const Var right = tape.filled(logits.rows, 1, asked.size(), 0), counts = tape.filled(logits.rows, 1, asked.size(), 0);
  const auto right_to = tape.fill(right), counts_to = tape.fill(counts);
  for (size_t i = 0; i < asked.size(); ++i) {
    if (!asked[i].question || asked[i].question->answer >= logits.rows) continue;
    std::fill_n(counts_to.item(i), logits.rows, Real{1});
    counts_to.item(i)[asked[i].question->answer] = 0;
    right_to.item(i)[asked[i].question->answer] = 1;
  }
  return short_of_margin(subtract(matmul_transposed(right, logits), logits), counts);
}

/// Σ max(0, margin − lead), where `counts` has a 1.
Var MemoryNetwork::short_of_margin(Var lead, Var counts) const {
  return sum(multiply(counts, relu(shift(negate(lead), settings_.margin))));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
