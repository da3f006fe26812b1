#include "tasks/data/problems/mad.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "autodiff/base/error.hpp"

namespace tapehead {
namespace {

struct Published {
  std::string_view name;
  size_t vocabulary, length;
};
constexpr Published kPublished[] = {{"in-context-recall", 16, 128}, {"noisy-recall", 32, 128},
                                    {"fuzzy-recall", 16, 128},      {"selective-copying", 16, 256},
                                    {"compression", 16, 32},        {"memorisation", 256, 32},
                                    {"induction", 16, 256}};

const Published& published(const std::string& name) {
  for (const Published& one : kPublished)
    if (one.name == name) return one;
  throw std::out_of_range("mad: no problem " + name);
}

/// `with`: what it depends on.
void need_tokens(size_t vocabulary, size_t least, const std::string& with = "") {
  if (vocabulary < least)
    throw InputError(fmt::format("task.vocabulary: got {}; {} at least are needed{}", vocabulary, least, with));
}

/// Keys are tokens 0 … keys − 1, values the next; then noise.
struct Recall {
  size_t keys, values, noise_tokens;
  double noise;

  void draw(Stream& draw, size_t length, ProblemEpisode& episode) const {
    thread_local std::vector<uint32_t> value_of, seen;
    value_of.assign(keys, kNothing);
    seen.clear();
    const size_t pairs = length / 2, never_noise = draw_below(draw, pairs - 1);
    for (size_t i = 0; i + 1 < pairs; ++i) {
      if (noise > 0 && i != never_noise && draw.uniform() < noise) {
        for (int j = 0; j < 2; ++j) episode.show(static_cast<uint32_t>(keys + values) + draw_below(draw, noise_tokens));
        continue;
      }
      const uint32_t key = draw_below(draw, keys);
      uint32_t& value = value_of[key];
      const bool is_known = value != kNothing;
      if (!is_known) {
        value = static_cast<uint32_t>(keys) + draw_below(draw, values);
        seen.push_back(key);
      }
      episode.step(key, is_known ? value : kNothing);
      episode.show(value);
    }
    const uint32_t probe = seen[draw_below(draw, seen.size())];
    episode.step(probe, value_of[probe]);
  }
};

/// A key or value of fuzzy recall.
using Motif = std::vector<uint32_t>;

/// Draws 1 to `most` different tokens of `count` from `first` on.
void draw_motif(Stream& draw, size_t most, size_t first, size_t count, Motif& motif) {
  const size_t size = 1 + draw_below(draw, most);
  motif.clear();
  while (motif.size() < size) {
    const auto token = static_cast<uint32_t>(first) + draw_below(draw, count);
    if (std::find(motif.begin(), motif.end(), token) == motif.end()) motif.push_back(token);
  }
}

struct FuzzyRecall {
  size_t keys, values, most;

