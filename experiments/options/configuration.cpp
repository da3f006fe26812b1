#include "experiments/options/configuration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>

#include "autodiff/base/error.hpp"
#include "catalogue/options/part_list.hpp"
#include "experiments/options/universe.hpp"

namespace tapehead {
namespace {

/// Finds the value of each option, from the top choices down.
class Resolver final {
 public:
  Resolver(const Declarations& declarations, std::vector<Layer> layers)
      : declarations_(declarations), universe_(all_declarations(declarations)), layers_(std::move(layers)) {
    layers_.insert(layers_.begin(), Layer{"defaults", false, {}});  // for what a default that is an alias stands for
  }

  Configuration resolve() {
    select();
    for (const Option* option : result_.live)
      if (option->type != Option::Type::kPart) result_.settings.set(option->name, checked(*option, strongest(*option)));
    for (const auto& layer : layers_) {
      report_unused(layer);
      if (layer.must_apply) refuse_idle(layer);
    }
    return std::move(result_);
  }

 private:
  using LiveOptions = std::map<std::string, const Option*, std::less<>>;

  /// Chooses the rows, which make options live; values of other options are not looked at.
  void select() {
    for (auto& layer : layers_) {
      refuse_unknown(layer);
      std::vector<std::string> names;
      for (const auto& [name, unused] : layer.entries) names.push_back(name);
      for (const auto& name : names) {
        expand_alias(layer, name);
        choose_listed(layer, name);
      }
    }
    if (layers_.size() > 2) select_below();
    bring_to_life(declarations_.root);
  }

  /// Finds what was live for each weaker layer, before stronger ones were applied.
  void select_below() {
    Resolver below(declarations_, {layers_.begin() + 1, layers_.end() - 1});
    below.select();
    below_ = std::move(below.below_);
    auto& live = below_.emplace_back();
    for (const Option* option : below.result_.live) live.emplace(option->name, option);
  }

  void refuse_unknown(const Layer& layer) const {
    for (const auto& [name, entry] : layer.entries)
      if (!universe_.contains(name)) {
        const std::string where = entry.where.substr(0, entry.where.rfind(": "));
        throw unknown_option(where.empty() ? layer.name : where, name, names_of(universe_));
      }
  }

  const PartInfo* find_row(PartKind kind, const Layer::Entry& entry, const std::string& name) const {
    std::vector<std::string> valid;
    for (const PartInfo* row : declarations_.rows(kind)) {
      if (row->name == entry.value) return row;
      valid.push_back(row->name);
    }
    if (kind == PartKind::kTask && is_python_task(entry.value))
      throw InputError(
          fmt::format("{}{}: {} is one of a process of Python, and not known here; docs/python.md tells how it "
                      "is made known",
                      entry.where, name, entry.value));
    throw InputError(entry.where + unknown_name(name, printable(entry.value), valid));
  }

  /// Replaces an alias, in its own layer, by what it stands for. So `--model lstm` on the command line overrides a
  /// preset's memory, and `--memory ntm` there overrides that of a preset's `model = lstm`.
  void expand_alias(Layer& layer, const std::string& name) {
    const auto& declared = universe_.at(name);
    const Layer::Entry entry = layer.entries.at(name);
    if (declared.front().option->type != Option::Type::kPart) return;
    const PartInfo* row = find_row(declared.front().option->part, entry, name);
    if (row->stands_for.empty()) return;
    layer.entries.erase(name);
    for (const auto& [implied, value] : row->stands_for)
      imply(layer, name + " " + row->name, entry.where, implied, value);
    // The choice was typed under the alias' name: it must be reported if it has no effect.
    if (const auto own = layer.entries.find(name); own != layer.entries.end()) own->second.through = entry.through;
  }

