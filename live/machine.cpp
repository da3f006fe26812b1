#include "live/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "autodiff/base/error.hpp"
#include "live/texts.hpp"
#include "models/speaker.hpp"
#include "tasks/bits/vectors.hpp"
#include "tasks/episode/spoken_task.hpp"
#include "tasks/stories/babi.hpp"
#include "tasks/stories/shown_story.hpp"
#include "tasks/stories/word_sequences.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

// What a page can bear: a whole run cannot be interrupted, and all that is seen of it is kept.
constexpr size_t kMostSteps = 5000;     // of an episode that goes step by step
constexpr size_t kMostAtOnce = 600;     // of a whole episode, whose attention is quadratic in them
constexpr size_t kMostCost = 1u << 22;  // numbers of memory that a step writes
constexpr size_t kMostStatement = 400;  // of a story

void check_steps(size_t steps, bool at_once) {
  const size_t most = at_once ? kMostAtOnce : kMostSteps;
  if (steps > most)
    throw InputError(fmt::format("episode: got {} steps; at most {} are needed, which a page can run {}", steps, most,
                                 at_once ? "at once" : "and keep"));
}

const char* kind_of(StreamKind kind) {
  return kind == StreamKind::kReal ? "real" : kind == StreamKind::kTokens ? "tokens" : "stories";
}

Json all_of(const std::vector<std::string>& texts) { return Json(texts); }

/// A list of tokens, −1 for none.
Json token_list(const uint32_t* tokens, size_t count) {
  Json list = Json::list();
  for (size_t t = 0; t < count; ++t) list.add(tokens[t] == kNoToken ? Json(-1.0) : Json(size_t{tokens[t]}));
  return list;
}

/// Whether a number is a token of that many kinds, or −1 for none.
bool is_token(float number, size_t kinds) {
  return number == std::floor(number) && number >= -1 && number < static_cast<float>(kinds);
}

/// Removes the right answers. Where a class is asked for, the question stays: some models answer only there. Bits are
/// then asked for nowhere, as their place may have moved with the input; nor are tokens said one by one.
void forget_answers(const Spec& spec, Batch& batch) {
  if (spec.says() && spec.input_count > 1) {  // the token to say is an input too
    BatchStream& previous = batch.inputs.back();
    previous.resize(spec.inputs().back(), 1, 1);
    previous.token(0, 0) = kEnd;
    batch.resize_target(spec.target, 1);
  }
  std::fill(batch.target.values.begin(), batch.target.values.end(), Real{0});
  std::fill(batch.target.tokens.begin(), batch.target.tokens.end(), kNoToken);
  batch.aligned.clear();
  batch.boxes.clear();
  if (batch.scoring() == Scoring::kBits) std::fill(batch.mask.begin(), batch.mask.end(), Real{0});
}

Json shape_of(const Spec& spec, const StreamShape& shape) {
  Json json{{"name", std::string(shape.name)},
            {"kind", kind_of(shape.kind)},
            {"height", size_t{shape.layout.height}},
            {"width", size_t{shape.layout.width}},
            {"channels", size_t{shape.layout.channels}}};
  const std::vector<std::string> names = token_names(spec, shape);
  if (!names.empty()) json.set("names", all_of(names));
  return json;
}

}  // namespace

Machine::Machine(std::string_view checkpoint, const Typed& options)
    : opened_(open_model(checkpoint, options)), spec_(opened_.task->spec()) {
  if (opened_.model->cost() > kMostCost)
    throw InputError(fmt::format("memory: got one of which a step writes {} numbers; at most {} are needed in a page",
                                 opened_.model->cost(), kMostCost));
  tape_.set_watcher(&watched_);
}

