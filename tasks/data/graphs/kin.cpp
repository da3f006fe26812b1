#include "tasks/data/graphs/kin.hpp"

#include <algorithm>
#include <vector>

#include "tasks/data/graphs/relations.hpp"

namespace tapehead {
namespace {

bool is_parent(uint32_t kind) { return kind <= kMother; }

bool is_man(std::span<const Triple> family, uint32_t person) {
  return std::any_of(family.begin(), family.end(), [&](const Triple& edge) {
    return edge.destination == person && edge.edge != kMother && edge.edge < kFirstDaughter;
  });
}

/// Calls `with` for each parent of a person that an edge tells, father and mother once or twice.
template <class With>
void for_each_parent(std::span<const Triple> family, uint32_t person, With with) {
  for (const Triple& edge : family) {
    if (is_parent(edge.edge) && edge.source == person) with(edge.destination);
    if (!is_parent(edge.edge) && edge.destination == person) with(edge.source);
  }
}

struct Ancestor {
  uint32_t person;
  size_t above;  ///< generations
  bool on_fathers_side;
};

/// A person and all its ancestors, the nearest first, on the father's side before the mother's.
std::vector<Ancestor> line_of(std::span<const Triple> family, uint32_t person) {
  std::vector<Ancestor> line{{person, 0, false}};
  for (size_t i = 0; i < line.size(); ++i) {
    const Ancestor below = line[i];
    std::vector<Ancestor> parents;
    for_each_parent(family, below.person, [&](uint32_t parent) {
      const bool father = is_man(family, parent);
      parents.push_back({parent, below.above + 1, below.above == 0 ? father : below.on_fathers_side});
    });
    std::stable_sort(parents.begin(), parents.end(),
                     [&](const Ancestor& a, const Ancestor& b) { return a.on_fathers_side > b.on_fathers_side; });
    for (const Ancestor& parent : parents)
      if (std::none_of(line.begin(), line.end(), [&](const Ancestor& one) { return one.person == parent.person; }))
        line.push_back(parent);
  }
  return line;
}

std::string greats(size_t count) {
  std::string text;
  while (count-- > 0) text += "great-";
  return text;
}

/// The name of one who is `down` generations below an ancestor `up` above.
std::string name_by_blood(size_t up, size_t down, bool on_fathers_side, bool man) {
  const std::string side = up < 2 ? "" : on_fathers_side ? "paternal " : "maternal ";
  const auto of_both = [&](const char* he, const char* she) { return man ? he : she; };
  if (up == 0) return down == 1 ? of_both("son", "daughter") : greats(down - 2) + of_both("grandson", "granddaughter");
  if (down == 0)
    return up == 1 ? of_both("father", "mother") : side + greats(up - 2) + of_both("grandfather", "grandmother");
  if (up == 1 && down == 1) return of_both("brother", "sister");
  if (up == 1) return greats(down - 2) + of_both("nephew", "niece");
  if (down == 1) return side + greats(up - 2) + of_both("uncle", "aunt");
  return up == 2 && down == 2 ? side + "cousin" : "";
}

/// Whether both are parents of one person.
bool have_a_child(std::span<const Triple> family, uint32_t one, uint32_t other) {
  const auto is_child = [&](uint32_t person) {
    bool of_one = false, of_other = false;
    for_each_parent(family, person, [&](uint32_t parent) {
      of_one = of_one || parent == one;
      of_other = of_other || parent == other;
    });
    return of_one && of_other;
  };
  return std::any_of(family.begin(), family.end(),
                     [&](const Triple& edge) { return is_child(edge.source) || is_child(edge.destination); });
}

}  // namespace

std::string kin_name(std::span<const Triple> family, uint32_t whose, uint32_t whom) {
  if (whose == whom) return "";
  const std::vector<Ancestor> ours = line_of(family, whose), theirs = line_of(family, whom);
  const Ancestor *up = nullptr, *down = nullptr;
  for (const Ancestor& one : ours)
    for (const Ancestor& other : theirs)
      if (one.person == other.person && (!up || one.above + other.above < up->above + down->above))
        up = &one, down = &other;
  const bool man = is_man(family, whom);
  if (up) return name_by_blood(up->above, down->above, up->on_fathers_side, man);
  return have_a_child(family, whose, whom) ? man ? "husband" : "wife" : "";
}

}  // namespace tapehead