  void draw(Stream& stream, size_t length, ProblemEpisode& episode) const {
    std::map<Motif, Motif> value_of;
    Motif probe, probe_value, key, value;
    draw_motif(stream, most, 0, keys, probe);
    draw_motif(stream, most, keys, values, probe_value);
    const size_t size = probe.size() + probe_value.size();
    // Its place leaves room for a pair that begins before it, so that it is always told before the end.
    const size_t place = draw_below(stream, length - size - 4 * most);
    thread_local ProblemEpisode told;
    told.clear();
    const auto tell = [&](const Motif& one, const Motif& its, bool is_known) {
      for (size_t i = 0; i < one.size(); ++i) told.step(one[i], is_known && i + 1 == one.size() ? its[0] : kNothing);
      for (size_t i = 0; i < its.size(); ++i) told.step(its[i], is_known && i + 1 < its.size() ? its[i + 1] : kNothing);
    };
    while (told.shown.size() + size + 2 * most < length) {
      if (told.shown.size() >= place && !value_of.contains(probe)) {
        tell(probe, probe_value, false);
        value_of[probe] = probe_value;
        continue;
      }
      draw_motif(stream, most, 0, keys, key);
      draw_motif(stream, most, keys, values, value);
      const auto [at, is_new] = value_of.try_emplace(key, key == probe ? probe_value : value);
      tell(key, at->second, !is_new);
    }
    tell(probe, probe_value, true);
    told.shown.pop_back();  // of the last value nothing follows
    told.asked.pop_back();
    episode.rest_until(length - told.shown.size());
    for (size_t t = 0; t < told.shown.size(); ++t) episode.step(told.shown[t], told.asked[t]);
  }
};

/// Tokens 0 … tokens − 1, then the blank and the mark.
void draw_selective(Stream& draw, size_t tokens, size_t copies, size_t length, ProblemEpisode& episode) {
  const auto blank = static_cast<uint32_t>(tokens), mark = blank + 1;
  thread_local std::vector<uint32_t> copied;
  thread_local std::vector<size_t> blanks;  // before each token: the authors' program leaves none before the mark
  copied.clear();
  blanks.assign(copies, 0);
  for (size_t i = 2 * copies + 1; i < length; ++i) ++blanks[draw_below(draw, copies)];
  for (size_t i = 0; i < copies; ++i) {
    copied.push_back(draw_below(draw, tokens));
    for (size_t j = 0; j < blanks[i]; ++j) episode.show(blank);
    episode.show(copied.back());
  }
  episode.show(mark);
  for (const uint32_t token : copied) episode.step(blank, token);
}

/// Tokens 0 … tokens − 1, then the mark.
void draw_compressed(Stream& draw, size_t tokens, size_t length, ProblemEpisode& episode) {
  for (size_t i = 0; i + 1 < length; ++i) episode.show(draw_below(draw, tokens));
  episode.show(static_cast<uint32_t>(tokens));
  for (size_t i = 0; i + 1 < length; ++i) episode.ask(episode.shown[i]);
}

void draw_induction(Stream& draw, size_t tokens, size_t length, ProblemEpisode& episode) {
  const auto mark = static_cast<uint32_t>(tokens);
  const size_t place = draw_below(draw, length - 2);
  for (size_t i = 0; i + 1 < length; ++i) episode.show(i == place ? mark : draw_below(draw, tokens));
  episode.step(mark, episode.shown[place + 1]);
}

/// The value of each key, by a permutation that never changes.
std::vector<uint32_t> memorised(size_t keys, size_t values) {
  constexpr uint64_t kSeed = 12345;  // the authors', whose permutation is NumPy's
  Stream draw(kSeed, Split::kTrain, Purpose::kPermutation, 0);
  std::vector<uint32_t> all(values);
  std::iota(all.begin(), all.end(), static_cast<uint32_t>(keys));
  for (size_t i = 0; i < keys; ++i) std::swap(all[i], all[i + draw_below(draw, values - i)]);
  all.resize(keys);
  return all;
}

/// A problem whose tokens are its classes too, by number.
Problem numbered(size_t vocabulary, size_t shortest, std::function<void(Stream&, size_t, ProblemEpisode&)> draw) {
  Problem problem{numbered_names(vocabulary), numbered_names(vocabulary), std::move(draw)};
  problem.shortest = shortest;
  return problem;
}

Problem recall(size_t vocabulary, double noise, size_t noise_tokens) {
  if (noise_tokens + 2 > vocabulary)
    throw InputError(
        fmt::format("task.noise-tokens: got {}; at most {} is needed, for a key and a value are left of "
                    "task.vocabulary ({})",
                    noise_tokens, vocabulary - 2, vocabulary));
  const size_t plain = vocabulary - noise_tokens;
  const Recall draws{plain / 2, plain - plain / 2, noise_tokens, noise};
  return numbered(vocabulary, 4,
                  [draws](Stream& draw, size_t length, ProblemEpisode& episode) { draws.draw(draw, length, episode); });
}

Problem fuzzy_recall(size_t vocabulary, size_t motif) {
  const size_t plain = vocabulary - 1;  // the authors' last token is their silence
  need_tokens(vocabulary, 2 * motif + 1, fmt::format(" with task.motif {}", motif));
  const FuzzyRecall draws{plain / 2, plain - plain / 2, motif};
  return numbered(vocabulary, 6 * motif + 1,
                  [draws](Stream& draw, size_t length, ProblemEpisode& episode) { draws.draw(draw, length, episode); });
}

}  // namespace

std::vector<std::string> mad_names() {
  std::vector<std::string> names;
  for (const Published& one : kPublished) names.emplace_back(one.name);
  return names;
}

size_t mad_length(const std::string& name) { return published(name).length; }

Problem mad_problem(const MadSettings& settings) {
  const std::string& name = settings.name;
  const size_t vocabulary = settings.vocabulary > 0 ? settings.vocabulary : published(name).vocabulary;
  need_tokens(vocabulary, 3);
  if (name == "in-context-recall") return recall(vocabulary, 0, 0);
  if (name == "noisy-recall") return recall(vocabulary, settings.noise, settings.noise_tokens);
  if (name == "fuzzy-recall") return fuzzy_recall(vocabulary, settings.motif);
  if (name == "selective-copying") {
    Problem copying =
        numbered(vocabulary, 2 * settings.copies + 1,
                 [vocabulary, copies = settings.copies](Stream& draw, size_t length, ProblemEpisode& episode) {
                   draw_selective(draw, vocabulary - 2, copies, length, episode);
                 });
    copying.holds = [copies = settings.copies](size_t) { return copies; };
    return copying;
  }
  if (name == "compression") {
    Problem compression = numbered(vocabulary, 2, [vocabulary](Stream& draw, size_t length, ProblemEpisode& episode) {
      draw_compressed(draw, vocabulary - 1, length, episode);
    });
    compression.holds = [](size_t length) { return length - 1; };
    return compression;
  }
  if (name == "induction")
    return numbered(vocabulary, 4, [vocabulary](Stream& draw, size_t length, ProblemEpisode& episode) {
      draw_induction(draw, vocabulary - 1, length, episode);
    });
  const size_t keys = (vocabulary - 1) / 2, values = vocabulary - 1 - keys;
  return numbered(vocabulary, 2,
                  [keys, mark = static_cast<uint32_t>(vocabulary - 1), value_of = memorised(keys, values)](
                      Stream& draw, size_t length, ProblemEpisode& episode) {
                    for (size_t i = 0; i < length / 2; ++i) {
                      const uint32_t key = draw_below(draw, keys);
                      episode.show(key);
                      episode.step(mark, value_of[key]);
                    }
                  });
}

}  // namespace tapehead
