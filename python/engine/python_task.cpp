#include "python/engine/python_task.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <numeric>

#include "autodiff/base/error.hpp"
#include "experiments/batches/score.hpp"
#include "python/engine/arrays.hpp"
#include "python/engine/episodes.hpp"
#include "python/engine/shown.hpp"

namespace py = pybind11;

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// numpy.random.Generator with numbers of its own for each stream of ours.
py::object generator(Stream& stream) {
  py::array_t<uint64_t> key(2);
  for (py::ssize_t i = 0; i < 2; ++i) {
    const uint64_t high = stream.bits();
    key.mutable_at(i) = high << 32 | stream.bits();
  }
  const py::module_ random = py::module_::import("numpy.random");
  return random.attr("Generator")(random.attr("Philox")(py::arg("key") = key));
}

py::object member(const py::object& object, const std::string& name, const char* what, const char* needed) {
  if (py::hasattr(object, what)) return object.attr(what);
  throw InputError(fmt::format("{}: has no {}; {} is needed", name, what, needed));
}

}  // namespace

PythonTask::PythonTask(std::string name, py::object object, size_t train_block)
    : name_(std::move(name)), object_(std::move(object)), train_block_(train_block) {
  const py::object spec = member(*object_, name_, "spec", "a tapehead.Spec");
  if (!py::hasattr(spec, "input") || !py::hasattr(spec, "target"))
    throw InputError(fmt::format("{}: spec: got {}; a tapehead.Spec is needed", name_,
                                 printable(py::cast<std::string>(py::repr(spec)))));
  spec_ = spec_of(spec);
  (void)member(*object_, name_, "sample", "sample(self, rng, shape, batch), which fills the batch,");
  has_shape_ = py::hasattr(*object_, "shape");
  has_show_ = py::hasattr(*object_, "show");
  if (!has_shape_) {
    (void)member(*object_, name_, "steps", "shape(self, rng, reach), or steps, the same number for all episodes,");
    fixed_steps_ = read_shape(object_->attr("steps"))[0];
  }
  if (py::hasattr(*object_, "eval_grid"))
    for (const py::handle row : object_->attr("eval_grid")) {
      grid_.emplace_back();
      for (const auto& [option, values] : py::dict(py::reinterpret_borrow<py::object>(row)))
        grid_.back().push_back({py::cast<std::string>(py::str(option)), py::cast<std::string>(py::str(values))});
    }
}

Shape PythonTask::read_shape(const py::object& told) const {
  Shape shape{};
  std::vector<int64_t> sizes;
  try {
    if (py::isinstance<py::sequence>(told))
      sizes = py::cast<std::vector<int64_t>>(told);
    else
      sizes = {py::cast<int64_t>(told.attr("__index__")())};
  } catch (const std::exception&) {
    sizes.clear();
  }
  if (sizes.empty() || sizes.size() > shape.size() ||
      !std::all_of(sizes.begin(), sizes.end(), [](int64_t n) { return n >= 0 && n <= int64_t{kMostSteps}; }))
    throw InputError(fmt::format("{}: shape: got {}; a whole number, the steps, or up to {} of them are needed", name_,
                                 printable(py::cast<std::string>(py::repr(told))), shape.size()));
  sizes_ = py::isinstance<py::sequence>(told) ? sizes.size() : 0;
  std::copy(sizes.begin(), sizes.end(), shape.begin());
  return shape;
}

Shape PythonTask::shape(Stream& draw, Reach reach) const {
  if (!has_shape_) return {static_cast<uint32_t>(fixed_steps_)};
  const std::lock_guard lock(mutex_);
  background_.wait();
  reach_ = reach;
  const PythonTurn turn;
  return read_shape(object_->attr("shape")(generator(draw), py::make_tuple(reach.from, reach.to)));
}

py::object PythonTask::shape_object(const Shape& shape) const {
  if (sizes_ == 0) return py::int_(shape[0]);
  py::tuple sizes(sizes_);
  for (size_t i = 0; i < sizes_; ++i) sizes[i] = py::int_(shape[i]);
  return sizes;
}

size_t PythonTask::steps_of(const Shape& shape) const {
  const bool tells = py::hasattr(*object_, "steps") && PyCallable_Check(object_->attr("steps").ptr()) != 0;
  const auto steps = tells ? py::cast<int64_t>(object_->attr("steps")(shape_object(shape))) : int64_t{shape[0]};
  if (steps < 1 || steps > int64_t{kMostSteps})
    throw InputError(fmt::format("{}: steps: got {} for the shape {}; a whole number from 1 to {} is needed", name_,
                                 steps, py::cast<std::string>(py::repr(shape_object(shape))), size_t{kMostSteps}));
  return static_cast<size_t>(steps);
}

