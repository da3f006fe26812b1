#include <array>

#include "autodiff/check/op_row.hpp"
#include "autodiff/ops/chance.hpp"
#include "autodiff/ops/convolution.hpp"
#include "autodiff/ops/dropout.hpp"
#include "autodiff/ops/embed.hpp"
#include "autodiff/ops/layer_norm.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/with_noise.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

std::vector<OpRow> convolution_rows() {
  const auto of = [](ConvolutionShape shape, Rectified rectified = Rectified::kNo) -> CheckedFunction {
    return [=](Tape&, In in) { return square(convolution(in[0], in[1], shape, rectified)); };
  };
  const OpInput weights{"weights", 3, 19, -1, 1, 0, 0, true}, x{"x", 2, 20};
  return {
      {"convolution", {weights, x}, of({4, 5, 2, 3})},
      {"convolution, in a frame", {weights, x}, of({4, 5, 2, 3, 1, 1})},
      {"convolution, in strides", {weights, x}, of({4, 5, 2, 3, 2, 1})},
      {"convolution, leaving pixels out", {{"weights", 3, 3, -1, 1, 0, 0, true}, x}, of({4, 5, 2, 1, 3})},
      {"convolution, of patches", {{"weights", 3, 9, -1, 1, 0, 0, true}, {"x", 48, 1}}, of({4, 6, 2, 2, 2})},
      {"convolution, of all at once", {{"weights", 1, 10, -1, 1, 0, 0, true}, {"x", 1, 9}}, of({3, 3, 1, 3})},
      {"convolution, in a wide frame", {{"weights", 3, 10, -1, 1, 0, 0, true}, {"x", 1, 2}}, of({1, 2, 1, 3, 2, 3})},
      {"convolution, rectified", {weights, x}, of({4, 5, 2, 3, 1, 1}, Rectified::kYes)},
      {"convolution, of zeros", {weights, {"x", 2, 20, 0, 0}}, of({4, 5, 2, 3, 1, 1})},
      {"convolution, of a constant",
       {weights, {"x", 2, 20, -1, 1, 0, 0, false, false}},
       of({4, 5, 2, 3, 1, 1}, Rectified::kYes)},
      {"convolution, of rows of weights",
       {{"weights", 5, 19, -1, 1, 0, 0, true}, x},
       [](Tape&, In in) {
         return square(convolution(rows(in[0], 1, 3), in[1], {4, 5, 2, 3, 1, 1}));
       }},
  };
}

std::vector<OpRow> layer_norm_rows() {
  const OpInput gain{"gain", 5, 1, 0.5, 1.5, 0, 0, true}, bias{"bias", 5, 1, -1, 1, 0, 0, true};
  const double scale = 3e-3;  // √ε: the spread below which the norm is nearly linear
  const CheckedFunction f = [](Tape&, In in) { return layer_norm(in[0], in[1], in[2]); };
  return {
      {"layer_norm", {{"x", 5, 3}, gain, bias}, f},
      {"layer_norm, at zero", {{"x", 5, 3, 0, 0, 0, scale}, gain, bias}, f},
      {"layer_norm, equal numbers", {{"x", 5, 3, 0.125, 0.125, 0, scale}, gain, bias}, f},
      {"layer_norm, gain as bias", {{"x", 5, 3}, gain}, [](Tape&, In in) { return layer_norm(in[0], in[1], in[1]); }},
      {"layer_norm, one row",
       {{"x", 1, 3}, {"gain", 1, 1, 0.5, 1.5, 0, 0, true}, {"bias", 1, 1, -1, 1, 0, 0, true}},
       f},
  };
}

/// Of the ops of training noise.
std::vector<OpRow> noise_rows() {
  const auto at = [](Var (*op)(Var, Real, const Context&), Real size) {  // the same noise at each call
    return [op, size](Tape& tape, In in) {
      Noise noise(1, Split::kCheck, 0, in[0].batch());
      return square(op(in[0], size, {tape, in[0].batch(), noise, Phase::kTraining}));
    };
  };
  return {
      {"dropout", {{"x", 3, 4}}, at(dropout, Real(0.4))},
      {"dropout, of nothing", {{"x", 3, 4}}, at(dropout, 0)},
      {"with_noise", {{"x", 3, 4}}, at(with_noise, Real(0.6))},
      {"with_noise, of none", {{"x", 3, 4}}, at(with_noise, 0)},
  };
}

/// A function that draws, with the same noise at each call.
CheckedFunction drawing(std::function<Var(const Context&, In)> f) {
  return [f](Tape& tape, In in) {
    Noise noise(1, Split::kCheck, 0, in[0].batch());
    return f({tape, in[0].batch(), noise, Phase::kTraining}, in);
  };
}