  /// Lets a list of parts choose, in its own layer, the first of them, where the layer does not choose another of them
  /// itself; "none" where the list has only words. So `--model.mixers ntm,attention` stands for `--memory ntm` too.
  void choose_listed(Layer& layer, const std::string& name) {
    const Option& option = *universe_.at(name).front().option;
    if (option.type != Option::Type::kParts) return;
    const Layer::Entry entry = layer.entries.at(name);
    const std::string kind(kind_name(option.part));
    std::vector<std::string> valid = option.choices, parts;
    valid.push_back(kind);
    for (const PartInfo* row : declarations_.rows(option.part)) valid.push_back(row->name);
    for (const ListedPart& part : listed_parts(entry.where + name, entry.value)) {
      if (std::find(valid.begin(), valid.end(), part.name) == valid.end())
        throw InputError(unknown_name(entry.where + name, printable(part.name), valid));
      if (part.name == kind) return;  // whichever is chosen
      if (std::find(option.choices.begin(), option.choices.end(), part.name) == option.choices.end())
        parts.push_back(part.name);
    }
    const auto chosen = layer.entries.find(kind);
    if (chosen != layer.entries.end() && std::find(parts.begin(), parts.end(), chosen->second.value) != parts.end())
      return;
    imply(layer, name + " " + entry.value, entry.where, kind, parts.empty() ? "none" : parts.front());
  }

  static void imply(Layer& layer, const std::string& cause, const std::string& where, const std::string& name,
                    const std::string& value) {
    const auto [at, is_new] = layer.entries.try_emplace(name, Layer::Entry{value, where, cause});
    if (!is_new && at->second.value != value)
      throw InputError(fmt::format("{}{}: got {}, but {} stands for {} {}; one of the two is needed", at->second.where,
                                   name, printable(at->second.value), printable(cause), name, printable(value)));
  }

  void bring_to_life(const std::vector<Option>& options) {
    for (const auto& option : options)
      if (option.type == Option::Type::kLimits) set_limits(option);
    for (const auto& option : options)
      if (option.type != Option::Type::kLimits) settle(option);
  }

  void set_limits(const Option& option) {
    for (auto& layer : layers_) {
      const auto found = layer.entries.find(option.name);
      if (found == layer.entries.end()) continue;
      const Layer::Entry entry = found->second;
      for (const auto& target : option.both)
        imply(layer, option.name + " " + entry.value, entry.where, target, entry.value);
    }
    declare_live(option);
    result_.limits.push_back(&option);
  }

  void settle(const Option& option) {
    declare_live(option);
    result_.live.push_back(&option);
    if (option.type != Option::Type::kPart) return;
    if (!find_said(option)) {
      layers_.front().entries[option.name] = {option.value, "", ""};
      expand_alias(layers_.front(), option.name);
    }
    const Layer::Entry entry = strongest(option);
    const PartInfo* row = find_row(option.part, entry, option.name);
    if (!row->stands_for.empty()) throw std::logic_error("configuration: an alias stands for the alias " + row->name);
    result_.settings.set(option.name, row->name);
    result_.selected.emplace_back(option.part, row);
    bring_to_life(row->options);
  }

  void declare_live(const Option& option) {
    if (!live_names_.insert(option.name).second)
      throw std::logic_error("configuration: two selected parts declare " + option.name);
  }

  Layer::Entry strongest(const Option& option) const {
    const Layer::Entry* said = find_said(option);
    return said ? *said : Layer::Entry{option.value, "", ""};
  }

  /// The strongest layer's entry for the option; nullptr where its default applies.
  const Layer::Entry* find_said(const Option& option) const {
    for (size_t at = layers_.size(); at-- > 0;) {
      const auto found = layers_[at].entries.find(option.name);
      if (found == layers_[at].entries.end()) continue;
      if (!is_default_elsewhere(at, option, found->second)) return &found->second;
      at = 1;  // the weaker layers were overruled: only the first, of defaults, is left
    }
    return nullptr;
  }

  /// True where the layer, with those below it, chose another part that has the option too, and only repeats that
  /// part's default: nobody chose the value for the final part. A resolved config.ini is full of such values.
  bool is_default_elsewhere(size_t at, const Option& option, const Layer::Entry& entry) const {
    if (at == 0 || at > below_.size() || !entry.through.empty()) return false;
    const auto own = below_[at - 1].find(option.name);
    if (own == below_[at - 1].end() || own->second == &option) return false;
    try {
      return normal_value(*own->second, entry.value) == normal_value(*own->second, own->second->value);
    } catch (const InputError&) {
      return false;
    }
  }

