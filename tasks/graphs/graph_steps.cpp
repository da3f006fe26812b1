#include "tasks/graphs/graph_steps.hpp"

#include <algorithm>
#include <cmath>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr uint32_t kPowers[kLabelDigits] = {100, 10, 1};

/// Writes a label's three digits.
void put_label(uint32_t label, Real* to) {
  if (label == kBlankLabel) return;
  for (size_t d = 0; d < kLabelDigits; ++d) to[d * kDigitKinds + label / kPowers[d] % kDigitKinds] = 1;
}

/// The label with digits `kind(place)`.
template <class Kind>
uint32_t label_of(Kind kind) {
  uint32_t label = 0;
  for (size_t d = 0; d < kLabelDigits; ++d) label += kPowers[d] * static_cast<uint32_t>(kind(d));
  return label;
}

size_t highest(const Real* numbers) {
  return static_cast<size_t>(std::max_element(numbers, numbers + kDigitKinds) - numbers);
}

uint32_t label_at(const Real* from) {
  if (std::all_of(from, from + kLabelDigits * kDigitKinds, [](Real x) { return x == 0; })) return kBlankLabel;
  return label_of([&](size_t d) { return highest(from + d * kDigitKinds); });
}

}  // namespace

void put_triple(const Triple& triple, Real* to) {
  put_label(triple.source, to);
  put_label(triple.edge, to + kLabelDigits * kDigitKinds);
  put_label(triple.destination, to + 2 * kLabelDigits * kDigitKinds);
}

Triple triple_at(const Real* from) {
  constexpr size_t kLabel = kLabelDigits * kDigitKinds;
  return {label_at(from), label_at(from + kLabel), label_at(from + 2 * kLabel)};
}

Triple likeliest_triple(const Real* logits) {
  const auto label = [&](size_t which) {
    return label_of([&](size_t d) { return highest(logits + (which * kLabelDigits + d) * kDigitKinds); });
  };
  return {label(0), label(1), label(2)};
}

double log_probability(const Real* logits, const Triple& triple) {
  Real asked[kTripleWidth] = {};
  put_triple(triple, asked);
  double sum = 0;
  for (size_t p = 0; p < kTripleDigits; ++p) {
    const Real* const kinds = logits + p * kDigitKinds;
    const Real most = kinds[highest(kinds)];
    double all = 0;
    for (size_t k = 0; k < kDigitKinds; ++k) all += std::exp(double{kinds[k] - most});
    sum += double{kinds[highest(asked + p * kDigitKinds)] - most} - std::log(all);
  }
  return sum;
}

void GraphSteps::clear() {
  steps_.clear();
  ends_.clear();
  phase_begins_ = false;
}

void GraphSteps::describe(const Graph& graph, Stream& draw) {
  thread_local std::vector<uint32_t> order;
  draw_numbers(draw, static_cast<uint32_t>(graph.edges.size()), graph.edges.size(), order);
  begin_phase();
  for (const uint32_t edge : order) show(graph.triple(graph.edges[edge]));
}

void GraphSteps::plan() {
  begin_phase();
  for (size_t t = 0; t < kPlanningSteps; ++t) show({});
}

void GraphSteps::fill(Batch& batch) const {
  size_t longest = 0;
  for (size_t b = 0; b < ends_.size(); ++b) longest = std::max(longest, ends_[b] - (b ? ends_[b - 1] : 0));
  batch.resize(graph_spec(), longest, ends_.size());
  for (size_t b = 0; b < ends_.size(); ++b) {
    const size_t begin = b ? ends_[b - 1] : 0, length = ends_[b] - begin;
    batch.inputs[0].lengths[b] = batch.target.lengths[b] = static_cast<uint32_t>(length);
    for (size_t t = 0; t < length; ++t) {
      const Step& step = steps_[begin + t];
      Real* const input = batch.input(b, t);
      put_triple(step.shown, input);
      input[kPhaseChannel] = step.begins_phase ? 1 : 0;
      input[kAnswerChannel] = step.is_answer ? 1 : 0;
      if (!step.is_answer) continue;
      put_triple(step.asked, batch.target.at(b, t));
      std::fill_n(batch.scored(b, t), kTripleDigits, Real{1});
    }
  }
}

void find_parts(const Batch& batch, size_t episode, GraphParts& parts) {
  const auto channel = [&](size_t step, size_t which) { return batch.input(episode, step)[which] > Real(0.5); };
  const size_t end = batch.inputs[0].lengths[episode];
  const auto phase_from = [&](size_t step) {  // the end of the phase that begins there
    do ++step;
    while (step < end && !channel(step, kPhaseChannel));
    return step;
  };
  parts.questions.clear();
  size_t at = parts.edges = phase_from(0);
  while (at < end) {
    GraphQuestion question{};
    question.query = at;
    question.query_end = at = phase_from(at);
    while (at < end && !channel(at, kAnswerChannel)) at = phase_from(at);  // planning steps
    question.answer = at;
    question.answer_end = at = at < end ? phase_from(at) : end;
    parts.questions.push_back(question);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
