#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <set>

#include "autodiff/base/denormals.hpp"
#include "autodiff/base/error.hpp"
#include "experiments/commands/alignment_text.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/commands/search_options.hpp"
#include "experiments/files/json.hpp"
#include "experiments/files/trained_models.hpp"
#include "experiments/scoring/own_answer.hpp"
#include "experiments/scoring/source_looks.hpp"
#include "experiments/scoring/trained_model.hpp"
#include "experiments/training/restarts.hpp"
#include "models/decoder.hpp"
#include "tasks/spoken_task.hpp"
#include "tasks/text/utf8.hpp"

namespace tapehead {
namespace {

constexpr const char* kInput = "standard input";
constexpr const char* kEndShown = "(end)";  // what stands for kEnd

/// What is asked for beside the answer.
struct Wishes {
  size_t best, sample;  ///< answers a line; tokens to be drawn, 0: the best are looked for
  bool probabilities, alignment, json;
  SearchSettings search;
  double temperature;
  uint64_t seed;
};

Wishes wishes_of(const CommandLine& line) {
  Wishes wishes{count_option(line, "n-best", 1),
                count_option(line, "sample", 0),
                line.has("probabilities") || line.has("n-best"),
                line.has("alignment"),
                line.has("json"),
                search_settings(line),
                real_option(line, "temperature", 1e-3, 1e3, 1),
                index_option(line, "seed")};
  const auto refuse = [&](const std::string& option, const char* with) {
    throw InputError(fmt::format("{}: does not go with {}; one without the other is needed", option, with));
  };
  if (!line.has("seed")) wishes.seed = 1;
  if (wishes.sample > 0 && line.has("n-best")) refuse("--n-best", "--sample");
  if (wishes.sample > 0 && !typed_search_option(line).empty()) refuse(typed_search_option(line), "--sample");
  if (wishes.sample == 0 && line.has("temperature"))
    throw InputError("--temperature: got no --sample; it is needed with it");
  if (!line.has("beam")) wishes.search.beam = wishes.best;
  if (wishes.best > wishes.search.beam)
    throw InputError(fmt::format("--n-best: got {}; at most --beam ({}) is needed", wishes.best, wishes.search.beam));
  return wishes;
}

/// A trained model that people talk to.
class Conversation final {
 public:
  /// Throws InputError for a model that is not asked in words, or does not answer in them.
  Conversation(const TrainedModel& trained, const Wishes& wishes)
      : trained_(trained),
        task_(dynamic_cast<const SpokenTask*>(trained.task.get())),
        speaker_(trained.model->speaks()),
        spec_(trained.task->spec()),
        wishes_(wishes),
        decoder_(voices()) {}

  bool reads() const { return spec_.reads(); }

  /// Answers a line. Throws InputError, which for one that is no question is led by where it is from.
  void answer(const std::string& line, const std::string& where) {
    Batch asked;
    try {
      note_unknown(task_->ask(line, asked));
    } catch (const InputError& error) {
      throw InputError(where + ": " + error.what());
    }
    std::vector<Hypothesis> answers;
    if (wishes_.sample > 0) {
      Stream draw(wishes_.seed, Split::kShow, Purpose::kSpeech, number_++);
      answers = {decoder_.sample(asked, 0, {wishes_.temperature, wishes_.sample, true}, draw, kEnd)};
    } else {
      answers = std::move(decoder_.search(asked, 0, 1, wishes_.search).front());
      answers.resize(std::min(answers.size(), wishes_.best));
    }
    if (!answers.front().ended) ++cut_off_;
    tell(line, asked, answers);
  }