  static std::string checked(const Option& option, const Layer::Entry& entry) {
    try {
      return normal_value(option, entry.value);
    } catch (const InputError& error) {
      const std::string through = entry.through.empty() ? "" : "from " + printable(entry.through) + ": ";
      throw InputError(entry.where + through + error.what());
    }
  }

  /// Reports an option of a part that is not selected in the end.
  void report_unused(const Layer& layer) {
    std::vector<std::string> unused;
    for (const auto& [name, entry] : layer.entries) {
      if (!entry.through.empty() || live_names_.contains(name)) continue;
      if (layer.must_apply)
        throw InputError(
            fmt::format("{}{}: an option of {}; selected: {}", entry.where, name, owners(name), selection()));
      unused.push_back(name);
    }
    if (!unused.empty())
      result_.notes.push_back(fmt::format("{}: ignored, for no selected part has them: {}; selected: {}", layer.name,
                                          fmt::join(unused, ", "), selection()));
  }

  /// Refuses an option that another option's value makes ineffective.
  void refuse_idle(const Layer& layer) const {
    for (const Option* option : result_.live) {
      const auto found = layer.entries.find(option->name);
      if (found == layer.entries.end() || option->counts(result_.settings)) continue;
      throw InputError(fmt::format("{}{}: an option of {} {}; selected: {} {}", found->second.where, option->name,
                                   option->goes_with, fmt::join(option->values, ", "), option->goes_with,
                                   result_.settings.text(option->goes_with)));
    }
  }

  /// "memory ntm, dnc"
  std::string owners(const std::string& name) const {
    std::map<PartKind, std::vector<std::string>> rows;
    for (const auto& declaration : universe_.at(name))
      if (declaration.row) rows[declaration.kind].push_back(declaration.row->name);
    std::string text;
    for (const auto& [kind, row_names] : rows)
      text += fmt::format("{}{} {}", text.empty() ? "" : "; ", kind_name(kind), fmt::join(row_names, ", "));
    return text;
  }

  /// "task copy, model memory-machine, ..."
  std::string selection() const {
    std::string text;
    for (const auto& [kind, row] : result_.selected)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kind_name(kind), row->name);
    return text.empty() ? "no part" : text;
  }

  const Declarations& declarations_;
  Universe universe_;
  std::vector<Layer> layers_;       // the weakest first; the first holds defaults
  std::vector<LiveOptions> below_;  // for all layers but the first and the last
  std::set<std::string> live_names_;
  Configuration result_;
};

}  // namespace

bool is_python_task(std::string_view name) {
  const auto word = [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(),
                                        [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.'; });
  };
  const size_t colon = name.find(':');
  return colon != name.npos && word(name.substr(0, colon)) && word(name.substr(colon + 1));
}

const Option* Configuration::find(std::string_view name) const {
  for (const auto* options : {&live, &limits})
    for (const Option* option : *options)
      if (option->name == name) return option;
  return nullptr;
}

bool Configuration::counts(std::string_view name) const {
  const Option* const option = find(name);
  return option && option->counts(settings);
}

Layer stored_layer(const Settings& settings, const std::string& name) {
  Layer layer{name, false, {}};
  for (const auto& [key, value] : settings.values()) layer.entries[key] = {value, name + ": ", ""};
  return layer;
}

Configuration resolve(const Declarations& declarations, std::vector<Layer> layers) {
  return Resolver(declarations, std::move(layers)).resolve();
}

std::string to_ini(const Configuration& configuration) {
  std::vector<std::pair<std::string, std::string>> groups;  // in order of appearance
  for (const Option* option : configuration.live) {
    const std::string first = option->name.substr(0, option->name.find('.'));
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == first; });
    if (group == groups.end()) group = groups.insert(groups.end(), {first, ""});
    group->second += fmt::format("{} = {}\n", option->name, configuration.settings.text(option->name));
  }
  std::string text;
  for (const auto& [unused, lines] : groups) text += (text.empty() ? "" : "\n") + lines;
  return text;
}

}  // namespace tapehead
