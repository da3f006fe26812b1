#include "tasks/pictures/patch_sequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "autodiff/base/error.hpp"
#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

PatchSequences::PatchSequences(std::unique_ptr<Task> pictures, uint32_t patch)
    : pictures_(std::move(pictures)), layout_(pictures_->spec().input().layout), patch_(patch) {
  const Spec spec = pictures_->spec();
  if (spec.input_count != 1 || spec.input().kind != StreamKind::kReal || spec.scoring() != Scoring::kClasses)
    throw std::invalid_argument("PatchSequences: this task does not ask for the class of a picture");
  if (patch == 0 || layout_.height % patch != 0 || layout_.width % patch != 0)
    throw InputError(
        fmt::format("task.patch: got {} and pictures of {}x{} pixels; a divisor of height and width is "
                    "needed",
                    patch, layout_.height, layout_.width));
}

Spec PatchSequences::spec() const {
  const Spec whole = pictures_->spec();
  const size_t numbers = Layout{patch_, patch_, layout_.channels}.size();
  return {{vectors("input", numbers)}, whole.target, whole.epoch, whole.corpus};
}

std::unique_ptr<Judge> PatchSequences::judge() const { return pictures_->judge(); }

template <class Each>
void PatchSequences::each_line(Each each) const {
  const size_t line = size_t{patch_} * layout_.channels, pitch = size_t{layout_.width} * layout_.channels;
  for (size_t step = 0; step < steps(); ++step)
    for (size_t y = 0; y < patch_; ++y)
      each((step / across() * patch_ + y) * pitch + step % across() * line, (step * patch_ + y) * line);
}

void PatchSequences::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local Batch whole;
  pictures_->sample(range, shape, whole);
  batch.resize(spec(), steps(), range.count);
  const size_t last = steps() - 1, line = size_t{patch_} * layout_.channels;
  batch.boxes.assign(whole.boxes.empty() ? 0 : steps() * range.count, Box{});
  for (size_t b = 0; b < range.count; ++b) {
    each_line([&](size_t from, size_t to) { std::copy_n(whole.input(b, 0) + from, line, batch.input(b, 0) + to); });
    batch.ask(b, last, whole.target.token(b, 0));
    if (!whole.boxes.empty()) batch.boxes[b * steps() + last] = whole.boxes[b];
  }
}

std::string PatchSequences::show(const Batch& batch, size_t episode, const Real* answers) const {
  Batch whole;
  whole.resize(pictures_->spec(), 1, 1);
  const size_t last = steps() - 1, line = size_t{patch_} * layout_.channels;
  each_line([&](size_t to, size_t from) { std::copy_n(batch.input(episode, 0) + from, line, whole.input(0, 0) + to); });
  whole.ask(0, 0, batch.target.token(episode, last));
  if (!batch.boxes.empty()) whole.boxes = {batch.boxes[episode * steps() + last]};
  return pictures_->show(whole, 0, answers ? answers + last * batch.outputs() : nullptr);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