Json Machine::about() const {
  const Settings& settings = opened_.configuration.settings;
  Json options = Json::object(), sizes = Json::list(), inputs = Json::list();
  for (const auto& [name, value] : settings.values()) options.set(name, value);
  for (const Option* limit : opened_.configuration.limits) {
    const Option* least = opened_.configuration.find(limit->both.front());
    const Option* most = opened_.configuration.find(limit->both.back());
    if (!limit->name.starts_with("task.")) continue;
    sizes.add(Json{{"name", limit->name},
                   {"help", limit->help},
                   {"low", least->low},
                   {"high", most->high},
                   {"trained_from", settings.text(least->name)},
                   {"trained_to", settings.text(most->name)}});
  }
  for (const StreamShape& shape : spec_.inputs()) inputs.add(shape_of(spec_, shape));
  const auto truth = [](bool is) { return size_t{is}; };
  const bool words = dynamic_cast<const SpokenTask*>(opened_.task.get()) != nullptr;
  const bool stories = spec_.tells_stories() || dynamic_cast<const WordSequences*>(opened_.task.get()) != nullptr;
  const bool speaks = opened_.model->speaks() != nullptr && words && spec_.says();
  Json about{{"task", settings.text("task")},
             {"model", settings.text("model")},
             {"options", options},
             {"sizes", sizes},
             {"inputs", inputs},
             {"target", shape_of(spec_, spec_.target)},
             {"scoring", spec_.scoring() == Scoring::kBits ? "bits" : "classes"},
             {"parameters", opened_.store->learned_count()},
             {"stand_in", opened_.stand_in},
             {"steps", truth(opened_.model->in_steps() != nullptr)},
             {"speaks", truth(speaks)},
             {"reads", truth(spec_.reads())},
             {"stories", truth(stories)},
             {"asked", truth(words && spec_.input().kind == StreamKind::kTokens)},
             {"draws", truth(!opened_.stand_in.starts_with("nothing"))},
             {"cost", opened_.model->cost()}};
  if (spec_.corpus && stories) about.set("words", all_of(spec_.corpus->words));
  return about;
}

void Machine::adopt(Batch batch) {
  if (!batch.tells_stories()) check_steps(std::max(batch.inputs[0].steps, batch.steps()), !opened_.model->in_steps());
  batch_ = std::move(batch);
  begun_ = heard_ = false;
  next_ = 0;
}

Json Machine::draw(const Typed& options, uint64_t seed, uint64_t number, std::vector<uint8_t> bits) {
  std::unique_ptr<Task> other = options.empty() ? nullptr : opened_.task_with(options);
  const Task& task = other ? *other : *opened_.task;
  if (!(task.spec().given[0] == spec_.given[0]) || !(task.spec().target == spec_.target))
    throw InputError("task: got options that make another input or output; the machine was trained on the first");
  Stream sizes(seed, Split::kShow, Purpose::kShape, number);
  const Shape shape = task.shape(sizes, {});
  for (const uint32_t size : shape) check_steps(size, !opened_.model->in_steps());
  const size_t there = task.episodes(Split::kShow);
  const GivenVectors given(std::move(bits));
  Batch batch;
  task.sample({seed, Split::kShow, there > 0 ? number % there : number, 1}, shape, batch);
  adopt(std::move(batch));
  if (other) drawn_from_ = std::move(other);  // a story belongs to its task
  const Settings& settings = opened_.configuration.settings;
  return episode(given.places(), settings.has("task.bits") ? settings.size("task.bits") : 0);
}

Json Machine::tell(const std::string& statements, const std::string& question, const std::string& answer) {
  const auto* sequences = dynamic_cast<const WordSequences*>(opened_.task.get());
  if (!spec_.corpus || (!spec_.tells_stories() && !sequences))
    throw InputError("story: got a machine that reads none; one that was trained on stories is needed");
  Story story;
  size_t from = 0;
  while (from < statements.size()) {
    const size_t end = std::min(statements.find('\n', from), statements.size());
    const std::string line = statements.substr(from, end - from);
    if (!words_of(line).empty()) story.push_back({line, "", {}});
    from = end + 1;
  }
  if (story.size() > kMostStatement)
    throw InputError(fmt::format("story: got {} statements; at most {} are needed", story.size(), kMostStatement));
  if (words_of(question).empty()) throw InputError("question: got none; a question in words is needed");
  story.push_back({question, answer.empty() ? "?" : answer, {}});
  std::set<std::string> unknown;
  for (const StoryLine& line : story)
    for (const std::string& word : words_of(line.text))
      if (spec_.corpus->find(word) == kUnknownWord) unknown.insert(word);
  StorySet set({story}, *spec_.corpus);
  const StoryView view = set.question(0);
  Batch batch;
  if (sequences) {
    sequences->lay_out({&view, 1}, batch);
  } else {
    batch.resize(spec_, 1, 1);
    batch.tell(view);
    batch.ask(0, 0, token_of(view.questions.front().answer));
  }
  adopt(std::move(batch));
  told_.push_back(std::move(set));
  while (told_.size() > 1) told_.pop_front();
  Json told = episode({}, 0);
  told.set("unknown", std::vector<std::string>(unknown.begin(), unknown.end()));
  return told;
}

