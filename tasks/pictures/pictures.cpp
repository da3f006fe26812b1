#include "tasks/pictures/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "autodiff/base/error.hpp"
#include "tasks/pictures/picture_episodes.hpp"
#include "tasks/pictures/shown_picture.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A random place for `pixels` pixels within `room`.
uint32_t anywhere(Stream& draw, uint32_t room, uint32_t pixels) {
  return static_cast<uint32_t>(draw.integer(0, int64_t{room} - int64_t{pixels}));
}

void mirror(Layout layout, Real* canvas) {
  for (uint32_t line = 0; line < layout.height; ++line) {
    Real* const pixels = canvas + size_t{line} * layout.width * layout.channels;
    for (uint32_t x = 0; x < layout.width / 2; ++x)
      std::swap_ranges(pixels + x * layout.channels, pixels + (x + 1) * layout.channels,
                       pixels + (layout.width - 1 - x) * layout.channels);
  }
}

KnownCorpus class_corpus(const PictureSource& source) {
  Corpus corpus;
  corpus.said = source.names();
  corpus.episodes = source.count(Part::kTrain);
  corpus.stories = source.fingerprint();
  return std::make_shared<const Corpus>(std::move(corpus));
}

}  // namespace

PicturesTask::PicturesTask(const PicturesSettings& settings, KnownPictures source, KnownCorpus corpus)
    : settings_(settings), source_(std::move(source)), corpus_(corpus ? std::move(corpus) : class_corpus(*source_)) {
  const PictureSize size = source_->size();
  layout_ = layout_of(size);
  if (settings.canvas > 0) {
    layout_.height = layout_.width = settings.canvas;
    if (settings.canvas < std::max(size.height, size.width))
      throw InputError(fmt::format("task.canvas: got {}; at least {}, as large as the pictures of {} are, is needed",
                                   settings.canvas, std::max(size.height, size.width), settings.from));
    if (settings.pieces > 0 && settings.piece > std::min(size.height, size.width))
      throw InputError(fmt::format("task.piece: got {}; at most {}, as large as the pictures of {} are, is needed",
                                   settings.piece, std::min(size.height, size.width), settings.from));
  }
  const std::vector<std::string>& said = corpus_->said;
  for (const std::string& name : source_->names()) {
    const auto found = std::find(said.begin(), said.end(), name);
    numbers_.push_back(found == said.end() ? kNoToken : static_cast<uint32_t>(found - said.begin()));
  }
  check_known(std::any_of(numbers_.begin(), numbers_.end(), [](uint32_t n) { return n != kNoToken; }), settings.from);
}

Spec PicturesTask::spec() const { return Spec::of_pictures(layout_, corpus_->said.size(), corpus_->episodes, corpus_); }

size_t PicturesTask::episodes(Split split, size_t) const { return source_->count(part_of(split)); }

void PicturesTask::clutter(Part part, Stream& draw, Real* canvas) const {
  const PictureSize size = source_->size();
  const uint32_t side = settings_.piece;
  for (uint32_t i = 0; i < settings_.pieces; ++i) {
    const Picture other = source_->picture(part, any_picture(*source_, part, draw), picture_room(*source_));
    const PixelWindow cut{anywhere(draw, size.width, side), anywhere(draw, size.height, side), side, side};
    const uint32_t x = anywhere(draw, layout_.width, side), y = anywhere(draw, layout_.height, side);
    paste(other, size, cut, layout_, x, y, canvas);
  }
}

/// Puts the item in its place: anywhere on a canvas; without one where it is, or moved and mirrored in training.
void PicturesTask::put(const Picture& item, const EpisodeRange& range, Stream& draw, Batch& batch, size_t b) const {
  const PictureSize size = source_->size();
  Real* const canvas = batch.inputs[0].at(b, 0);
  const bool training = range.split == Split::kTrain;
  const auto shift = static_cast<int32_t>(training ? std::min({settings_.shift, size.width - 1, size.height - 1}) : 0);
  const auto moved = [&] { return shift > 0 ? static_cast<int32_t>(draw.integer(-shift, shift)) : 0; };
  const int32_t across = moved(), down = moved();
  const auto beyond = [](int32_t by) { return static_cast<uint32_t>(std::max(by, 0)); };
  // Parts moved beyond an edge are cut off.
  const PixelWindow from{beyond(-across), beyond(-down), size.width - static_cast<uint32_t>(std::abs(across)),
                         size.height - static_cast<uint32_t>(std::abs(down))};
  const uint32_t x = anywhere(draw, layout_.width, size.width), y = anywhere(draw, layout_.height, size.height);
  paste(item, size, from, layout_, x + beyond(across), y + beyond(down), canvas);
  if (settings_.canvas > 0) batch.boxes[b] = box_of(ink_of(item, size), x, y);
  if (training && settings_.mirror && draw.integer(0, 1) == 1) mirror(layout_, canvas);
}

void PicturesTask::sample(const EpisodeRange& range, const Shape&, Batch& batch) const {
  const Part part = part_of(range.split);
  batch.resize(spec(), 1, range.count);
  if (settings_.canvas > 0) batch.boxes.resize(range.count);
  for (size_t b = 0; b < range.count; ++b) {
    auto [draw, number] = picture_episode(*source_, range, b);
    const Picture item = source_->picture(part, number, picture_room(*source_));
    put(item, range, draw, batch, b);
    batch.ask(b, 0, numbers_[item.label]);
    clutter(part, draw, batch.inputs[0].at(b, 0));
  }
}

Task::EvalGrid PicturesTask::eval_grid() const {
  if (settings_.pieces == 0) return {};
  return {{{"task.pieces", fmt::format("{},{},{}", settings_.pieces, 2 * settings_.pieces, 4 * settings_.pieces)}}};
}

std::string PicturesTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  const auto name = [&](size_t token) { return token < corpus_->said.size() ? corpus_->said[token] : "(unknown)"; };
  std::string text = shown_picture(batch.inputs[0].at(episode, 0), layout_);
  text += fmt::format("class   {}\n", name(batch.target.token(episode, 0)));
  if (!batch.boxes.empty()) text += fmt::format("box     {}\n", box_text(batch.boxes[episode]));
  if (!answers) return text;
  const size_t likeliest = static_cast<size_t>(std::max_element(answers, answers + batch.outputs()) - answers);
  return text + fmt::format("answer  {} ({:.3g})\n", name(likeliest), static_cast<double>(answers[likeliest]));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
