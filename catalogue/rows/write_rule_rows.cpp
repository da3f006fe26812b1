#include "autodiff/base/error.hpp"
#include "catalogue/options/bound.hpp"
#include "catalogue/rows/write_rules.hpp"
#include "memory/fast/delta_rule.hpp"
#include "memory/fast/erase_write_rule.hpp"
#include "memory/fast/hebbian_rule.hpp"
#include "memory/fast/mesa_rule.hpp"
#include "memory/fast/momentum_rule.hpp"
#include "memory/fast/slots_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A rule that is made from its sizes and settings.
template <class Rule, class RuleSettings>
WriteRuleRow rule_row(const char* name, const char* summary, const char* source, const Bound<RuleSettings>& options) {
  return {name, summary, source, options.options(),
          [options](const Settings& s, const FastSettings& fast, const Scope&) {
            return std::make_unique<Rule>(fast.sizes(), options.read(s));
          }};
}

template <class S>
Bound<S>& with_strength(Bound<S>& options) {
  return options.real("memory.strength-bias", &S::strength_bias, -100, 100,
                      "what the strength of a write starts at, before its sigmoid");
}
template <class S>
Bound<S>& with_decay(Bound<S>& options) {
  return options.real("memory.decay-bias", &S::decay_bias, -100, 100,
                      "what the decay starts at, before its softplus or sigmoid (the lower, the longer it remembers)");
}
template <class S>
Bound<S>& with_negative(Bound<S>& options) {
  return options.flag("memory.negative", &S::negative,
                      "strengths go to 2: a write may turn round what is under its key (eigenvalues from -1 to 1)");
}

Bound<DeltaSettings> delta_options(DeltaSettings::Decay decay) {
  Bound<DeltaSettings> options({.decay = decay});
  with_strength(with_negative(options));
  return decay == DeltaSettings::Decay::kNone ? options : with_decay(options);
}

Bound<EraseWriteSettings> erase_write_options() {
  Bound<EraseWriteSettings> options;
  return with_decay(with_strength(with_negative(options)));
}

Bound<MomentumSettings> momentum_options() {
  Bound<MomentumSettings> options;
  options.real("memory.rate-bias", &MomentumSettings::rate_bias, -100, 100,
               "what the step of gradient descent starts at, before its sigmoid");
  options.real("memory.momentum-bias", &MomentumSettings::momentum_bias, -100, 100,
               "what the momentum starts at, before its sigmoid");
  return with_decay(options);
}

struct HebbianOptions {
  bool normaliser = true;
};

WriteRuleRow hebbian_row() {
  const auto options = Bound<HebbianOptions>{}.flag(
      "memory.normaliser", &HebbianOptions::normaliser,
      "what is read is divided by its weight in all, where features are never below 0 (elu, dpfp, softmax)");
  return {"hebbian", "values add up under their keys (linear attention)", "Katharopoulos et al. 2020, eqs. 16-20",
          options.options(), [options](const Settings& s, const FastSettings& fast, const Scope&) {
            return std::make_unique<HebbianRule>(fast.sizes(), options.read(s).normaliser && fast.features.positive());
          }};
}

WriteRuleRow mesa_row() {
  Bound<MesaSettings> options;
  options.real(
      "memory.ridge", &MesaSettings::ridge, 0, 1e6,
      "the least that is added to the diagonal of what is solved, which is singular until many keys are written");
  with_decay(with_strength(options));
  return {"mesa", "least squares over all that was written, solved at each step", "von Oswald et al. 2025, section 3",
          options.options(), [options](const Settings& s, const FastSettings& fast, const Scope& scope) {
            const MesaSettings mesa = options.read(s);
            if (mesa.ridge == 0)
              throw InputError(
                  "memory.ridge: got 0; a number above 0 is needed: what mesa solves is singular until as many keys as "
                  "a key has numbers were written");
            return std::make_unique<MesaRule>(scope, fast.sizes(), mesa);
          }};
}

}  // namespace

const std::vector<WriteRuleRow>& write_rule_rows() {
  using Decay = DeltaSettings::Decay;
  static const std::vector<WriteRuleRow> rows = {
      rule_row<DeltaRule>("delta", "what is under a key gives way to the new value",
                          "Schlag, Irie & Schmidhuber 2021, eq. 24; Yang et al. 2024", delta_options(Decay::kNone)),
      hebbian_row(),
      rule_row<DeltaRule>("gated-delta", "delta, after a decay for each head", "Yang, Kautz & Hatamizadeh 2025, eq. 10",
                          delta_options(Decay::kHead)),
      rule_row<DeltaRule>("channel-gated", "delta, after a decay for each number of a key",
                          "Kimi Team 2025, Kimi Linear", delta_options(Decay::kChannel)),
      rule_row<EraseWriteRule>("erase-write", "delta with decay, its erasing and its writing gated apart",
                               "Hatamizadeh, Choi & Kautz 2026", erase_write_options()),
      rule_row<MomentumRule>("momentum", "gradient descent on what is recalled, with momentum and decay",
                             "Behrouz, Zhong & Mirrokni 2024, eqs. 9-14", momentum_options()),
      mesa_row(),
      rule_row<SlotsRule>("slots", "slots written by degrees and read by softmax",
                          "Zhang et al. 2024, Gated slot attention, section 3",
                          Bound<SlotsSettings>{}
                              .integer("memory.slots", &SlotsSettings::slots, 1, 65536, "slots of a head")
                              .checked_at("5")),
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
