#include "experiments/traces/spoken_trace.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::string text_at(const std::vector<std::string>& texts, size_t number) {
  return number < texts.size() ? texts[number] : std::string("(unknown)");
}

/// The text of a token that can be said.
std::string said_text(const Corpus& corpus, uint32_t token) {
  return token == kEnd ? std::string("(end)") : text_at(corpus.said, token);
}

/// The number of kinds of tokens in a stream that precede those that can be said.
size_t read_kinds(const Spec& spec, const BatchStream& stream) {
  const bool says = stream.shape.name == kPrevious || stream.shape.name == spec.target.name;
  return says ? stream.width() - spec.outputs() : stream.width();
}

/// The first scored step of a batch's first episode.
size_t answer_begins(const Batch& batch) {
  size_t step = 0;
  while (step < batch.steps() && *batch.scored(0, step) == 0) ++step;
  return step;
}

}  // namespace

std::vector<std::string> step_texts(const Spec& spec, const BatchStream& stream) {
  const size_t read = read_kinds(spec, stream);
  std::vector<std::string> texts;
  for (size_t t = 0; t < stream.steps; ++t) {
    const uint32_t token = stream.token(0, t);
    const bool asks_nothing = token == kNoToken && stream.shape.name == spec.target.name;
    if (t >= stream.lengths[0] || asks_nothing)
      texts.emplace_back();
    else if (token != kNoToken && token >= read)
      texts.push_back(said_text(*spec.corpus, token - static_cast<uint32_t>(read)));
    else
      texts.push_back(text_at(spec.corpus->words, token));
  }
  return texts;
}

std::vector<Hdf5Texts> spoken_texts(const Spec& spec, const Batch& batch,
                                    const std::optional<std::vector<uint32_t>>& said) {
  std::vector<Hdf5Texts> all;
  std::vector<std::string> target;
  const size_t begins = answer_begins(batch);
  const std::vector<std::string> asked = step_texts(spec, batch.target);
  for (size_t t = begins; t < batch.target.lengths[0]; ++t)
    target.push_back(batch.target.token(0, t) == kNoToken ? "(unknown)" : asked[t]);
  if (spec.reads() && spec.input().kind == StreamKind::kTokens) {
    std::vector<std::string> source = step_texts(spec, batch.inputs[0]);
    source.resize(spec.input_count > 1 ? batch.inputs[0].lengths[0] : begins);
    all.push_back({"source", std::move(source)});
  }
  all.push_back({"target", std::move(target)});
  if (!said) return all;
  Hdf5Texts own{"said", {}};
  for (const uint32_t token : *said) own.texts.push_back(said_text(*spec.corpus, token));
  all.push_back(std::move(own));
  return all;
}

std::vector<Real> spoken_links(const Batch& batch) {
  std::vector<Real> links;
  if (batch.aligned.empty()) return links;
  for (size_t t = answer_begins(batch); t < batch.target.lengths[0]; ++t)
    links.push_back(batch.aligned[t] == kNoToken ? Real{-1} : static_cast<Real>(batch.aligned[t]));
  return links;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
