#include "memory/dnc/dnc.hpp"

#include <fmt/format.h>

#include <utility>

#include "attention/moves/interpolate_shift_sharpen.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/in_part.hpp"
#include "memory/dnc/links.hpp"
#include "memory/dnc/ops.hpp"
#include "memory/matrix/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// 1 + softplus, the paper's oneplus: at least 1.
Var oneplus(Var x) { return shift(softplus(x), 1); }

constexpr View kMaskView{"component", "head", 0, 1}, kLinksView{"slot written", "slot written before", 0, 1, "Links"};

/// With several writing heads "backward 1, backward 2".
std::string for_each_writer(const std::string& word, size_t writers) {
  if (writers == 1) return word;
  std::string all;
  for (size_t w = 1; w <= writers; ++w) all += fmt::format("{}{} {}", w == 1 ? "" : ", ", word, w);
  return all;
}

}  // namespace

/// A step's controls in their ranges. Heads are columns.
struct DncMemory::Interface {
  Var keys, strengths, masks;  ///< of reading heads, then of writing heads; masks only with key_masks
  Var erase, add;
  Var free_gates, allocation_gates, write_gates;
  Var modes;
  Var sharpness;  ///< 1×direction_count(), only with link_sharpness
};

DncMemory::DncMemory(const DncSettings& settings, std::unique_ptr<ContentLookup> content)
    : settings_(settings),
      content_(std::move(content)),
      direction_names_(fmt::format("{}, {}", for_each_writer("backward", settings.write_heads),
                                   for_each_writer("forward", settings.write_heads))),
      mode_names_(fmt::format("{}, content, {}", for_each_writer("backward", settings.write_heads),
                              for_each_writer("forward", settings.write_heads))) {}

size_t DncMemory::controls() const {
  const size_t width = settings_.width, readers = settings_.read_heads, writers = settings_.write_heads;
  return (settings_.key_masks ? 2 : 1) * width * heads() + heads() + 2 * width * writers + readers + 2 * writers +
         modes() * readers + (settings_.link_sharpness ? direction_count() : 0);
}

void DncMemory::add_start_biases(std::span<Real> biases) const {
  for (size_t h = 0; h < heads(); ++h)
    biases[settings_.width * heads() + h] +=
        h < settings_.read_heads ? settings_.read_strength_bias : settings_.write_strength_bias;
}

DncMemory::Interface DncMemory::parse(Var controls) const {
  const size_t width = settings_.width, readers = settings_.read_heads, writers = settings_.write_heads;
  size_t row = 0;
  const auto next = [&](size_t rows_each, size_t columns) {
    const size_t count = rows_each * columns;
    return reshape(rows(controls, std::exchange(row, row + count), count), rows_each, columns);
  };
  Interface said;
  said.keys = next(width, heads());
  said.strengths = oneplus(next(1, heads()));
  if (settings_.key_masks) said.masks = sigmoid(next(width, heads()));
  said.erase = sigmoid(next(width, writers));
  said.add = next(width, writers);
  const Var gates = sigmoid(next(1, readers + 2 * writers));
  said.free_gates = columns(gates, 0, readers);
  said.allocation_gates = columns(gates, readers, writers);
  said.write_gates = columns(gates, readers + writers, writers);
  said.modes = softmax(next(modes(), readers));
  if (settings_.link_sharpness) said.sharpness = oneplus(next(1, direction_count()));
  return said;
}

/// The content weightings of heads first … first + count − 1.
Var DncMemory::lookup(Var memory, const Interface& said, size_t first, size_t count) const {
  const HeadsInView view(*memory.tape, first == 0 ? count : 0);
  const auto of = [=](Var x) { return columns(x, first, count); };
  if (!settings_.key_masks) return content_->weights(memory, of(said.keys), of(said.strengths));
  const Var masks = of(said.masks);
  watch_heads("mask", masks, kMaskView);
  return content_->weights_by([&](Var keys) { return masked_cosine(memory, keys, masks); }, memory, of(said.keys),
                              of(said.strengths));
}

/// Each writing head is allocated from what the heads before it leave free.
Var DncMemory::allocations(Var usage, const Interface& said) const {
  if (settings_.write_heads == 1) return allocation(usage);
  Tape& tape = *usage.tape;
  const Var gates = multiply(said.allocation_gates, said.write_gates);
  Var* each = tape.keep<Var>(settings_.write_heads);
  for (size_t h = 0; h < settings_.write_heads; ++h) {
    each[h] = allocation(usage);
    const Var taken = multiply(columns(gates, h, 1), each[h]);
    usage = add(usage, multiply(shift(negate(usage), 1), taken));
  }
  return beside({each, settings_.write_heads});
}