void PythonTask::draw(Block& block, size_t episodes) const {
  const PythonTurn turn;
  const auto began = std::chrono::steady_clock::now();
  const uint64_t first = block.number * episodes;
  Stream stream = episode_stream({block.seed, block.split, first, episodes}, block.shape, 0);
  if (block.batch.use_count() != 1) block.batch = std::make_shared<Batch>();  // Python still holds the one before
  Batch& batch = *block.batch;
  batch.resize(*spec_, steps_of(block.shape), episodes);
  object_->attr("sample")(generator(stream), shape_object(block.shape), SharedBatch{block.batch});
  batch.target.lengths = batch.inputs[0].lengths;
  check_batch(batch, name_, first, drawn_ < kChecked);
  ++drawn_;
  took_ = {took_[1], std::chrono::steady_clock::now() - began};
}

std::shared_ptr<const Batch> PythonTask::block(const Block& wanted, size_t episodes) const {
  const std::lock_guard lock(mutex_);
  auto found = std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& kept) { return kept.same(wanted); });
  if (found == blocks_.end()) {
    std::optional<Block> block = drawn_ahead(wanted);
    if (!block) {
      block = wanted;
      block->batch = oldest_batch();
      draw(*block, episodes);
    }
    blocks_.push_front(std::move(*block));
    found = blocks_.begin();
    if (wanted.split == Split::kTrain) draw_ahead(blocks_.front(), episodes);
  }
  blocks_.splice(blocks_.begin(), blocks_, found);
  return blocks_.front().batch;
}

std::shared_ptr<Batch> PythonTask::oldest_batch() const {
  if (blocks_.size() < kKept) return nullptr;
  std::shared_ptr<Batch> batch = std::move(blocks_.back().batch);
  blocks_.pop_back();
  return batch;
}

std::optional<PythonTask::Block> PythonTask::drawn_ahead(const Block& wanted) const {
  background_.wait();
  if (!next_ || wanted.split != Split::kTrain) return {};
  const std::shared_ptr<Next> next = std::move(next_);
  next_.reset();
  if (!next->drawn || !next->block.same(wanted)) {
    ++misses_;
    return {};
  }
  misses_ = 0;
  if (next->failure) std::rethrow_exception(next->failure);
  return std::move(next->block);
}

void PythonTask::draw_ahead(const Block& before, size_t episodes) const {
  const bool in_turn = before.number == last_train_ + 1;
  last_train_ = before.number;
  if (!in_turn || misses_ > kMostMisses || std::min(took_[0], took_[1]) < kWorthAThread) return;
  next_ = std::make_shared<Next>();
  next_->block = {before.seed, before.number + 1, before.split, before.shape, oldest_batch()};
  background_.begin([this, next = next_, episodes] {
    Block& block = next->block;
    try {
      if (has_shape_) {
        Stream sizes(block.seed, block.split, Purpose::kShape, block.number);
        const PythonTurn turn;
        block.shape = read_shape(object_->attr("shape")(generator(sizes), py::make_tuple(reach_.from, reach_.to)));
      }
    } catch (const std::exception&) {
      return;  // the call that counts will throw it again
    }
    try {
      draw(block, episodes);
    } catch (const std::exception&) {
      next->failure = std::current_exception();
    }
    next->drawn = true;  // a child of fork() may have a block that is half drawn
  });
}

void PythonTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  const size_t each = range.split == Split::kTrain ? train_block_ : kScoreBatch;
  std::vector<std::shared_ptr<const Batch>> held;
  std::vector<EpisodeOf> episodes;
  for (uint64_t e = range.first; e < range.first + range.count; ++e) {
    if (held.empty() || e % each == 0) held.push_back(block({range.seed, e / each, range.split, shape, {}}, each));
    episodes.push_back({*held.back(), e % each});
  }
  gather(episodes, batch);
}

std::string PythonTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  if (!has_show_) return shown_episode(batch, episode, answers);
  const std::lock_guard lock(mutex_);
  background_.wait();
  const PythonTurn turn;
  py::object told = py::none();
  if (answers)
    told = array_of(std::span(answers, batch.steps() * batch.outputs()),
                    {static_cast<py::ssize_t>(batch.steps()), static_cast<py::ssize_t>(batch.outputs())});
  return py::cast<std::string>(
      py::str(object_->attr("show")(SharedBatch{std::make_shared<Batch>(batch)}, episode, told)));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
