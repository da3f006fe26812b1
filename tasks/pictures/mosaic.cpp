#include "tasks/pictures/mosaic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "tasks/data/formats/png.hpp"
#include "tasks/data/text/lines.hpp"
#include "tasks/episode/spoken_batch.hpp"
#include "tasks/judges/sequence_judge.hpp"
#include "tasks/pictures/picture_episodes.hpp"
#include "tasks/pictures/shown_picture.hpp"
#include "tasks/sequences/shown_answer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr LineUnits kCaptionUnits{Units::kWords, Units::kWords};
constexpr const char *kArticle = "a", *kLeftOf = "left of", *kAbove = "above";

KnownCorpus caption_corpus(const PictureSource& source) {
  std::vector<Pair> pairs;
  for (const char* const words : {kArticle, kLeftOf, kAbove}) pairs.push_back({"", words});
  for (const std::string& name : source.names()) pairs.push_back({"", name});
  Corpus corpus = corpus_of(pairs, kCaptionUnits, "task mosaic");
  corpus.stories = source.fingerprint();
  return std::make_shared<const Corpus>(std::move(corpus));
}

std::vector<uint32_t> numbers_of(const Wording& wording, std::string_view words) {
  std::vector<uint32_t> numbers;
  for (const Word word : wording.said(words)) numbers.push_back(token_of(word));
  return numbers;
}

/// A caption in words, each with a box.
struct Caption {
  std::vector<uint32_t> said;
  std::vector<Box> boxes;

  void add(std::span<const uint32_t> words, const Box& box = {}) {
    said.insert(said.end(), words.begin(), words.end());
    boxes.insert(boxes.end(), words.size(), box);
  }
  void clear() {
    said.clear();
    boxes.clear();
  }
};

}  // namespace

MosaicTask::MosaicTask(const MosaicSettings& settings, KnownPictures source, KnownCorpus corpus)
    : settings_(settings),
      source_(std::move(source)),
      wording_(kCaptionUnits, corpus ? std::move(corpus) : caption_corpus(*source_)),
      article_(numbers_of(wording_, kArticle)),
      left_(numbers_of(wording_, kLeftOf)),
      above_(numbers_of(wording_, kAbove)) {
  check_limits("task.min-items", settings.min_items, "task.max-items", settings.max_items);
  const PictureSize size = source_->size();
  const uint32_t item = std::max(size.height, size.width);
  const auto least = static_cast<uint32_t>(std::ceil(kLeastCanvas * item));
  if (settings.canvas < least)
    throw InputError(
        fmt::format("task.canvas: got {}; at least {} is needed, so that items of {}×{} pixels ({}) have "
                    "room beside each other",
                    settings.canvas, least, size.height, size.width, settings.from));
  layout_ = {settings.canvas, settings.canvas, size.channels};
  bool any_is_known = false;
  for (const std::string& name : source_->names()) {
    const std::vector<uint32_t>& words = names_.emplace_back(numbers_of(wording_, name));
    longest_name_ = std::max(longest_name_, words.size());
    any_is_known |= std::find(words.begin(), words.end(), kNoToken) == words.end();
  }
  check_known(any_is_known, settings.from);
}

Spec MosaicTask::spec() const {
  const KnownCorpus& corpus = wording_.corpus();
  Spec spec = Spec::of_captions(layout_, corpus->said.size(), 0, corpus);
  spec.tells_places = true;
  return spec;
}

Shape MosaicTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_items, settings_.max_items, reach)};
}

size_t MosaicTask::episodes(Split split, size_t) const { return part_of(split) == Part::kTrain ? 0 : kHeldOut; }

void MosaicTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local Caption caption;
  const Part part = part_of(range.split);
  const PictureSize size = source_->size();
  const MosaicSizes sizes{settings_.canvas, std::max(size.height, size.width)};
  const size_t between = std::max(left_.size(), above_.size());
  const size_t most = shape[0] * (article_.size() + longest_name_) + (shape[0] - 1) * between;
  resize_spoken(spec(), 1, most, range.count, batch);
  batch.boxes.assign(range.count * (most + 1), {});
  size_t longest = 0;
  for (size_t b = 0; b < range.count; ++b) {
    Stream draw = part == Part::kTrain ? episode_stream(range, shape, b) : fixed_stream(range, shape, b, kHeldOut);
    std::array<MosaicItem, kMostItems> all;
    const std::span items(all.data(), shape[0]);
    for (size_t i = 0; i < items.size(); ++i) {
      items[i].picture = source_->picture(part, any_picture(*source_, part, draw), picture_room(*source_, i));
      items[i].ink = ink_of(items[i].picture, size);
    }
    draw_places(sizes, draw, items);
    caption.clear();
    for (size_t i = 0; i < items.size(); ++i) {
      const MosaicItem& item = items[i];
      paste(item.picture, size, {0, 0, size.width, size.height}, layout_, item.x, item.y, batch.inputs[0].at(b, 0));
      if (i > 0) caption.add(is_left_of(items[i - 1], item) ? left_ : above_);
      caption.add(article_);
      caption.add(names_[item.picture.label], box_of(item.ink, item.x, item.y));
    }
    ask_for(batch, b, caption.said);
    std::copy(caption.boxes.begin(), caption.boxes.end(),
              batch.boxes.begin() + static_cast<std::ptrdiff_t>(b * (most + 1)));
    longest = std::max(longest, caption.said.size());
  }
  trim_answers(batch, longest);
}

Task::EvalGrid MosaicTask::eval_grid() const { return {{{"task.items", fmt::format("1..{}", kMostItems)}}}; }

std::unique_ptr<Judge> MosaicTask::judge() const {
  SequenceMetrics metrics;
  metrics.bleu = true;
  return std::make_unique<SequenceJudge>(std::move(metrics));
}

std::string MosaicTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  std::string text = shown_picture(batch.inputs[0].at(episode, 0), layout_);
  text += target_text(batch, episode, wording_);
  for (size_t t = 0; t < batch.target.lengths[episode] && !batch.boxes.empty(); ++t) {
    const Box& box = batch.boxes[episode * batch.steps() + t];
    const uint32_t word = batch.target.token(episode, t);
    if (!box.empty()) text += fmt::format("box     {}: {}\n", wording_.said_text({&word, 1}), box_text(box));
  }
  return answers ? text + answer_text(batch, episode, wording_, answers) : text;
}

std::vector<std::string> MosaicTask::ask(std::string_view line, Batch& batch) const {
  check_utf8(line);
  const std::string path(line);
  const PngPicture png = read_png(path, settings_.colours);
  if (layout_of(png.size) != layout_)
    throw InputError(fmt::format("{}: got {}×{} pixels; {}×{}, as task.canvas has, are needed", path, png.size.height,
                                 png.size.width, layout_.height, layout_.width));
  resize_spoken(spec(), 1, 0, 1, batch);
  paste({png.pixels, 0}, png.size, {0, 0, png.size.width, png.size.height}, layout_, 0, 0, batch.inputs[0].at(0, 0));
  batch.inputs[1].token(0, 0) = kEnd;
  return {};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
