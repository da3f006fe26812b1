#include "attention/check/op_rows.hpp"

#include <array>
#include <tuple>

#include "attention/content_lookup.hpp"
#include "attention/fused/attend_additively.hpp"
#include "attention/fused/attend_nearest.hpp"
#include "attention/fused/memory_hop.hpp"
#include "attention/fused/multi_head.hpp"
#include "attention/moves/interpolate_shift_sharpen.hpp"
#include "attention/moves/steering.hpp"
#include "attention/normalisers/hard.hpp"
#include "attention/normalisers/softmax_normaliser.hpp"
#include "attention/normalisers/sparsemax.hpp"
#include "attention/normalisers/top_k.hpp"
#include "attention/scores/additive.hpp"
#include "attention/scores/cosine.hpp"
#include "attention/scores/cosine_similarity.hpp"
#include "attention/scores/negative_distance.hpp"
#include "attention/windows/gaussian_window.hpp"
#include "attention/windows/retina.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

constexpr double kCosineScale = 1e-4;  // √ε: the scale below which the cosine is nearly linear

std::vector<OpRow> cosine_rows() {
  const CheckedFunction f = [](Tape&, In in) { return cosine(in[0], in[1]); };
  const OpInput memory{"memory", 7, 4}, keys{"keys", 4, 3};
  return {
      {"cosine", {memory, {"keys", 4, 1}}, f},
      {"cosine, three heads", {memory, keys}, f},
      {"cosine, memory at 1e-6", {{"memory", 7, 4, 1e-6, 1e-6, 0, kCosineScale}, keys}, f},
      {"cosine, memory about the square root of epsilon", {{"memory", 7, 4, -2e-4, 2e-4, 0, kCosineScale}, keys}, f},
      {"cosine, zero memory", {{"memory", 7, 4, 0, 0, 0, kCosineScale}, keys}, f},
      {"cosine, zero keys", {memory, {"keys", 4, 3, 0, 0, 0, kCosineScale}}, f},
      {"cosine, zero memory and keys",
       {{"memory", 7, 4, 0, 0, 0, kCosineScale}, {"keys", 4, 3, 0, 0, 0, kCosineScale}},
       f},
      {"cosine, of itself", {{"memory", 4, 4}}, [](Tape&, In in) { return cosine(in[0], in[0]); }},
  };
}

std::vector<OpRow> look_up_rows() {
  const OpInput memory{"memory", 7, 4}, keys{"keys", 4, 3}, strengths{"strengths", 1, 3, 0.5, 3};
  const auto f = [](Tape&, In in) {
    const ContentLookup lookup(std::make_unique<CosineSimilarity>(), std::make_unique<SoftmaxNormaliser>(), true, 3);
    return lookup.weights(in[0], in[1], in[2]);
  };
  return {{"look-up by content, of three iterations", {memory, keys, strengths}, f}};
}

std::vector<OpRow> additive_rows() {
  const CheckedFunction f = [](Tape&, In in) { return additive(in[0], in[1], in[2]); };
  const auto inputs = [](size_t slots, size_t size, size_t heads, double far) {
    return std::vector<OpInput>{
        {"slots", slots, size, -far, far}, {"keys", size, heads, -far, far}, {"weights", size, 1, -1, 1, 0, 0, true}};
  };
  return {
      {"additive", inputs(7, 4, 1, 1), f},
      {"additive, three heads", inputs(7, 4, 3, 1), f},
      {"additive, one slot and one unit", inputs(1, 1, 2, 1), f},
      {"additive, zero slots and keys", inputs(7, 4, 3, 0), f},
      {"additive, of itself",
       {{"slots", 4, 4}, {"weights", 4, 1, -1, 1, 0, 0, true}},
       [](Tape&, In in) { return additive(in[0], in[0], in[1]); }},
  };
}

