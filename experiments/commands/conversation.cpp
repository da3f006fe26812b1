#include "experiments/commands/conversation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "autodiff/files/json.hpp"
#include "experiments/commands/terminal/alignment_text.hpp"
#include "experiments/scoring/own_answer.hpp"
#include "tasks/data/text/blanks.hpp"
#include "tasks/data/text/shown.hpp"

namespace tapehead {
namespace {

constexpr const char* kEndShown = "(end)";  // what stands for kEnd
constexpr size_t kMostNamed = 5;            // unknown words

}  // namespace

Conversation::Conversation(const TrainedModel& trained, const Wishes& wishes)
    : trained_(trained),
      task_(dynamic_cast<const SpokenTask*>(trained.task.get())),
      speaker_(trained.model->speaks()),
      spec_(trained.task->spec()),
      wishes_(wishes),
      seed_(static_cast<uint64_t>(trained.configuration.settings.integer("seed"))),
      generator_(voices()) {}

std::vector<Voice> Conversation::voices() const {
  const Settings& settings = trained_.configuration.settings;
  if (!task_)
    throw InputError("answer: got a model of " + settings.text("task") +
                     ", which is not asked in words; one of a task in words is needed, such as pairs");
  if (!speaker_)
    throw InputError("answer: got a " + settings.text("model") +
                     ", which does not say its answers token by token; a model that speaks is needed");
  return {{*speaker_, *trained_.store}};
}

void Conversation::answer(const std::string& line, const std::string& where) {
  if (trimmed(line).empty()) {
    pass_over(line);
    return;
  }
  Batch asked;
  try {
    note_unknown(task_->ask(line, asked));
  } catch (const InputError& error) {
    throw InputError(where + ": " + error.what());
  }
  const uint64_t number = number_++;
  noise_.begin(seed_, Split::kShow, number, 1);
  std::vector<Hypothesis> answers;
  if (wishes_.sample > 0) {
    Stream draw(seed_, Split::kShow, Purpose::kSpeech, number);
    answers = {generator_.sample(asked, 0, {wishes_.temperature, wishes_.sample, true, &noise_}, draw, kEnd)};
  } else {
    SearchSettings search = wishes_.search;
    search.noise = &noise_;
    answers = std::move(generator_.search(asked, 0, 1, search).front());
    answers.resize(std::min(answers.size(), wishes_.best));
  }
  if (!answers.front().ended) ++cut_off_;
  if (wishes_.json)
    tell_json(line, asked, answers);
  else
    tell(asked, answers);
}

void Conversation::pass_over(const std::string& line) {
  ++number_;
  ++blank_;
  if (wishes_.json)
    fmt::print("{}\n", Json{{"source", line}, {"tokens", Json::list()}, {"answers", Json::list()}}.line());
  else
    fmt::print("\n");
}

void Conversation::go_on(const std::string& prompt, size_t window) {
  std::vector<uint32_t> said = begun(prompt);
  const size_t before = said.size();
  std::vector<double> nats;
  Stream draw(seed_, Split::kShow, Purpose::kSpeech, 0);
  while (said.size() < before + wishes_.sample) {
    const size_t heard = std::min(said.size(), std::max<size_t>(window / 2, 1)), skipped = said.size() - heard;
    Batch text;  // but for the last token, which is what was said before
    text.resize(spec_, heard > 0 ? heard - 1 : 0, 1);
    for (size_t t = 0; t + 1 < heard; ++t) text.inputs[0].token(0, t) = said[skipped + t];
    const size_t more = std::min(before + wishes_.sample - said.size(), window - text.steps());
    const Hypothesis next =
        generator_.sample(text, 0, {wishes_.temperature, more, false}, draw, said.empty() ? kEnd : said.back());
    said.insert(said.end(), next.tokens.begin(), next.tokens.end());
    nats.insert(nats.end(), next.nats.begin(), next.nats.end());
  }
  const size_t shown = prompt.empty() ? before : 0;  // an empty prompt is replaced by tokens that nobody typed
  const std::string text = task_->said_text(std::span(said).subspan(shown));
  if (!wishes_.json) {
    fmt::print("{}\n", visible(text));
    return;
  }
  double log_probability = 0;
  for (const double x : nats) log_probability -= x;
  fmt::print("{}\n", Json{{"prompt", prompt},
                          {"text", text},
                          {"tokens", uint64_t{wishes_.sample}},
                          {"log_probability", log_probability}}
                         .line());
}

std::string Conversation::remarks(const std::string& from) const {
  std::string text;
  if (unknown_ > 0) {
    std::string some;
    for (const std::string& word : unknown_words_) some += (some.empty() ? "" : ", ") + visible(word);
    text += fmt::format("{}: {} unknown to the model and read as such: {}{}\n", from,
                        unknown_ == 1 ? "a word is" : fmt::format("{} words are", unknown_), some,
                        unknown_words_.size() == kMostNamed ? " …" : "");
  }
  if (blank_ > 0)
    text += fmt::format("{}: {} nothing, and answered by a blank line\n", from,
                        blank_ == 1 ? "a line asks" : fmt::format("{} lines ask", blank_));
  if (cut_off_ > 0)
    text += fmt::format("{}: {} cut off after {} tokens ({})\n", from,
                        cut_off_ == 1 ? "an answer was" : fmt::format("{} answers were", cut_off_),
                        wishes_.sample > 0 ? wishes_.sample : wishes_.search.most,
                        wishes_.sample > 0 ? "--sample" : "--most-tokens");
  return text;
}

void Conversation::note_unknown(const std::vector<std::string>& words) {
  unknown_ += words.size();
  for (const std::string& word : words)
    if (unknown_words_.size() < kMostNamed) unknown_words_.insert(word);
}

std::vector<uint32_t> Conversation::begun(const std::string& prompt) {
  Batch asked;
  note_unknown(task_->ask(prompt, asked));
  std::vector<uint32_t> tokens;
  const BatchStream& text = asked.inputs[0];
  for (size_t t = 0; t < text.lengths[0]; ++t)
    if (text.token(0, t) != kNoToken) tokens.push_back(text.token(0, t));
  return tokens;
}

std::vector<std::string> Conversation::source_texts(const Batch& asked) const {
  std::vector<std::string> texts;
  const BatchStream& source = asked.inputs[0];
  if (source.shape.kind != StreamKind::kTokens) return texts;  // a picture has no words
  for (size_t t = 0; t < source.lengths[0]; ++t) {
    const uint32_t token = source.token(0, t);
    texts.push_back(token == kNoToken ? "?" : task_->source_text({&token, 1}));
  }
  return texts;
}

std::vector<std::string> Conversation::said_texts(const Hypothesis& answer) const {
  std::vector<std::string> texts;
  for (const uint32_t token : answer.tokens) texts.push_back(task_->said_text({&token, 1}));
  texts.emplace_back(kEndShown);
  return texts;
}

void Conversation::look(const Batch& asked, const Hypothesis& answer) {
  if (spec_.input().kind != StreamKind::kTokens)
    throw InputError(
        "--alignment: got a model that looks at pictures; one that is asked in words is needed (tapehead "
        "trace shows where it looks in a picture)");
  Batch batch;
  answered(spec_, asked, answer.tokens, batch);
  looks_.forget();
  tape_.begin(*trained_.store, nullptr);
  tape_.set_watcher(&looks_);
  Noise noise = noise_;
  (void)trained_.model->run({tape_, 1, noise}, batch, 0);
  tape_.set_watcher(nullptr);
  if (!looks_.any())
    throw InputError("--alignment: got a " + trained_.configuration.settings.text("model") +
                     ", which does not show where it looks in what it is asked; a model with attention to its source "
                     "is needed");
}

void Conversation::tell(const Batch& asked, const std::vector<Hypothesis>& answers) {
  for (const Hypothesis& answer : answers) {
    if (wishes_.probabilities) fmt::print("{:.4g}\t", std::exp(answer.log_probability()));
    fmt::print("{}\n", visible(task_->said_text(answer.tokens)));
    if (!wishes_.alignment) continue;
    look(asked, answer);
    fmt::print("{}", visible(alignment_text(source_texts(asked), said_texts(answer), looks_)));
  }
  if (answers.size() > 1) fmt::print("\n");
}

void Conversation::tell_json(const std::string& line, const Batch& asked, const std::vector<Hypothesis>& answers) {
  Json all = Json::list();
  for (const Hypothesis& answer : answers) {
    Json one{{"text", task_->said_text(answer.tokens)}, {"log_probability", answer.log_probability()}};
    one.set("tokens", said_texts(answer));
    Json probabilities = Json::list();
    for (const double nats : answer.nats) probabilities.add(std::exp(-nats));
    one.set("probabilities", probabilities);
    if (!answer.ended) one.set("cut_off_after", static_cast<uint64_t>(answer.tokens.size()));
    if (wishes_.alignment) {
      look(asked, answer);
      Json rows = Json::list();
      for (size_t t = 0; t <= answer.tokens.size(); ++t) {
        Json row = Json::list();
        for (const Real share : looks_.shares(t, 0)) row.add(static_cast<double>(share));
        rows.add(row);
      }
      one.set("alignment", rows);
    }
    all.add(one);
  }
  fmt::print("{}\n", Json{{"source", line}, {"tokens", source_texts(asked)}, {"answers", all}}.line());
}

}  // namespace tapehead
