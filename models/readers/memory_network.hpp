#pragma once
// The memory network with supervised supporting facts.

#include <span>

#include "autodiff/tape/scope.hpp"
#include "models/model.hpp"
#include "models/readers/asked.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct MemoryNetworkSettings {
  size_t words = 0;       ///< of the vocabulary
  size_t width = 50;      ///< of an embedding
  size_t hops = 2;        ///< facts looked up; the most of them where adaptive
  bool latest = true;     ///< the words of the fact found last have their own vectors
  bool adaptive = false;  ///< a special fact, "no more", ends the search
  bool time = true;       ///< the relative age of facts is a feature
  Real margin = 0.1;      ///< of the ranking loss
};

/// Looks up supporting facts one by one and answers with a word (Weston, Chopra & Bordes 2014, "Memory networks",
/// sections 3.1 and 3.4; the end of the search from Weston et al. 2015, "Towards AI-complete question answering",
/// section 5, "Adaptive memories"). The input x = [question, facts found] is the sum of its words' vectors. A word has
/// one vector as part of a question, one as part of the fact found last, one as part of those found before it (the
/// authors have one for all facts found, which cannot tell where somebody went first from where she went then), and one
/// as part of a candidate, so that
///
///     s(x, y)     = Φx(x)ᵀUᵀUΦy(y)                               how well candidate y fits x (eq. 5)
///     s(x, y, y') = Φx(x)ᵀUᵀU(Φy(y) − Φy(y') + Φt(x, y, y'))     how much better than y' (section 3.4)
///     Φt          = [x is older than y, x is older than y', y is older than y']
///
/// The fact found is the winner of a tournament, the newest candidate first. The question is younger than every fact;
/// afterwards x is as old as the fact found last. "No more" has no age, and so no features. The answer is the word w
/// that fits x best, with other word vectors; its logits are the s_R(x, w).
///
/// Training uses the question's supports, in order: the loss is max(0, margin − lead of the right one), summed over all
/// wrong facts of every hop, and over all wrong words given the right facts (eqs. 6–8; the authors draw one wrong fact
/// and word each). Two facts are compared as in the tournament, the older one as y (the authors train the other order
/// too; there Φt is 0 at first, so nothing distinguishes a fact from a younger identical one, and that irreducible loss
/// did harm). A search longer than the list of supports ends with "no more", or, without such a fact, finds the last
/// support again; a shorter one takes the first supports. Where a question has no supports, adaptive searches end at
/// once; others continue by the network's own choice, without a loss.
class MemoryNetwork final : public Model {
 public:
  MemoryNetwork(const Scope& scope, const MemoryNetworkSettings& settings);

  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  State state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const override;
  bool has_own_objective() const override { return true; }

 private:
  /// The state of a question's search.
  struct Search {
    uint32_t latest;    ///< the fact it found last
    uint32_t replaced;  ///< the one that was the latest before this hop, if any
    uint32_t fact;      ///< found by this hop
    bool is_over;       ///< it has ended
    bool is_taught;     ///< `fact` is given by the question's supports
  };
  /// U, by the features it is for.
  struct Vectors {
    Parameter question, latest, earlier, candidate;
  };
  struct Scores {
    Var facts;  ///< s(x, y): statements (and "no more" last, where adaptive)×1
    Var ages;   ///< the age features' weights, Φx(x)ᵀUᵀU at them: 3×1
  };

  /// What a search begins with.
  struct Read {
    Var facts;               ///< candidates()
    Var to_find, to_answer;  ///< the question, for a fact and for the answer: width×1
  };
  Read read(Tape& tape, std::span<const Asked> asked) const;
  Var candidates(Tape& tape, std::span<const Asked> asked) const;
  void find(const Scores& scores, size_t hop, bool is_training, std::span<const Asked> asked,
            std::span<Search> searches) const;
  uint32_t winner(const Scores& scores, size_t number, size_t statements, uint32_t latest) const;
  Var facts_loss(const Scores& scores, std::span<const Asked> asked, std::span<const Search> searches) const;
  Var answers_loss(Var logits, std::span<const Asked> asked) const;
  Var short_of_margin(Var lead, Var counts) const;

  MemoryNetworkSettings settings_;
  Vectors of_facts_, of_answers_;  ///< for s and for s_R
  Parameter ages_{}, no_more_{};   ///< the candidates' further features: Φt, and that of "no more"
};

}  // namespace tapehead::inline TAPEHEAD_REAL