std::vector<OpRow> negative_distance_rows() {
  const CheckedFunction f = [](Tape&, In in) { return negative_distance(in[0], in[1]); };
  const OpInput memory{"memory", 7, 4}, keys{"keys", 4, 3};
  return {
      {"negative_distance", {memory, {"keys", 4, 1}}, f},
      {"negative_distance, three heads", {memory, keys}, f},
      {"negative_distance, one slot of one number", {{"memory", 1, 1}, {"keys", 1, 3}}, f},
      {"negative_distance, zero memory and keys", {{"memory", 7, 4, 0, 0}, {"keys", 4, 3, 0, 0}}, f},
      {"negative_distance, of itself",
       {{"memory", 4, 4}},
       [](Tape&, In in) { return negative_distance(in[0], in[0]); }},
  };
}

/// The scores of seven slots, at least `step` apart, in an order of their own: so their kinks are far away.
Var apart(Tape& tape, Var scores, double step) {
  std::array<Real, 7> ramp;
  for (size_t n = 0; n < ramp.size(); ++n) ramp[n] = static_cast<Real>(step * static_cast<double>(n * 4 % 7));
  return add(scores, tape.constant(ramp.size(), 1, 1, ramp.data()));
}

std::vector<OpRow> normaliser_rows() {
  const CheckedFunction nearest = [](Tape&, In in) { return sparsemax(in[0]); };
  return {
      // It keeps the four highest: the k-th stays while the scores above it exceed it by less than 1 in total.
      {"sparsemax",
       {{"scores", 7, 3, -0.01, 0.01}},
       [](Tape& tape, In in) { return sparsemax(apart(tape, in[0], 0.12)); }},
      {"sparsemax, of close scores", {{"scores", 7, 3, -0.05, 0.05}}, nearest},
      {"sparsemax, at zero", {{"scores", 7, 3, 0, 0, 0, 0.01}}, nearest},
      {"sparsemax, one slot", {{"scores", 1, 3}}, nearest},
      {"top_k", {{"scores", 7, 3, -0.3, 0.3}}, [](Tape& tape, In in) { return top_k(apart(tape, in[0], 1), 3); }},
      {"top_k, of one slot",
       {{"scores", 7, 3, -0.3, 0.3}},
       [](Tape& tape, In in) { return top_k(apart(tape, in[0], 1), 1); }},
      {"top_k, as many as there are", {{"scores", 7, 3}}, [](Tape&, In in) { return top_k(in[0], 7); }},
      {"hard", {{"scores", 7, 3}}, [](Tape&, In in) { return square(hard(in[0])); }},
      {"hard, at ties", {{"scores", 7, 3, 0, 0}}, [](Tape&, In in) { return square(hard(in[0])); }},
      {"hard, one slot", {{"scores", 1, 3}}, [](Tape&, In in) { return square(hard(in[0])); }},
  };
}

std::vector<OpRow> sharpen_rows() {
  const CheckedFunction f = [](Tape&, In in) { return sharpen(in[0], in[1]); };
  return {
      {"sharpen", {{"weights", 7, 3, 0.2, 1}, {"sharpening", 1, 3, 1, 4}}, f},
      {"sharpen, small weights", {{"weights", 7, 3, 1e-6, 3e-6, 0, 1e-6}, {"sharpening", 1, 3, 1, 4}}, f},
  };
}

std::vector<OpRow> steering_rows() {
  const auto with = [](Real share) { return [share](Tape&, In in) { return steering(in[0], share); }; };
  return {
      {"steering", {{"controls", 6, 1, -2, 2}}, with(1)},
      {"steering, three heads, less sharpening", {{"controls", 6, 3, -2, 2}}, with(Real(0.4))},
      {"steering, sharper at least",
       {{"controls", 6, 2, -2, 2}},
       [](Tape&, In in) { return steering(in[0], 1, Real(1.5)); }},
      {"steering, one tap", {{"controls", 4, 2, -2, 2}}, with(1)},
      {"steering, at zero", {{"controls", 6, 2, 0, 0}}, with(1)},
      {"steering, more heads than lie side by side", {{"controls", 4, 19, -2, 2}}, with(1)},
      {"steering, of windows",
       {{"controls", 9, 2, -2, 2}},
       [](Tape&, In in) { return steering(rows(in[0], 3, 6), 1); }},
  };
}