Json Machine::ask(const std::string& line) {
  const auto* words = dynamic_cast<const SpokenTask*>(opened_.task.get());
  if (!words || spec_.input().kind != StreamKind::kTokens)
    throw InputError("line: got a machine that is not asked in words; one of a task in words is needed");
  Batch batch;
  const std::vector<std::string> unknown = words->ask(line, batch);
  check_steps(batch.inputs[0].steps, true);
  adopt(std::move(batch));
  Json told = episode({}, 0);
  told.set("unknown", unknown);
  return told;
}

void Machine::check_there() const {
  if (batch_.inputs.empty()) throw InputError("machine: got no episode; one has to be drawn or typed first");
}

Json Machine::put(const std::vector<float>& numbers) {
  check_there();
  const StreamShape& shape = spec_.input();
  if (shape.kind == StreamKind::kStories) throw InputError("input: got numbers for a story; its sentences are needed");
  const bool of_tokens = shape.kind == StreamKind::kTokens;
  const size_t each = of_tokens ? 1 : shape.width();
  if (each == 0 || numbers.empty() || numbers.size() % each != 0)
    throw InputError(fmt::format("input: got {} numbers; a multiple of {} is needed", numbers.size(), each));
  for (const float number : numbers)
    if (of_tokens && !is_token(number, shape.width()))
      throw InputError(
          fmt::format("input: got token {}; whole numbers below {}, or -1, are needed", number, shape.width()));
  if (!std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); }))
    throw InputError("input: got a number that is not finite; finite ones are needed");
  Batch batch = batch_;
  const size_t steps = numbers.size() / each, before = batch.inputs[0].steps;
  if (steps != before && spec_.input_count == 1 && batch.steps() == before)
    batch.resize(spec_, steps, 1);
  else
    batch.inputs[0].resize(shape, steps, 1);
  if (of_tokens)
    std::transform(numbers.begin(), numbers.end(), batch.inputs[0].tokens.begin(),
                   [](float number) { return number < 0 ? kNoToken : static_cast<uint32_t>(number); });
  else
    std::copy(numbers.begin(), numbers.end(), batch.inputs[0].values.begin());
  forget_answers(spec_, batch);
  adopt(std::move(batch));
  return episode({}, 0);
}

Json Machine::episode(const std::vector<const Real*>& vectors, size_t bits) {
  numbers_.clear();
  const auto stream = [&](const BatchStream& s) {
    Json json = shape_of(spec_, s.shape);
    json.set("steps", size_t{s.lengths.empty() ? s.steps : s.lengths[0]});
    if (s.shape.kind == StreamKind::kTokens) json.set("tokens", token_list(s.tokens.data(), s.steps));
    if (s.shape.kind != StreamKind::kReal) return json;
    json.set("from", numbers_.size());
    numbers_.insert(numbers_.end(), s.values.begin(), s.values.end());
    return json;
  };
  Json inputs = Json::list(), scored = Json::list(), places = Json::list();
  for (const BatchStream& input : batch_.inputs) inputs.add(stream(input));
  for (size_t t = 0; t < batch_.steps(); ++t)
    if (batch_.any_scored(t)) scored.add(t);
  for (const Real* place : vectors)
    if (batch_.inputs[0].width() > 0)
      places.add(static_cast<size_t>(place - batch_.inputs[0].values.data()) / batch_.inputs[0].width());
  Json told{{"steps", batch_.steps()}, {"inputs", inputs},  {"target", stream(batch_.target)},
            {"scored", scored},        {"vectors", places}, {"bits", bits}};
  if (batch_.tells_stories()) {
    const StoryView& story = batch_.stories().front();
    const Question& question = story.questions.front();
    Json statements = Json::list(), supports = Json::list();
    for (const Sentence& statement : story.statements.first(question.known))
      statements.add(text_of(statement, *spec_.corpus, " "));
    for (const uint32_t support : question.supports) supports.add(size_t{support});
    told.set("statements", statements);
    told.set("supports", supports);
    told.set("question", text_of(question.words, *spec_.corpus, " "));
    told.set("answer", right_answer(question, *spec_.corpus));
  }
  return told;
}