std::vector<OpRow> chance_rows() {
  const OpInput logits{"logits", 5, 3, -2, 2}, mean{"mean", 2, 3}, at{"at", 2, 3, -1, 1, 0, 0, false, false};
  const OpInput chosen{"chosen", 5, 3, 0, 1, 0, 0, false, false};
  const CheckedFunction entropies = [](Tape&, In in) { return entropy(in[0]); };
  return {
      {"draw_class", {logits}, drawing([](const Context& c, In in) { return multiply(in[0], draw_class(c, in[0])); })},
      {"log_probability", {logits, chosen}, [](Tape&, In in) { return log_probability(in[0], in[1]); }},
      {"log_probability, of a draw", {logits}, drawing([](const Context& c, In in) {
         return log_probability(in[0], draw_class(c, in[0]));
       })},
      {"entropy", {logits}, entropies},
      {"entropy, of one sure row", {{"logits", 1, 3}}, entropies},
      {"entropy, at zero", {{"logits", 5, 3, 0, 0}}, entropies},
      {"draw_normal", {mean}, drawing([](const Context& c, In in) {
         return multiply(in[0], draw_normal(c, in[0], Real(0.3)));
       })},
      {"normal_log_density", {mean, at}, [](Tape&, In in) { return normal_log_density(in[0], Real(0.6), in[1]); }},
      {"normal_log_density, of a draw", {mean}, drawing([](const Context& c, In in) {
         return normal_log_density(in[0], Real(0.6), draw_normal(c, in[0], Real(0.6)));
       })},
      {"gumbel_softmax", {logits}, drawing([](const Context& c, In in) {
         return gumbel_softmax(c, in[0], Real(0.7), false);
       })},
      {"gumbel_softmax, of equal logits",  // as in the row above, so that the noise is known
       {{"logits", 5, 3, 0, 0}},
       drawing([](const Context& c, In in) { return gumbel_softmax(c, in[0], Real(0.7), false); })},
      {"gumbel_softmax, hard",  // squared, since its own rule would be the same at any point
       {logits},
       drawing([](const Context& c, In in) { return square(gumbel_softmax(c, in[0], Real(0.7), true)); })},
  };
}

/// Six bags of up to three words, for two items of three columns: one with a word twice, one with a place beyond the
/// last, an unknown word, a `last` word, and an empty bag.
std::span<const Bag> small_bags() {
  static const uint16_t words[] = {0, 2, 1, 2, 2, 4, 1, 0, kNoWord};
  static const Bag bags[] = {{{words, 2}, 3},     {{words + 2, 3}, kNoWord}, {},
                             {{words + 5, 4}, 3}, {{words, 0}, 4},           {{words + 3, 2}, 3}};
  return bags;
}

std::vector<OpRow> embed_rows() {
  const OpInput table{"table", 4, 5, -1, 1, 0, 0, true}, places{"places", 4, 3, -1, 1, 0, 0, true};
  const CheckedFunction placed = [](Tape&, In in) { return embed(in[0], in[1], small_bags(), 3, 2); };
  const CheckedFunction bags = [](Tape&, In in) { return embed(in[0], small_bags(), 3, 2); };
  return {
      {"embed", {table, places}, placed},
      {"embed, zeros", {{"table", 4, 5, 0, 0, 0, 0, true}, {"places", 4, 3, 0, 0, 0, 0, true}}, placed},
      {"embed, bags of words", {table}, bags},
      {"embed, with rows of larger tables",
       {{"table", 7, 5, -1, 1, 0, 0, true}, {"places", 6, 3, -1, 1, 0, 0, true}},
       [](Tape&, In in) { return embed(rows(in[0], 2, 4), rows(in[1], 1, 4), small_bags(), 3, 2); }},
      {"embed, the table is its places",
       {{"table", 4, 5, -1, 1, 0, 0, true}},
       [](Tape&, In in) { return embed(in[0], in[0], small_bags(), 3, 2); }},
      {"embed, of tokens",
       {table},
       [](Tape& tape, In in) {  // one item twice, one empty, one not used
         static const uint32_t kChosen[] = {3, kNoToken, 0, 4, 3, 1, 2, 4};
         const Var tokens = tape.tokens(5, 4, 2, kChosen);
         return embed(in[0], columns(tokens, 0, 3));
       }},
      {"regroup",
       {{"x", 3, 4}},
       [](Tape&, In in) {
         const size_t batch = in[0].batch();
         return regroup(square(regroup(in[0], 2, 2 * batch)), 4, batch);
       }},
      {"regroup, as it is", {{"x", 3, 4}}, [](Tape&, In in) { return regroup(in[0], 4, in[0].batch()); }},
  };
}

}  // namespace

std::vector<OpRow> layer_op_rows() {
  std::vector<OpRow> table;
  for (const auto& part : {convolution_rows(), layer_norm_rows(), noise_rows(), chance_rows(), embed_rows()})
    table.insert(table.end(), part.begin(), part.end());
  return table;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