std::vector<OpRow> interpolate_shift_sharpen_rows() {
  const CheckedFunction f = [](Tape&, In in) { return interpolate_shift_sharpen(in[0], in[1], in[2], in[3], in[4]); };
  const auto inputs = [](size_t slots, size_t heads, size_t taps) {
    return std::vector<OpInput>{{"content", slots, heads, 0.1, 0.3},
                                {"previous", slots, heads, 0.1, 0.3},
                                {"gate", 1, heads, 0.1, 0.9},
                                {"kernel", taps, heads, 0.1, 0.6},
                                {"sharpening", 1, heads, 1, 4}};
  };
  return {
      {"interpolate_shift_sharpen", inputs(7, 1, 3), f},
      {"interpolate_shift_sharpen, three heads", inputs(7, 3, 3), f},
      {"interpolate_shift_sharpen, one tap", inputs(7, 2, 1), f},
      {"interpolate_shift_sharpen, kernel longer than the slots", inputs(2, 2, 7), f},
      {"interpolate_shift_sharpen, over as many slots as there are", inputs(7, 2, 3),
       [](Tape& tape, In in) {
         uint32_t* const counts = tape.keep<uint32_t>(in[0].batch());
         for (size_t b = 0; b < in[0].batch(); ++b) counts[b] = static_cast<uint32_t>(7 - 3 * b);
         return interpolate_shift_sharpen(in[0], in[1], in[2], in[3], in[4], {counts, in[0].batch()});
       }},
      {"interpolate_shift_sharpen, content as previous",
       {{"content", 7, 2, 0.1, 0.3}, {"gate", 1, 2, 0.1, 0.9}, {"kernel", 3, 2, 0.1, 0.6}},
       [](Tape&, In in) { return interpolate_shift_sharpen(in[0], in[0], in[1], in[2], shift(in[1], 1)); }},
      {"interpolate_shift_sharpen, gate as sharpening and kernel",
       {{"content", 7, 2, 0.1, 0.3}, {"previous", 7, 2, 0.1, 0.3}, {"gate", 1, 2, 0.5, 0.9}},
       [](Tape&, In in) { return interpolate_shift_sharpen(in[0], in[1], in[2], in[2], in[2]); }},
  };
}

