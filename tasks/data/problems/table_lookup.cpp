#include "tasks/data/problems/table_lookup.hpp"

#include <numeric>
#include <utility>

namespace tapehead {
namespace {

using Table = std::vector<uint32_t>;

/// Permutations, the same in all episodes.
std::vector<Table> drawn_tables(size_t count, size_t symbols) {
  constexpr uint64_t kSeed = 0x12345678;  // the authors'
  std::vector<Table> tables(count, Table(symbols));
  for (size_t t = 0; t < count; ++t) {
    Stream draw(kSeed, Split::kTrain, Purpose::kPermutation, t);
    std::iota(tables[t].begin(), tables[t].end(), 0U);
    for (size_t i = 0; i + 1 < symbols; ++i) std::swap(tables[t][i], tables[t][i + draw_below(draw, symbols - i)]);
  }
  return tables;
}

}  // namespace

Problem table_lookup(const TableLookupSettings& settings) {
  Problem problem{numbered_names(settings.symbols), numbered_names(settings.symbols), {}};
  for (size_t t = 0; t < settings.tables; ++t) problem.tokens.emplace_back(1, static_cast<char>('a' + t));
  problem.draw = [settings, tables = drawn_tables(settings.tables, settings.symbols)](Stream& draw, size_t length,
                                                                                      ProblemEpisode& episode) {
    const auto token_of = [&](uint32_t table) { return static_cast<uint32_t>(settings.symbols) + table; };
    const uint32_t first = draw_below(draw, settings.symbols);
    thread_local std::vector<uint32_t> applied;
    applied.clear();
    for (size_t i = 0; i < length; ++i) applied.push_back(draw_below(draw, settings.tables));
    uint32_t symbol = first;
    if (!settings.backward) episode.show(first);
    for (size_t i = 0; i < length; ++i) {
      symbol = tables[applied[i]][symbol];
      if (settings.backward)
        episode.show(token_of(applied[length - 1 - i]));
      else
        episode.step(token_of(applied[i]), settings.every_step || i + 1 == length ? symbol : kNothing);
    }
    if (settings.backward) episode.step(first, symbol);
  };
  return problem;
}

}  // namespace tapehead