template <class Body>
void Machine::watched(const std::vector<Change>& changes, Body body) {
  const Noise before = noise_;
  const auto round = [&] {
    noise_ = before;
    numbers_.clear();
    watched_.begin(numbers_);
    tape_.begin(*opened_.store, nullptr);
    body(Context{tape_, 1, noise_});
  };
  tape_.hold({});
  round();
  if (changes.empty()) return;
  tape_.hold(watched_.places(changes));
  round();
  tape_.hold({});
}

Json Machine::answer(const Real* logits) const {
  std::vector<Real> chances(spec_.outputs());
  probabilities(spec_.target, logits, chances.data());
  Json list = Json::list();
  for (const Real chance : chances) list.add(static_cast<double>(chance));
  return list;
}

Json Machine::begin(const std::vector<Change>& changes) {
  check_there();
  noise_.begin(1, Split::kShow, 0, 1);
  next_ = 0;
  const Speaker* speaker = opened_.model->speaks();
  const RecurrentModel* recurrent = opened_.model->in_steps();
  const bool listens = speaker && spec_.says();
  if (!listens && !recurrent) throw InputError("machine: got a model that does not go step by step; it is run whole");
  heard_ = listens;
  watched(changes, [&](const Context& context) {
    const State state =
        listens ? speaker->listen(context, batch_, 0) : recurrent->start(at_start_of(context, batch_, 0));
    state_ = Carried(listens ? speaker->settled(tape_, state) : recurrent->settled(tape_, state));
  });
  begun_ = true;
  return Json{{"views", watched_.list()}};
}

Json Machine::step(const std::vector<Change>& changes) {
  const RecurrentModel* recurrent = opened_.model->in_steps();
  if (!recurrent || !begun_ || heard_)
    throw InputError("step: got a machine that has not begun; begin is needed first");
  if (next_ >= batch_.inputs[0].steps)
    throw InputError(
        fmt::format("step: got {}, behind the last; the episode has {} steps", next_ + 1, batch_.inputs[0].steps));
  std::vector<Real> logits;
  Carried state;
  watched(changes, [&](const Context& context) {
    const State past = state_.on(tape_);
    const Var input = batch_.inputs[0].on(tape_, 0, 1, next_, next_ + 1);
    const Recurrent::Step done = recurrent->step(context, input, past);
    const auto window = tape_.value(done.output);
    logits.assign(window.column(0, 0), window.column(0, 0) + window.rows);
    state = Carried(recurrent->settled(tape_, done.state));
  });
  state_ = std::move(state);
  Json told{{"step", next_}, {"views", watched_.list()}, {"answer", answer(logits.data())}};
  ++next_;
  return told;
}

Json Machine::say(uint32_t previous, const std::vector<Change>& changes) {
  const Speaker* speaker = opened_.model->speaks();
  if (!speaker || !begun_ || !heard_)
    throw InputError("say: got a machine that has not listened; begin is needed first");
  if (next_ >= kMostAtOnce)
    throw InputError(fmt::format("say: got {} tokens; at most {} are needed", next_ + 1, kMostAtOnce));
  if (previous >= spec_.outputs())
    throw InputError(fmt::format("say: got token {}; one below {} is needed", previous, spec_.outputs()));
  std::vector<Real> logits;
  Carried state;
  watched(changes, [&](const Context& context) {
    const State past = state_.on(tape_);
    const Recurrent::Step done = speaker->say(context, tape_.tokens(spec_.outputs(), 1, 1, &previous), past);
    const auto window = tape_.value(done.output);
    logits.assign(window.column(0, 0), window.column(0, 0) + window.rows);
    state = Carried(speaker->settled(tape_, done.state));
  });
  state_ = std::move(state);
  return Json{{"step", next_++}, {"views", watched_.list()}, {"answer", answer(logits.data())}};
}

Json Machine::run(const std::vector<Change>& changes) {
  check_there();
  if (!batch_.tells_stories()) check_steps(std::max(batch_.inputs[0].steps, batch_.steps()), true);
  noise_.begin(1, Split::kShow, 0, 1);
  begun_ = heard_ = false;
  Json all = Json::list(), steps = Json::list();
  watched(changes, [&](const Context& context) {
    const Answers answers = opened_.model->run(context, batch_, 0);
    all = Json::list();
    steps = Json::list();
    if (answers.steps.empty()) return;
    const auto window = tape_.value(answers.logits);
    for (size_t i = 0; i < answers.steps.size(); ++i) {
      steps.add(size_t{answers.steps[i]});
      all.add(answer(window.column(0, i)));
    }
  });
  return Json{{"views", watched_.list()}, {"answers", all}, {"steps", steps}};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
