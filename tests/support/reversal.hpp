#pragma once
// A small task with generated answers, and a small machine that can learn it.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "autodiff/base/error.hpp"
#include "controllers/gru.hpp"
#include "memory/no_memory.hpp"
#include "models/machine/memory_machine.hpp"
#include "tasks/episode/joined_streams.hpp"
#include "tasks/episode/spoken_task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// Some letters, 1 … longest of them, and the same backwards.
///
///     source  b a c      previous  . c a b      target  c a b .
class Reversal final : public SpokenTask {
 public:
  static constexpr size_t kLetters = 3;

  explicit Reversal(size_t longest = 4) : longest_(longest) {}

  Spec spec() const override { return Spec::of_answers(kLetters, kLetters + 1, 0, corpus_); }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override {
    std::vector<std::vector<uint32_t>> sources(range.count);
    size_t longest = 0;
    for (size_t b = 0; b < range.count; ++b) {
      Stream stream = episode_stream(range, shape, b);
      sources[b].resize(static_cast<size_t>(stream.integer(1, static_cast<int64_t>(longest_))));
      for (uint32_t& letter : sources[b]) letter = static_cast<uint32_t>(stream.integer(0, kLetters - 1));
      longest = std::max(longest, sources[b].size());
    }
    batch.resize(spec(), longest + 1, range.count);
    batch.inputs[0].resize(spec().given[0], longest, range.count);
    batch.aligned.assign(batch.steps() * range.count, kNoToken);
    for (size_t b = 0; b < range.count; ++b) {
      const size_t length = sources[b].size();
      std::copy(sources[b].begin(), sources[b].end(), &batch.inputs[0].token(b, 0));
      batch.inputs[0].lengths[b] = static_cast<uint32_t>(length);
      batch.inputs[1].lengths[b] = batch.target.lengths[b] = static_cast<uint32_t>(length + 1);
      for (size_t t = 0; t <= length; ++t) {
        batch.ask(b, t, t < length ? sources[b][length - 1 - t] + 1 : kEnd);
        batch.inputs[1].token(b, t) = t == 0 ? kEnd : batch.target.token(b, t - 1);
        if (t < length) batch.aligned[b * batch.steps() + t] = static_cast<uint32_t>(length - 1 - t);
      }
    }
  }
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override {
    const BatchStream& source = batch.inputs[0];
    std::string text;
    for (size_t t = 0; t < source.lengths[episode]; ++t) text += corpus_->words[source.token(episode, t)];
    text += " > ";
    for (size_t t = 0; t + 1 < batch.target.lengths[episode]; ++t)
      text += corpus_->said[batch.target.token(episode, t)];
    return answers ? text + " answered\n" : text + "\n";
  }

  std::vector<std::string> ask(std::string_view line, Batch& batch) const override {
    if (line.empty()) throw InputError("got an empty line; letters are needed");
    std::vector<std::string> unknown;
    batch.resize(spec(), line.size(), 1);
    for (size_t t = 0; t < line.size(); ++t) {
      const Word letter = corpus_->find(line.substr(t, 1));
      batch.inputs[0].token(0, t) = token_of(letter);
      if (letter == kUnknownWord) unknown.emplace_back(line.substr(t, 1));
    }
    return unknown;
  }
  std::string said_text(std::span<const uint32_t> said) const override {
    std::string text;
    for (const uint32_t token : said) text += corpus_->said[token];
    return text;
  }
  std::string source_text(std::span<const uint32_t> source) const override {
    std::string text;
    for (const uint32_t token : source) text += corpus_->words[token];
    return text;
  }

 private:
  size_t longest_;
  std::shared_ptr<const Corpus> corpus_ =
      std::make_shared<const Corpus>(Corpus{{"a", "b", "c"}, 0, 0, 0, 0, {"", "a", "b", "c"}});
};

/// A GRU by itself.
inline std::unique_ptr<MemoryMachine> small_speaker(const Spec& spec, ParameterStore& store, size_t size = 6) {
  return std::make_unique<MemoryMachine>(
      store, spec, [](const Scope&) { return std::make_unique<NoMemory>(); },
      [&](const Scope& scope, size_t x_size, size_t read_size) {
        return std::make_unique<GruController>(scope, GruSettings{size}, x_size, read_size);
      });
}

/// Moves its parameters off their initial values, so that its answers are varied and confident.
inline void stir(ParameterStore& store, Real by, uint64_t seed = 1) {
  Stream stream(seed, Split::kCheck, Purpose::kTest, 0);
  for (Real& v : store.values()) v += static_cast<Real>(stream.uniform(-by, by));
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
