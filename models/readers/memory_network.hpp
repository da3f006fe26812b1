#pragma once
// The memory network that is told which facts support an answer.

#include <span>

#include "autodiff/tape/scope.hpp"
#include "models/model.hpp"
#include "models/readers/asked.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct MemoryNetworkSettings {
  size_t words = 0;       ///< of the vocabulary
  size_t width = 50;      ///< numbers of an embedding
  size_t hops = 2;        ///< facts that are looked up; where adaptive, at most
  bool latest = true;     ///< words of the fact found last have vectors of their own
  bool adaptive = false;  ///< the search ends where a fact of its own, "no more", wins
  bool time = true;       ///< which of two facts is older counts
  Real margin = 0.1;      ///< by which what is right is to win
};

/// Looks up supporting facts one by one and answers with a word (Weston, Chopra & Bordes 2014, "Memory networks",
/// sections 3.1 and 3.4; the end of the search from Weston et al. 2015, "Towards AI-complete question answering",
/// section 5, "Adaptive memories"). What was read, x = [question, facts found], is the sum of its words' vectors; a
/// word has one as part of a question, one as part of the fact found last, one as part of those found before it (the
/// authors have one for all that was found, which cannot tell where somebody went first from where she went then), and
/// one as part of a candidate, so that
///
///     s(x, y)     = Φx(x)ᵀUᵀUΦy(y)                               how well candidate y fits x (eq. 5)
///     s(x, y, y') = Φx(x)ᵀUᵀU(Φy(y) − Φy(y') + Φt(x, y, y'))     how much better than y' (section 3.4)
///     Φt          = [x is older than y, x is older than y', y is older than y']
///
/// The fact found is the winner of a tournament, the newest candidate first. The question is younger than every fact;
/// from then on x is as old as the fact found last. "No more" has no age, and so no features. The answer is the word w
/// that fits x best, all words having other vectors for this; its logits are the s_R(x, w).
///
/// Training goes by the question's supports, in their order: it pays max(0, margin − lead of
/// what is right) for all wrong facts of every hop, and for all wrong words given the right facts (eqs. 6–8; the
/// authors draw one wrong of each). Two facts are compared as the tournament does it, the older one as y (the authors
/// train the other order too; there Φt is 0 at first, so that nothing can tell one from a younger one alike, and that
/// cost, which never ends, did harm). A search longer than the list of supports ends with "no more", or, where there is
/// no such fact, finds the last of them again; a shorter one takes the first. Where a question has no supports,
/// adaptive searches end at once; others go on by the network's own choice, which teaches them nothing.
class MemoryNetwork final : public Model {
 public:
  MemoryNetwork(const Scope& scope, const MemoryNetworkSettings& settings);

  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  bool has_own_objective() const override { return true; }

 private:
  /// How far a question's search is.
  struct Search {
    uint32_t latest;    ///< fact that it found last
    uint32_t replaced;  ///< the one that was the latest until this hop, where it was
    uint32_t fact;      ///< what this hop finds
    bool is_over;       ///< it finds nothing more
    bool is_taught;     ///< `fact` is what the question's supports say
  };
  /// U, by the features it is for.
  struct Vectors {
    Parameter question, latest, earlier, candidate;
  };
  struct Scores {
    Var facts;  ///< s(x, y): statements (and last "no more", where adaptive)×1
    Var ages;   ///< what the features weigh, Φx(x)ᵀUᵀU at them: 3×1
  };

  Var candidates(Tape& tape, std::span<const Asked> asked) const;
  void find(const Scores& scores, size_t hop, bool is_training, std::span<const Asked> asked,
            std::span<Search> searches) const;
  uint32_t winner(const Scores& scores, size_t number, size_t statements, uint32_t latest) const;
  Var facts_loss(const Scores& scores, std::span<const Asked> asked, std::span<const Search> searches) const;
  Var answers_loss(Var logits, std::span<const Asked> asked) const;
  Var short_of_margin(Var lead, Var counts) const;

  MemoryNetworkSettings settings_;
  Vectors of_facts_, of_answers_;  ///< for s and for s_R
  Parameter ages_{}, no_more_{};   ///< candidates' further features: Φt, and that of "no more"
};

}  // namespace tapehead::inline TAPEHEAD_REAL
