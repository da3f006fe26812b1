#include "models/catalogue.hpp"
#include "models/make_part.hpp"
#include "models/memory_machine.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::unique_ptr<Model> make_memory_machine(const Settings& settings, const Spec& spec, ParameterStore& store) {
  auto memory = make_part(memory_rows(), settings, "memory", settings, store);
  return std::make_unique<MemoryMachine>(store, spec, std::move(memory), [&](size_t x_size, size_t read_size) {
    return make_part(controller_rows(), settings, "controller", settings, store, x_size, read_size);
  });
}

}  // namespace

const std::vector<ModelRow>& model_rows() {
  static const std::vector<ModelRow> rows = {
      {{"memory-machine",
        "a controller that steers a memory's heads",
        "Graves, Wayne & Danihelka 2014, figure 1",
        {Option::a_part("controller", PartKind::kController, "lstm", "what decides"),
         Option::a_part("memory", PartKind::kMemory, "ntm", "what remembers")},
        {}},
       make_memory_machine},
      {{"lstm",
        "short for --model memory-machine --controller lstm --memory none",
        "Hochreiter & Schmidhuber 1997",
        {},
        {{"model", "memory-machine"}, {"controller", "lstm"}, {"memory", "none"}}},
       make_memory_machine},
  };
  return rows;
}

std::unique_ptr<Model> make_model(const Settings& settings, const Spec& spec, ParameterStore& store) {
  return make_part(model_rows(), settings, "model", settings, spec, store);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
