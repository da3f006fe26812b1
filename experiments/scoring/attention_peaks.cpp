#include "experiments/scoring/attention_peaks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/denormals.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/ops/watch.hpp"
#include "experiments/runs/metrics_csv.hpp"
#include "experiments/scoring/story_questions.hpp"
#include "experiments/training/trainer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Records whether each hop's most attended statement supports the answer.
class PeakWatcher final : public Watcher {
 public:
  void look_at(const StoryView& story) {
    story_ = &story;
    hops_.clear();
  }

  void see(const std::string& name, Var value, const View&) override {
    if (name != "hop/weights") return;
    const auto window = value.tape->value(value);
    const Real* const weights = window.column(0, 0);
    const Real* const most = std::max_element(weights, weights + window.rows);
    const bool looks = std::any_of(weights, weights + window.rows, [](Real w) { return w != 0; });
    // A memory that cannot hold all statements holds the newest.
    const size_t forgotten = story_->statements.size() - std::min(story_->statements.size(), window.rows);
    const auto supports = story_->questions.front().supports;
    hops_.push_back(looks && std::find(supports.begin(), supports.end(),
                                       forgotten + static_cast<size_t>(most - weights)) != supports.end());
  }

  const std::vector<bool>& hops() const { return hops_; }

 private:
  const StoryView* story_ = nullptr;
  std::vector<bool> hops_;
};

double share_of_supports(const StoryView& story) {
  const auto supports = story.questions.front().supports;
  std::vector<uint32_t> distinct(supports.begin(), supports.end());
  std::sort(distinct.begin(), distinct.end());
  const auto end = std::unique(distinct.begin(), distinct.end());
  return static_cast<double>(end - distinct.begin()) / static_cast<double>(story.statements.size());
}

/// The table and the printed text, group by group.
class PeakTable final {
 public:
  PeakTable(const TrainedModel& trained, const std::filesystem::path& table)
      : csv_(table, run_labels(trained.configuration), trained.sequences), prints_(table != "-") {}

  void add(const std::string& group, const AttentionPeaks& peaks) {
    const auto count = static_cast<double>(peaks.questions);
    std::string line = fmt::format("{:14}", group);
    for (size_t hop = 0; hop < peaks.on_support.size(); ++hop) {
      const double share = static_cast<double>(peaks.on_support[hop]) / count;
      csv_.add(group + (group.empty() ? "" : ";") + fmt::format("hop={}", hop + 1), peaks.questions, "on_support",
               share);
      line += fmt::format("  hop {} {:5.1f} %", hop + 1, 100 * share);
    }
    const double any = static_cast<double>(peaks.on_any) / count, chance = peaks.chance / count,
                 error = 100 * static_cast<double>(peaks.wrong) / count;
    csv_.add(group, peaks.questions, "on_any", any);
    csv_.add(group, peaks.questions, "chance", chance);
    csv_.add(group, peaks.questions, "error", error);
    if (prints_)
      fmt::print("{}  any hop {:5.1f} %  by chance {:.1f} %; {} questions, {:.4g} % of the answers wrong\n", line,
                 100 * any, 100 * chance, peaks.questions, error);
  }

  void finish() { csv_.finish(); }

 private:
  EvalCsv csv_;
  bool prints_;
};

}  // namespace

AttentionPeaks attention_peaks(const TrainedModel& trained, std::span<const StoryView> questions) {
  AttentionPeaks peaks;
  const FlushDenormals flush;
  const size_t words = trained.task->spec().outputs();
  Tape tape;
  PeakWatcher watcher;
  Noise noise(0, Split::kShow, 0, 1);
  Batch batch;
  for (const StoryView& story : questions) {
    if (story.questions.front().supports.empty()) continue;
    ask(story, words, batch);
    tape.begin(*trained.store, nullptr);
    watcher.look_at(story);
    tape.set_watcher(&watcher);
    const Answers answers = trained.model->run({tape, 1, noise}, batch, 0);
    const auto& hops = watcher.hops();
    if (hops.empty())
      throw InputError("--peaks: got a run of model " + trained.configuration.settings.text("model") +
                       "; one that looks at a story's statements hop by hop is needed, such as memn2n");
    peaks.on_support.resize(std::max(peaks.on_support.size(), hops.size()));
    for (size_t hop = 0; hop < hops.size(); ++hop) peaks.on_support[hop] += hops[hop];
    peaks.on_any += std::find(hops.begin(), hops.end(), true) != hops.end();
    peaks.chance += share_of_supports(story);
    const Real* const logits = tape.value(answers.logits).column(0, 0);
    peaks.wrong += std::max_element(logits, logits + words) - logits != batch.target.token(0, 0);
    ++peaks.questions;
  }
  if (peaks.questions == 0) throw InputError("--peaks: got no question that names supporting facts; one is needed");
  return peaks;
}

void write_attention_peaks(const TrainedModel& trained, Split split, uint64_t most,
                           const std::filesystem::path& table) {
  if (!tells_stories(*trained.task))
    throw InputError("--peaks: got a run of model " + trained.configuration.settings.text("model") + " on task " +
                     trained.configuration.settings.text("task") +
                     "; one that reads stories statement by statement is needed, such as memn2n on babi");
  const auto seed = static_cast<uint64_t>(trained.configuration.settings.integer("seed"));
  const Groups groups = trained.task->groups();
  std::vector<AttentionPeaks> peaks;  // computed before the table begins, so that an error leaves an old one alone
  for (size_t g = 0; g < std::max<size_t>(1, groups.values.size()); ++g)
    peaks.push_back(attention_peaks(
        trained, questions_of(*trained.task, seed, split, most, groups.values.empty() ? kAllGroups : g)));
  PeakTable rows(trained, table);
  for (size_t g = 0; g < peaks.size(); ++g) rows.add(groups.values.empty() ? "" : groups.setting(g), peaks[g]);
  rows.finish();
}

}  // namespace tapehead::inline TAPEHEAD_REAL