std::vector<OpRow> multi_head_rows() {
  const auto over = [](size_t heads) { return [heads](Tape&, In in) { return attend(in[0], in.subspan(1), heads); }; };
  const auto nearest = [](size_t count, ReadOf read_of = ReadOf::kValues) {
    return [=](Tape&, In in) { return attend_nearest(in[0], in.subspan(1), 2, count, read_of); };
  };
  const auto causally = [](size_t heads) { return [heads](Tape&, In in) { return attend_causally(in[0], heads); }; };
  const OpInput query{"query", 6, 1}, a{"a", 12, 1}, b{"b", 12, 1}, c{"c", 12, 1};
  const OpInput age_keys{"age_keys", 3, 2, -1, 1, 0, 0, true}, age_values{"age_values", 3, 2, -1, 1, 0, 0, true};
  return {
      {"attend", {query, a, b, c}, over(2)},
      {"attend, one head", {query, a, b, c}, over(1)},
      {"attend, heads of one row", {query, a, b, c}, over(6)},
      {"attend, one step", {query, a}, over(2)},
      {"attend, at zero", {{"query", 6, 1, 0, 0}, {"a", 12, 1, 0, 0}, {"b", 12, 1, 0, 0}}, over(2)},
      {"attend, large scores", {{"query", 6, 1, -4, 4}, {"a", 12, 1, -4, 4}, {"b", 12, 1, -4, 4}}, over(2)},
      {"attend, a constant between", {query, a, {"b", 12, 1, -1, 1, 0, 0, false, false}, c}, over(2)},
      {"attend, the same step twice",
       {query, a, b},
       [](Tape&, In in) {
         return attend(in[0], std::array{in[1], in[2], in[1]}, 2);
       }},
      {"attend, the query among what is attended to",
       {a, b},
       [](Tape&, In in) {
         return attend(rows(in[0], 1, 6), std::array{in[0], in[1]}, 2);
       }},
      {"attend, windows of projections",
       {{"first", 18, 1}, {"second", 18, 1}},
       [](Tape&, In in) {
         const auto remembered = [](Var x) { return rows(x, 6, 12); };
         const Var once = attend(rows(in[0], 0, 6), std::array{remembered(in[0])}, 3);
         return add(once, attend(rows(in[1], 0, 6), std::array{remembered(in[0]), remembered(in[1])}, 3));
       }},
      {"attend_nearest, two of three", {query, a, b, c}, nearest(2)},
      {"attend_nearest, all", {query, a, b}, nearest(3)},
      {"attend_nearest, keys of two of three", {query, a, b, c}, nearest(2, ReadOf::kKeys)},
      {"attend_nearest, keys, the query among them",
       {a, b},
       [](Tape&, In in) {
         return attend_nearest(rows(in[0], 1, 6), std::array{in[0], in[1], in[0]}, 2, 2, ReadOf::kKeys);
       }},
      {"attend_nearest, constants between", {query, a, {"b", 12, 1, -1, 1, 0, 0, false, false}, c}, nearest(1)},
      {"attend_nearest, the query among what is attended to",
       {a, b},
       [](Tape&, In in) {
         return attend_nearest(rows(in[0], 1, 6), std::array{in[0], in[1], in[0]}, 2, 2);
       }},
      {"attend_causally", {{"projected", 18, 5}}, causally(2)},
      {"attend, older steps count less",
       {query, a, b, c},
       [](Tape&, In in) { return attend(in[0], in.subspan(1), 2, AgePenalty::kLinear); }},
      {"attend_causally, older steps count less",
       {{"projected", 18, 5}},
       [](Tape&, In in) { return attend_causally(in[0], 2, AgePenalty::kLinear); }},
      {"attend, vectors by age",
       {query, a, b, c, age_keys, age_values},
       [](Tape&, In in) {
         return attend(in[0], in.subspan(1, 3), 2, AgePenalty::kNone, AgeVectors{in[4], in[5]});
       }},
      {"attend, one vector by age, key and value alike",
       {query, a, b, {"ages", 6, 1, -1, 1, 0, 0, true}},
       [](Tape&, In in) {
         return attend(in[0], in.subspan(1, 2), 1, AgePenalty::kNone, AgeVectors{in[3], in[3]});
       }},
      {"attend_causally, vectors by age",
       {{"projected", 18, 5}, age_keys, age_values},
       [](Tape&, In in) {
         return attend_causally(in[0], 2, AgePenalty::kNone, AgeVectors{in[1], in[2]});
       }},
      {"attend_causally, vectors by age alone differentiated",
       {{"projected", 18, 5, -1, 1, 0, 0, false, false}, age_keys, age_values},
       [](Tape&, In in) {
         return attend_causally(in[0], 2, AgePenalty::kNone, AgeVectors{in[1], in[2]});
       }},
      {"attend_causally, one head", {{"projected", 18, 4}}, causally(1)},
      {"attend_causally, one step", {{"projected", 18, 1}}, causally(3)},
      {"attend_causally, at zero", {{"projected", 12, 4, 0, 0}}, causally(2)},
      {"attend_causally, large scores", {{"projected", 12, 4, -4, 4}}, causally(2)},
      {"attend_causally, more steps than are taken at a time", {{"projected", 6, 35}}, causally(1)},
  };
}

