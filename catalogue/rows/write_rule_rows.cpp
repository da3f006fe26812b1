#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/options/bound.hpp"
#include "catalogue/rows/content_options.hpp"
#include "catalogue/rows/write_rules.hpp"
#include "memory/fast/associative_rule.hpp"
#include "memory/fast/deep_rule.hpp"
#include "memory/fast/delta_rule.hpp"
#include "memory/fast/erase_write_rule.hpp"
#include "memory/fast/hebbian_rule.hpp"
#include "memory/fast/householder_rule.hpp"
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
                      "what the strength of a write starts at, before its sigmoid or softplus");
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

WriteRuleRow householder_row() {
  return {"householder",
          "a learned start is reflected by each key, and nothing is added",
          "Mhammedi et al. 2017, section 3; Siems et al. 2025",
          {},
          [](const Settings&, const FastSettings& fast, const Scope& scope) {
            return std::make_unique<HouseholderRule>(scope, fast.sizes());
          }};
}

/// Of gradient descent with momentum and decay.
template <class S>
Bound<S>& with_descent(Bound<S>& options) {
  options.real("memory.rate-bias", &S::rate_bias, -100, 100,
               "what the step of gradient descent starts at, before its sigmoid");
  options.real("memory.momentum-bias", &S::momentum_bias, -100, 100, "what the momentum starts at, before its sigmoid");
  return with_decay(options);
}

Bound<MomentumSettings> momentum_options() {
  Bound<MomentumSettings> options;
  return with_descent(options);
}

WriteRuleRow deep_row() {
  Bound<DeepSettings> options;
  options.integer("memory.hidden", &DeepSettings::hidden, 1, 65536, "hidden units of a head").checked_at("3");
  options.real("memory.limit", &DeepSettings::limit, 0, 1e6,
               "what the length of a write's step of gradient descent tends to at most; 0: no limit, as published, and "
               "numbers may leave the finite ones");
  with_descent(options);
  return {"deep", "two layers a head, written by gradient descent on what is recalled, with momentum and decay",
          "Behrouz, Zhong & Mirrokni 2024, eqs. 9-14; Sun et al. 2024", options.options(),
          [options](const Settings& s, const FastSettings& fast, const Scope& scope) {
            return std::make_unique<DeepRule>(scope, fast.sizes(), options.read(s));
          }};
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

WriteRuleRow associative_row() {
  Bound<AssociativeSettings> options;
  with_strength(options);
  return {"associative", "values correct what their key recalls by a mean, and a key counts once",
          "Rodkin et al. 2024, ARMT", options.options(),
          [options](const Settings& s, const FastSettings& fast, const Scope&) {
            return std::make_unique<AssociativeRule>(fast.sizes(), options.read(s), fast.features.positive());
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

WriteRuleRow slots_row() {
  Bound<SlotsSettings> options;
  options.integer("memory.slots", &SlotsSettings::slots, 1, 65536, "slots of a head").checked_at("5");
  options.integer("memory.routed", &SlotsSettings::routed, 0, 65536,
                  "slots that a write changes, chosen by a router (Raven); 0: all, each by a gate of its own");
  options.with(iteration_options<SlotsSettings>());
  with_strength(options);
  return {"slots", "slots written by degrees and read by softmax",
          "Zhang et al. 2024, Gated slot attention, section 3; with memory.routed Afzal & Bick 2026, Raven",
          options.options(), [options](const Settings& s, const FastSettings& fast, const Scope&) {
            const SlotsSettings slots = options.read(s);
            if (slots.routed > slots.slots)
              throw InputError(
                  fmt::format("memory.routed: got {}; at most memory.slots ({}) is needed", slots.routed, slots.slots));
            if (slots.routed == 0 && slots.strength_bias != SlotsSettings{}.strength_bias)
              throw InputError(fmt::format(
                  "memory.strength-bias: got {}; slots without a router (memory.routed 0) have no write strength",
                  slots.strength_bias));
            return std::make_unique<SlotsRule>(fast.sizes(), slots);
          }};
}

}  // namespace

const std::vector<WriteRuleRow>& write_rule_rows() {
  using Decay = DeltaSettings::Decay;
  static const std::vector<WriteRuleRow> rows = {
      rule_row<DeltaRule>("delta", "what is under a key gives way to the new value",
                          "Schlag, Irie & Schmidhuber 2021, eq. 24; Yang et al. 2024", delta_options(Decay::kNone)),
      hebbian_row(),
      associative_row(),
      rule_row<DeltaRule>("gated-delta", "delta, after a decay for each head", "Yang, Kautz & Hatamizadeh 2025, eq. 10",
                          delta_options(Decay::kHead)),
      rule_row<DeltaRule>("channel-gated", "delta, after a decay for each number of a key",
                          "Kimi Team 2025, Kimi Linear", delta_options(Decay::kChannel)),
      rule_row<EraseWriteRule>("erase-write", "delta with decay, its erasing and its writing gated apart",
                               "Hatamizadeh, Choi & Kautz 2026", erase_write_options()),
      householder_row(),
      rule_row<MomentumRule>("momentum", "gradient descent on what is recalled, with momentum and decay",
                             "Behrouz, Zhong & Mirrokni 2024, eqs. 9-14", momentum_options()),
      deep_row(),
      mesa_row(),
      slots_row(),
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