  /// Goes on from a text, which may be empty, for as many tokens as are asked for. `window`: the steps that it takes
  /// before it begins anew from half as many tokens; more are not what it was trained on.
  void go_on(const std::string& prompt, size_t window) {
    std::vector<uint32_t> said = begun(prompt);
    const size_t before = said.size();
    std::vector<double> nats;
    Stream draw(wishes_.seed, Split::kShow, Purpose::kSpeech, 0);
    while (said.size() < before + wishes_.sample) {
      const size_t heard = std::min(said.size(), std::max<size_t>(window / 2, 1)), skipped = said.size() - heard;
      Batch text;  // but for the last token, which is what was said before
      text.resize(spec_, heard > 0 ? heard - 1 : 0, 1);
      for (size_t t = 0; t + 1 < heard; ++t) text.inputs[0].token(0, t) = said[skipped + t];
      const size_t more = std::min(before + wishes_.sample - said.size(), window - text.steps());
      const Hypothesis next =
          decoder_.sample(text, 0, {wishes_.temperature, more, false}, draw, said.empty() ? kEnd : said.back());
      said.insert(said.end(), next.tokens.begin(), next.tokens.end());
      nats.insert(nats.end(), next.nats.begin(), next.nats.end());
    }
    const size_t shown = prompt.empty() ? before : 0;  // an empty text begins with what no person has written
    const std::string text = task_->said_text(std::span(said).subspan(shown));
    if (!wishes_.json) {
      fmt::print("{}\n", text);
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

  /// What went unsaid, for standard error; empty: nothing did.
  std::string remarks() const {
    std::string text;
    if (unknown_ > 0) {
      std::string some;
      for (const std::string& word : unknown_words_) some += (some.empty() ? "" : ", ") + word;
      text += fmt::format("{}: {} unknown to the model and read as such: {}{}\n", kInput,
                          unknown_ == 1 ? "a word is" : fmt::format("{} words are", unknown_), some,
                          unknown_words_.size() == kMostNamed ? " …" : "");
    }
    if (cut_off_ > 0)
      text += fmt::format("{}: {} cut off after {} tokens (--most-tokens)\n", kInput,
                          cut_off_ == 1 ? "an answer was" : fmt::format("{} answers were", cut_off_),
                          wishes_.sample > 0 ? wishes_.sample : wishes_.search.most);
    return text;
  }

 private:
  static constexpr size_t kMostNamed = 5;

  std::vector<Voice> voices() const {
    const Settings& settings = trained_.configuration.settings;
    if (!task_)
      throw InputError("answer: got a model of " + settings.text("task") +
                       ", which is not asked in words; one of a task in words is needed, such as pairs");
    if (!speaker_)
      throw InputError("answer: got a " + settings.text("model") +
                       ", which does not say its answers token by token; a model that speaks is needed");
    return {{*speaker_, *trained_.store}};
  }

  void note_unknown(const std::vector<std::string>& words) {
    unknown_ += words.size();
    for (const std::string& word : words)
      if (unknown_words_.size() < kMostNamed) unknown_words_.insert(word);
  }

  /// The tokens that a text begins with, without what is unknown.
  std::vector<uint32_t> begun(const std::string& prompt) {
    Batch asked;
    note_unknown(task_->ask(prompt, asked));
    std::vector<uint32_t> tokens;
    const BatchStream& text = asked.inputs[0];
    for (size_t t = 0; t < text.lengths[0]; ++t)
      if (text.token(0, t) != kNoToken) tokens.push_back(text.token(0, t));
    return tokens;
  }

  std::vector<std::string> source_texts(const Batch& asked) const {
    std::vector<std::string> texts;
    const BatchStream& source = asked.inputs[0];
    for (size_t t = 0; t < source.lengths[0]; ++t) {
      const uint32_t token = source.token(0, t);
      texts.push_back(token == kNoToken ? "?" : task_->source_text({&token, 1}));
    }
    return texts;
  }
  std::vector<std::string> said_texts(const Hypothesis& answer) const {
    std::vector<std::string> texts;
    for (const uint32_t token : answer.tokens) texts.push_back(task_->said_text({&token, 1}));
    texts.emplace_back(kEndShown);
    return texts;
  }

  /// Where the model looks as it says that answer. Throws InputError for one that does not show it.
  void look(const Batch& asked, const Hypothesis& answer) {
    Batch batch;
    answered(spec_, asked, answer.tokens, batch);
    looks_.forget();
    tape_.begin(*trained_.store, nullptr);
    tape_.set_watcher(&looks_);
    Noise noise(wishes_.seed, Split::kShow, 0, 1);
    (void)trained_.model->run({tape_, 1, noise}, batch, 0);
    tape_.set_watcher(nullptr);
    if (!looks_.any())
      throw InputError("--alignment: got a " + trained_.configuration.settings.text("model") +
                       ", which does not show where it looks in what it is asked; a model with attention to its source "
                       "is needed");
  }

  void tell(const std::string& line, const Batch& asked, const std::vector<Hypothesis>& answers) {
    if (wishes_.json) return tell_json(line, asked, answers);
    for (const Hypothesis& answer : answers) {
      if (wishes_.probabilities) fmt::print("{:.4g}\t", std::exp(answer.log_probability()));
      fmt::print("{}\n", task_->said_text(answer.tokens));
      if (!wishes_.alignment) continue;
      look(asked, answer);
      fmt::print("{}", alignment_text(source_texts(asked), said_texts(answer), looks_));
    }
    if (answers.size() > 1) fmt::print("\n");
  }

  void tell_json(const std::string& line, const Batch& asked, const std::vector<Hypothesis>& answers) {
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

  const TrainedModel& trained_;
  const SpokenTask* task_;
  const Speaker* speaker_;
  Spec spec_;
  Wishes wishes_;
  Decoder decoder_;
  Tape tape_;
  SourceLooks looks_;
  uint64_t number_ = 0;
  size_t unknown_ = 0, cut_off_ = 0;
  std::set<std::string> unknown_words_;
};

void check_text(const std::string& text, const std::string& where) {
  if (const size_t at = first_non_utf8(text); at != std::string::npos)
    throw InputError(fmt::format("{}: byte {} is not UTF-8; a text in UTF-8 is needed", where, at + 1));
}

/// Answers line by line, each as soon as it is there.
void answer_lines(Conversation& conversation) {
  std::string line;
  for (size_t number = 1; std::getline(std::cin, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    const std::string where = fmt::format("{}:{}", kInput, number);
    check_text(line, where);
    conversation.answer(line, where);
    std::fflush(stdout);
  }
}

/// Steps of an episode as it was trained on.
size_t trained_steps(const Task& task) {
  Stream draw(0, Split::kTrain, Purpose::kShape, 0);
  Batch batch;
  task.sample({0, Split::kTrain, 0, 1}, task.shape(draw, {}), batch);
  return batch.steps();
}

}  // namespace

int answer_command(const CommandLine& line, const std::vector<std::string>&) {
  const Wishes wishes = wishes_of(line);
  const TrainedModel trained =
      load_trained(chosen_run(find_run(line.positionals[0]).directory), line.settings, checkpoint_option(line));
  const FlushDenormals flush;
  Conversation conversation(trained, wishes);
  if (conversation.reads()) {
    for (const char* option : {"prompt", "window"})
      if (line.has(option))
        throw InputError(fmt::format("--{}: got a model that answers; it is asked on standard input", option));
    answer_lines(conversation);
  } else {
    if (wishes.sample == 0)
      throw InputError("--sample: got nothing; a text goes on for as many tokens as --sample N says");
    for (const char* option : {"alignment", "probabilities"})
      if (line.has(option))
        throw InputError(
            fmt::format("--{}: got a model of a text, which reads nothing; one that answers is needed", option));
    const std::string prompt = line.has("prompt") ? line.own.at("prompt") : "";
    check_text(prompt, "--prompt");
    conversation.go_on(prompt, count_option(line, "window", trained_steps(*trained.task)));
  }
  fmt::print(stderr, "{}", conversation.remarks());
  return kDone;
}

}  // namespace tapehead