/// A mask without the second slot, and without the last b slots of item b; the fourth item has none.
Var some_there(Tape& tape, size_t slots, size_t batch) {
  const Var mask = tape.filled(slots, 1, batch, 1);
  const auto to = tape.fill(mask);
  for (size_t b = 0; b < batch; ++b)
    for (size_t i = 0; i < slots; ++i)
      if (i == 1 || i + b >= slots || b == 3) to.item(b)[i] = 0;
  return mask;
}

std::vector<OpRow> across_rows() {
  const auto across = [](size_t heads) {
    return [heads](Tape&, In in) { return attend_across(in[0], in[1], {}, heads); };
  };
  const CheckedFunction masked = [](Tape& tape, In in) {
    return attend_across(in[0], in[1], some_there(tape, in[1].cols, in[0].batch()), 2);
  };
  const OpInput queries{"queries", 6, 3}, remembered{"remembered", 12, 5};
  return {
      {"attend_across", {queries, remembered}, across(2)},
      {"attend_across, one head", {queries, remembered}, across(1)},
      {"attend_across, one query and one slot", {{"queries", 6, 1}, {"remembered", 12, 1}}, across(3)},
      {"attend_across, at zero", {{"queries", 6, 3, 0, 0}, {"remembered", 12, 5, 0, 0}}, across(2)},
      {"attend_across, large scores", {{"queries", 6, 3, -4, 4}, {"remembered", 12, 5, -4, 4}}, across(2)},
      {"attend_across, some slots not there", {queries, remembered}, masked},
      {"attend_across, constant queries", {{"queries", 6, 3, -1, 1, 0, 0, false, false}, remembered}, masked},
      {"attend_across, constant slots", {queries, {"remembered", 12, 5, -1, 1, 0, 0, false, false}}, masked},
      {"attend_across, a sequence over itself",
       {{"projected", 18, 5}},
       [=](Tape& tape, In in) {
         return masked(tape, std::array{rows(in[0], 0, 6), rows(in[0], 6, 12)});
       }},
  };
}

std::vector<OpRow> additively_rows() {
  const CheckedFunction f = [](Tape&, In in) {
    return attend_additively(in[0], in[1], in.subspan(2, in.size() / 2 - 1), in.subspan(in.size() / 2 + 1));
  };
  const CheckedFunction masked = [](Tape& tape, In in) {
    return attend_additively(in[0], in[1], in.subspan(2, 3), in.subspan(5), some_there(tape, 3, in[0].batch()));
  };
  const auto inputs = [](size_t steps, double far) {
    std::vector<OpInput> all{{"query", 4, 1, -far, far}, {"v", 4, 1, -1, 1, 0, 0, true}};
    for (const auto& [letter, rows, cols] : {std::tuple{"key", 4, 1}, std::tuple{"value", 3, 2}})
      for (size_t j = 0; j < steps; ++j)
        all.push_back({std::string(letter) + static_cast<char>('1' + j), static_cast<size_t>(rows),
                       static_cast<size_t>(cols), -far, far});
    return all;
  };
  return {
      {"attend_additively", inputs(3, 1), f},
      {"attend_additively, one step", inputs(1, 1), f},
      {"attend_additively, at zero", inputs(3, 0), f},
      {"attend_additively, far apart", inputs(3, 4), f},
      {"attend_additively, some steps not there", inputs(3, 1), masked},
      {"attend_additively, keys as values and as the query",
       {{"a", 4, 1}, {"b", 4, 1}, {"v", 4, 1, -1, 1, 0, 0, true}},
       [](Tape&, In in) { return attend_additively(in[1], in[2], in.first(2), in.first(2)); }},
  };
}

