#include "experiments/checkpoints/slots.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "autodiff/tape/stored_parameters.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/rows/mixer_list.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr const char* kSlots = "memory.slots";

std::vector<ParameterStore::Entry> parameters_of(const Settings& settings, const Spec& spec) {
  ParameterStore store(0);
  (void)make_model(settings, spec, store);
  return store.entries();
}

std::vector<ParameterStore::Entry> with_a_slot_more(Settings settings, const Spec& spec) {
  settings.set(kSlots, std::to_string(settings.size(kSlots) + 1));
  return parameters_of(settings, spec);
}

/// The memory.slots with which a dimension is `stored`, if it is `now` with `slots` and `more` with one more; 0: none.
size_t slots_of(uint64_t stored, uint64_t now, uint64_t more, size_t slots) {
  if (stored == now || more == now) return 0;
  const auto signed_of = [](uint64_t x) { return static_cast<int64_t>(x); };
  const int64_t off = signed_of(stored) - signed_of(now), each = signed_of(more) - signed_of(now);
  const int64_t trained = signed_of(slots) + off / each;
  return off % each == 0 && trained > 0 ? static_cast<size_t>(trained) : 0;
}

}  // namespace

bool slots_may_change(const Configuration& configuration, const Spec& spec) {
  const Settings& settings = configuration.settings;
  if (!configuration.counts(kSlots) || mixers_have_slots(settings)) return false;
  const auto now = parameters_of(settings, spec), more = with_a_slot_more(settings, spec);
  return std::equal(now.begin(), now.end(), more.begin(), more.end(),
                    [](const auto& a, const auto& b) { return a.rows == b.rows && a.cols == b.cols; });
}

void check_slots(const SafetensorsFile& file, const ParameterStore& store, const Settings& settings, const Spec& spec,
                 const std::string& where) {
  if (!settings.has(kSlots)) return;
  const auto stored = [&](const ParameterStore::Entry& e) { return find_tensor(file.tensors, kParameters + e.name); };
  const auto differs = [&](const ParameterStore::Entry& e) {
    const NamedTensor* const tensor = stored(e);
    return tensor && tensor->shape.size() == 2 && (tensor->shape[0] != e.rows || tensor->shape[1] != e.cols);
  };
  if (std::none_of(store.entries().begin(), store.entries().end(), differs)) return;
  const size_t slots = settings.size(kSlots);
  const std::vector<ParameterStore::Entry> more = with_a_slot_more(settings, spec);
  for (size_t i = 0; i < more.size(); ++i) {
    const ParameterStore::Entry& e = store.entries()[i];
    if (!differs(e)) continue;
    const auto& shape = stored(e)->shape;
    const size_t trained =
        std::max(slots_of(shape[0], e.rows, more[i].rows, slots), slots_of(shape[1], e.cols, more[i].cols, slots));
    if (trained > 0)
      throw InputError(fmt::format("{}: {}: got {}; {} is needed, as in training: the shape of {} depends on it", where,
                                   kSlots, slots, trained, e.name));
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