Var DncMemory::read_weights(Var memory, Var directions, const Interface& said) const {
  const Var content = lookup(memory, said, 0, settings_.read_heads);
  const View view{"slot", direction_names_.c_str(), 0, 1};
  watch("read/directions", directions, view);
  if (!settings_.link_sharpness) return mix_modes(directions, content, said.modes);
  const Var sharpened = sharpen(directions, said.sharpness);
  watch("read/sharpening", said.sharpness, View{"strength", direction_names_.c_str()});
  watch("read/sharpened", sharpened, view.called("sharpened"));
  return mix_modes(sharpened, content, said.modes);
}

/// A step leaves a memory; each head's look-up with its scores; each writing head's weighting and the two mixed in it;
/// each reading head's weighting and directions; precedences, usage, retention, allocation. Links are kept at some
/// steps only, more often for a single episode.
Footprint DncMemory::footprint() const {
  const auto slots = static_cast<double>(settings_.slots), width = static_cast<double>(settings_.width);
  const size_t readers = settings_.read_heads, writers = settings_.write_heads;
  const auto weightings = static_cast<double>(2 * heads() + 3 * writers + readers + direction_count() + 3);
  const double links = slots * slots * static_cast<double>(writers);
  const size_t every = links_kept_every(settings_.slots, 2);  // in a batch, where fewest are kept
  return {slots * width + links, slots * (width + weightings) + links / static_cast<double>(every)};
}

StateNames DncMemory::state_names() const { return names_of<DncState>(); }

State DncMemory::start(const Context& context) const {
  const size_t slots = settings_.slots, readers = settings_.read_heads, writers = settings_.write_heads;
  const auto zeros = [&](size_t rows, size_t cols) { return context.tape.filled(rows, cols, context.batch, 0); };
  const Linkage linked = start_linkage(context.tape, slots, writers, context.batch);
  return State::of(context.tape,
                   DncState{zeros(reads(), 1), zeros(slots, settings_.width), zeros(slots, 1), zeros(slots, writers),
                            zeros(slots, readers), linked.precedence, linked.links});
}

Recurrent::Step DncMemory::step(const Context& context, Columns controls, const State& past) const {
  Tape& tape = context.tape;
  const size_t readers = settings_.read_heads, writers = settings_.write_heads;
  const auto last = past.as<DncState>();
  const Var before = last.memory, wrote = last.write_weights, looked = last.read_weights;
  const Interface said = parse(controls[0]);

  // where to write
  const Var kept = in_part(tape, "usage", [&] { return retention(looked, said.free_gates); });
  const Var used = in_part(
      tape, "usage", [&] { return usage(last.usage, settings_.usage_gradient ? wrote : stop_gradient(wrote), kept); });
  const Var allocated = in_part(tape, "allocation", [&] { return allocations(used, said); });
  const Var found = in_part(tape, "look-up", [&] { return lookup(before, said, readers, writers); });
  const Var write_weights = multiply(said.write_gates, mix(said.allocation_gates, allocated, found));
  const Var memory = in_part(tape, "write", [&] {
    return write(settings_.de_allocation ? multiply(before, kept) : before, write_weights, said.erase, said.add);
  });
  // where to read
  const Linkage linked = in_part(tape, "links", [&] {
    return advance({last.precedence, last.links}, write_weights, looked);
  });
  const Var read_weights =
      in_part(tape, "look-up", [&] { return this->read_weights(memory, linked.directions, said); });
  const Var reads = in_part(tape, "read", [&] { return read(memory, read_weights); });

  watch("usage", used, kUsageView);
  watch("write/allocation-gate", said.allocation_gates, kGate);
  watch("write/allocation", allocated, kWeighting.called("allocation"));
  watch("write/gate", said.write_gates, kGate);
  watch("write/weights", write_weights, kWeighting);
  watch("write/erase", said.erase, kEraseView);
  watch("write/add", said.add, kAddView);
  watch("memory", memory, kMemoryView);
  if (tape.watcher()) watch("links", linked.matrices(), kLinksView);
  watch("read/modes", said.modes, View{mode_names_.c_str(), "head", 0, 1, "share"});
  watch("read/weights", read_weights, kWeighting);
  watch("read/free-gate", said.free_gates, kGate);
  watch("reads", reads, kReadView);
  const Var read_column = reshape(reads, this->reads(), 1);
  return {read_column, State::of(tape, DncState{read_column, memory, used, write_weights, read_weights,
                                                linked.precedence, linked.links})};
}

/// Turns the links into numbers.
State DncMemory::settled(Tape& tape, const State& state) const {
  auto values = state.as<DncState>();
  values.links = Linkage{values.precedence, values.links}.matrices();
  return State::of(tape, values);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