/// A hop in which item b has all slots, all but one, none …; with or without nulls and softmax.
CheckedFunction hop(size_t nulls, bool softmax, bool same) {
  return [=](Tape& tape, In in) {
    const size_t batch = in[0].batch(), slots = in[1].cols;
    auto* const counts = tape.keep<uint32_t>(batch);
    auto* const settings = tape.keep<HopSettings>(batch);
    for (size_t b = 0; b < batch; ++b) {
      counts[b] = static_cast<uint32_t>(b == 2 ? 0 : slots - b);
      settings[b] = {nulls, softmax};
    }
    return memory_hop(in[0], in[1], in[same ? 1 : 2], {counts, batch}, {settings, batch});
  };
}

std::vector<OpRow> memory_hop_rows() {
  const OpInput query{"query", 4, 1}, memory{"memory", 4, 5}, output{"output", 4, 5};
  return {
      {"memory_hop", {query, memory, output}, hop(0, true, false)},
      {"memory_hop, with nulls", {query, memory, output}, hop(3, true, false)},
      {"memory_hop, linear", {query, memory, output}, hop(3, false, false)},
      {"memory_hop, zeros",
       {{"query", 4, 1, 0, 0}, {"memory", 4, 5, 0, 0}, {"output", 4, 5, 0, 0}},
       hop(2, true, false)},
      {"memory_hop, steep scores", {{"query", 4, 1, -4, 4}, {"memory", 4, 5, -4, 4}, output}, hop(1, true, false)},
      {"memory_hop, what it looks at is what it gives", {query, memory}, hop(1, true, true)},
  };
}

std::vector<OpRow> picture_rows() {
  const OpInput picture{"picture", 60, 1}, grey{"picture", 30, 1};
  const OpInput places{"places", 2, 3, -1.4, 1.4, 0, 0, false, false};
  const auto seen = [](PictureShape shape, size_t side, size_t scales) {
    return [=](Tape&, In in) { return square(retina(in[0], shape, in[1], side, scales)); };
  };
  // Spreads the window's parameters over their usual ranges: one row a parameter.
  const auto through = [](PictureShape shape, size_t side) {
    return [=](Tape&, In in) { return gaussian_window(in[0], shape, stack(in.subspan(1)), side); };
  };
  const OpInput x{"x", 1, 1, 0, 6}, y{"y", 1, 1, 0, 5}, stride{"stride", 1, 1, 0.5, 2};
  const OpInput variance{"variance", 1, 1, 0.3, 2}, intensity{"intensity", 1, 1, 0.5, 2};
  return {
      {"retina", {picture, places}, seen({5, 6, 2}, 2, 2)},
      {"retina, one scale", {grey, places}, seen({5, 6, 1}, 3, 1)},
      {"retina, wider than the picture", {grey, places}, seen({5, 6, 1}, 3, 3)},
      {"gaussian_window", {picture, x, y, stride, variance, intensity}, through({5, 6, 2}, 3)},
      {"gaussian_window, grey", {grey, x, y, stride, variance, intensity}, through({5, 6, 1}, 4)},
      {"gaussian_window, outside",
       {grey, {"x", 1, 1, -4, -3}, {"y", 1, 1, 8, 9}, stride, variance, intensity},
       through({5, 6, 1}, 3)},
      {"gaussian_window, one filter", {grey, x, y, stride, variance, intensity}, through({5, 6, 1}, 1)},
  };
}

}  // namespace

const std::vector<OpRow>& attention_op_rows() {
  static const std::vector<OpRow> all = [] {
    std::vector<OpRow> table;
    for (const auto& part : {cosine_rows(), look_up_rows(), additive_rows(), negative_distance_rows(),
                             normaliser_rows(), sharpen_rows(), steering_rows(), interpolate_shift_sharpen_rows(),
                             multi_head_rows(), across_rows(), additively_rows(), memory_hop_rows(), picture_rows()})
      table.insert(table.end(), part.begin(), part.end());
    return table;
  }();
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
