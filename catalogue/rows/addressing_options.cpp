#include "catalogue/rows/addressing_options.hpp"

#include <stdexcept>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Real HeadBiases::*bias_of(const std::string& control) {
  if (control == "strength") return &HeadBiases::strength;
  if (control == "gate") return &HeadBiases::gate;
  if (control == "sharpening") return &HeadBiases::sharpening;
  throw std::logic_error("bias_options: no head has a bias of " + control);
}

}  // namespace

Bound<AddressingSettings> start_weighting_options() {
  return Bound<AddressingSettings>{}.choice(
      "memory.start-weighting", &AddressingSettings::start_weighting,
      {{"one-hot", StartWeighting::kOneHot},
       {"learned", StartWeighting::kLearned},
       {"decaying", StartWeighting::kDecaying},
       {"uniform", StartWeighting::kUniform}},
      "where heads look before the first step (learned binds it to its slots; with a constant memory learned and "
      "uniform leave all slots identical for ever)");
}

Bound<StartBiases> bias_options(const std::vector<std::string>& controls) {
  Bound<StartBiases> options;
  const std::pair<std::string, HeadBiases StartBiases::*> heads[] = {{"read", &StartBiases::read},
                                                                     {"write", &StartBiases::write}};
  for (const auto& [head, biases] : heads)
    for (const std::string& control : controls)
      options.real("memory." + head + "-" + control + "-bias", inside(biases, bias_of(control)), -100, 100,
                   "what the " + head + " heads' " + control + " starts at, before its squashing");
  return options;
}

StartBiases start_biases(const Settings& settings) {
  static const Bound<StartBiases> all = bias_options({"strength", "gate", "sharpening"});
  StartBiases biases;
  all.fill_declared(settings, biases);
  return biases;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
