#pragma once
// Compositional table look-up (Liška, Kruszewski & Baroni 2018, "Memorize or generalize?"; Csordás, Irie & Schmidhuber
// 2022, "The neural data router").

#include "tasks/data/problems/problem.hpp"

namespace tapehead {

struct TableLookupSettings {
  size_t tables = 8;        ///< a, b, c …
  size_t symbols = 8;       ///< 0, 1, 2 …, which a table permutes
  bool backward = false;    ///< the tables stand before the symbol, the last to be applied first
  bool every_step = false;  ///< forward: each table's value is asked for, else the last one's alone
};

/// A symbol and tables that are applied to it one after the other; a length is their number.
///
///   forward    3 d a b    b(a(d(3)))          backward    b a d 3    the same
///
/// Tables are permutations that never change; they are not NumPy's, which the authors draw.
Problem table_lookup(const TableLookupSettings& settings);

}  // namespace tapehead
