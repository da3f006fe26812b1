#include "catalogue/rows/addressing_options.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/rows/content_options.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

StartWeighting start_weighting(const std::string& name) {
  return name == "one-hot"    ? StartWeighting::kOneHot
         : name == "learned"  ? StartWeighting::kLearned
         : name == "decaying" ? StartWeighting::kDecaying
                              : StartWeighting::kUniform;
}

std::string bias_name(const std::string& head, const std::string& control) {
  return "memory." + head + "-" + control + "-bias";
}

}  // namespace

std::vector<Option> start_weighting_options() {
  return {Option::choice("memory.start-weighting", "one-hot", {"one-hot", "learned", "decaying", "uniform"},
                         "where heads look before the first step (learned binds it to its slots; with a constant "
                         "memory learned and uniform leave all slots identical for ever)")};
}

std::vector<Option> shift_options() {
  return {Option::odd("memory.shifts", 3, 1, 1023, "displacements a head can shift by, the middle one staying"),
          Option::real("memory.training-sharpening", 1, 0, 1,
                       "share of the sharpening that heads have in training; below 1 they learn crisper shifts")
              .checked_at("0.5"),
          Option::integer("memory.training-sharpening-from", 0, 0, 1000000000,
                          "training sequences after which that share holds; before, heads have all of it")};
}

std::vector<Option> bias_options(const std::vector<std::string>& controls) {
  std::vector<Option> options;
  for (const std::string head : {"read", "write"})
    for (const std::string& control : controls)
      options.push_back(Option::real(bias_name(head, control), 0, -100, 100,
                                     "what the " + head + " heads' " + control + " starts at, before its squashing"));
  return options;
}

HeadBiases head_biases(const Settings& s, const std::string& head) {
  const auto real = [&](const char* control) {
    const std::string name = bias_name(head, control);
    return s.has(name) ? static_cast<Real>(s.real(name)) : Real{0};
  };
  return {real("strength"), real("gate"), real("sharpening")};
}

void fill_addressing_settings(const Settings& s, AddressingSettings& settings, const Scope& scope) {
  if (s.has("memory.start-weighting")) settings.start_weighting = start_weighting(s.text("memory.start-weighting"));
  if (s.has("memory.shifts")) settings.shifts = s.size("memory.shifts");
  if (s.has("memory.training-sharpening"))
    settings.training_sharpening = {static_cast<Real>(s.real("memory.training-sharpening")),
                                    s.size("memory.training-sharpening-from")};
  if (settings.shifts > settings.slots && s.has("memory.shifts"))
    throw InputError(
        fmt::format("memory.shifts: got {}; at most memory.slots ({}) is needed", settings.shifts, settings.slots));
  if (s.has("memory.similarity")) settings.content = make_content_lookup(s, {settings.width, settings.width}, scope);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
