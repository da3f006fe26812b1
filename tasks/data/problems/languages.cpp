#include "tasks/data/problems/languages.hpp"

#include <fmt/format.h>

#include <memory>

#include "autodiff/base/error.hpp"
#include "tasks/data/problems/group.hpp"

namespace tapehead {
namespace {

constexpr uint32_t kOneInReset = 10;

Problem counter(size_t modulus) {
  return {numbered_names(2), numbered_names(modulus), [modulus](Stream& draw, size_t length, ProblemEpisode& episode) {
            BitSource bits(draw);
            size_t ones = 0;
            for (size_t i = 0; i < length; ++i) {
              const uint32_t bit = bits.bit();
              ones = (ones + bit) % modulus;
              episode.step(bit, static_cast<uint32_t>(ones));
            }
          }};
}

/// Opening brackets "(1", "(2" …, then closing ones.
std::vector<std::string> bracket_names(size_t kinds) {
  std::vector<std::string> names;
  for (const char bracket : {'(', ')'})
    for (size_t kind = 1; kind <= kinds; ++kind) names.push_back(fmt::format("{}{}", bracket, kind));
  return names;
}

Problem dyck(size_t kinds, bool resets) {
  std::vector<std::string> tokens = bracket_names(kinds);
  const auto reset = static_cast<uint32_t>(tokens.size());
  if (resets) tokens.emplace_back("R");
  return {tokens, numbered_names(kinds + 1),
          [kinds, resets, reset](Stream& draw, size_t length, ProblemEpisode& episode) {
            thread_local std::vector<uint32_t> open;
            open.clear();
            for (size_t i = 0; i < length; ++i) {
              uint32_t token = reset;
              if (resets && draw_below(draw, kOneInReset) == 0) {
                open.clear();
              } else if (open.empty() || draw_below(draw, 2) == 0) {
                token = draw_below(draw, kinds);
                open.push_back(token);
              } else {
                token = static_cast<uint32_t>(kinds) + open.back();
                open.pop_back();
              }
              episode.step(token, open.empty() ? 0 : open.back() + 1);
            }
          }};
}

Problem shuffle_dyck(size_t kinds) {
  return {bracket_names(kinds), numbered_names(size_t{1} << kinds),
          [kinds](Stream& draw, size_t length, ProblemEpisode& episode) {
            size_t open[kMostShuffled] = {};
            for (size_t i = 0; i < length; ++i) {
              const uint32_t kind = draw_below(draw, kinds);
              const bool opens = open[kind] == 0 || draw_below(draw, 2) == 0;
              open[kind] = opens ? open[kind] + 1 : open[kind] - 1;
              uint32_t closable = 0;
              for (size_t k = 0; k < kinds; ++k) closable |= static_cast<uint32_t>(open[k] > 0) << k;
              episode.step(opens ? kind : static_cast<uint32_t>(kinds) + kind, closable);
            }
          }};
}

}  // namespace

Problem word_problem(const std::string& name, const std::string& where) {
  const auto group = std::make_shared<const Group>(group_of(name, where));
  return {group->elements, group->elements, [group](Stream& draw, size_t length, ProblemEpisode& episode) {
            uint32_t product = 0;
            for (size_t i = 0; i < length; ++i) {
              const uint32_t element = draw_below(draw, group->size());
              product = group->product(product, element);
              episode.step(element, product);
            }
          }};
}

std::vector<std::string> language_names() { return {"parity", "counter", "dyck", "shuffle-dyck", "reset-dyck"}; }

Problem language(const LanguageSettings& settings) {
  const auto& [name, modulus, kinds] = settings;
  if (name == "parity") return counter(2);
  if (name == "counter") return counter(modulus);
  if (name != "shuffle-dyck") return dyck(kinds, name == "reset-dyck");
  if (kinds > kMostShuffled)
    throw InputError(
        fmt::format("task.kinds: got {}; a number from 1 to {} is needed in shuffle-dyck", kinds, kMostShuffled));
  return shuffle_dyck(kinds);
}

}  // namespace tapehead
