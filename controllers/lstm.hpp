#pragma once
// The LSTM controller.

#include <optional>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/controller.hpp"
#include "controllers/sees_ahead.hpp"
#include "controllers/whole_sequence.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct LstmSettings {
  size_t size = 100;  ///< cells a layer
  size_t layers = 1;
  bool skips = false;  ///< x feeds every layer, and the output is every layer's h (Graves 2013)
  Real noise = 0;      ///< deviation of what is added to preactivations in training
};

/// For each layer.
struct LstmState {
  TAPEHEAD_VALUES(h, c);
};

/// Layers of LSTM cells, each fed by the one below; start states are learned, from zero.
/// Weights of a layer: 4H×(inputs + H + 1), gates i, f, o, u; columns: x, reads, own h, bias. They start uniform within
/// Glorot & Bengio's bound, for x apart from [reads; h] (which was measured to learn faster than one bound for all),
/// biases at 0. With skips a layer above the first has the columns x, h of the layer below, own h, bias, and the output
/// is the h of all layers, the first on top (Graves 2013, "Generating sequences with recurrent neural networks", figure
/// 1, eq. 1 to 5). The reads go to the first layer alone in both cases. For a whole sequence a layer's products with
/// wide inputs from below are one.
class LstmController final : public Controller, public SeesAhead, public WholeSequence {
 public:
  /// x_size: features of the input; read_size: of all reads together.
  LstmController(const Scope& scope, const LstmSettings& settings, size_t x_size, size_t read_size);

  static ControllerSizes sizes(const LstmSettings& settings) {
    return {settings.skips ? settings.layers * settings.size : settings.size,
            std::vector<size_t>(2 * settings.layers, settings.size)};
  }
  StateNames state_names() const override { return numbered(names_of<LstmState>(), layers_.size()); }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;
  std::optional<Var> output_in(Tape& tape, const State& state) const override;

  bool sees_ahead() const override { return !skips_ || layers_.size() == 1; }
  Var ahead(const Context& context, Var inputs) const override;
  Step step_ahead(const Context& context, Var column, Columns reads, const State& past) const override;
  Var whole(const Context& context, Var inputs) const override;

 private:
  struct Layer {
    Parameter weights, h, c;
  };
  /// `inputs` of the first layer, beside its own h; without x where there is a column of ahead().
  Step step(const Context& context, std::optional<Var> column, Columns inputs, const State& past) const;
  LstmState next(const Context& context, Var preactivations, Var last) const;
  /// The h of a layer after each step; `fed`: what comes from below, a column for each step.
  Var through(const Context& context, const Layer& layer, Columns fed, LstmState last) const;
  Var output(Tape& tape, std::span<const LstmState> layers) const;

  size_t size_, x_size_;
  Real noise_;
  bool skips_;
  std::vector<Layer> layers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
