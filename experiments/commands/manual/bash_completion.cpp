#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "experiments/commands/manual/arguments.hpp"
#include "experiments/commands/manual/completions.hpp"
#include "experiments/files/shell_word.hpp"

namespace tapehead {
namespace {

constexpr std::string_view kBashHead =
    R"(# Completes the command lines of tapehead in bash. Made by "tapehead completion bash" from the program's own tables.

# The words up to the cursor, in `words`. bash cuts them at "=" and ":" too (COMP_WORDBREAKS), and at what users add to
# that; here a word ends where a blank does.
_tapehead_words() {
  local line=${COMP_LINE:0:COMP_POINT} i piece
  words=()
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    piece=${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || piece=${line#"${line%%[![:blank:]]*}"}
    if ((i == 0)) || [[ $line == [[:blank:]]* ]]; then
      words+=("$piece")
    else
      words[${#words[@]} - 1]+=$piece
    fi
    line=${line#*"$piece"}
  done
}
)";

constexpr std::string_view kBashTail = R"(
_tapehead() {
  local words names kind most used=' ' option= stem= seen=0 i word
  COMPREPLY=()
  _tapehead_words
  local last=$((${#words[@]} - 1))
  local current=${words[last]} command=${words[1]}
  local kept=${current%"$2"} # what readline leaves as it is, before that which is offered
  if [[ $current == *[\<\>]* || ${words[last - 1]} == *[\<\>] ]]; then
    compopt -o default # a redirection's file
    return
  fi
  for ((i = 2; i < last; ++i)); do
    word=${words[i]}
    if [[ -n $option ]]; then
      option= # this was its value
    elif [[ $word == --* ]]; then
      used+="${word%%=*} "
      _tapehead_values "$command" "$word"
      [[ $word == *=* || $kind == none ]] || option=$word
    else
      ((seen += 1))
    fi
  done
  if [[ -z $option && $current == --*=* ]]; then option=${current%%=*} stem=${current%%=*}=; fi
  if ((last == 1)); then command=; fi
  _tapehead_values "$command" "$option"
  if [[ -z $option ]] && { [[ $current == -* ]] || ((seen >= most)); }; then
    _tapehead_options "$command"
  fi
  case $kind in
    names | run)
      for word in "${names[@]}"; do
        [[ $used == *" $word "* || $stem$word != "$current"* ]] || COMPREPLY+=("$stem$word")
      done
      COMPREPLY=("${COMPREPLY[@]#"$kept"}")
      if [[ $kind == run ]]; then compopt -o plusdirs; fi
      ;;
    file | folder)
      if [[ $kept == "$stem"* ]]; then # readline's own completion, which knows about quotes
        if [[ $kind == file ]]; then compopt -o default; else compopt -o dirnames; fi
      else
        if [[ $kind == folder ]]; then kind=directory; fi
        mapfile -t COMPREPLY < <(compgen -A "$kind" -P "$stem" -- "${current#"$stem"}")
        compopt -o nospace
      fi
      ;;
  esac
}

complete -F _tapehead tapehead
)";

std::string array_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + shell_word(word);
  return "names=(" + text + ")";
}

std::string assignments(const Values& values) {
  switch (values.kind) {
    case Values::Kind::kNone: return "kind=none";
    case Values::Kind::kAny: return "kind=any";
    case Values::Kind::kFile: return "kind=file";
    case Values::Kind::kFolder: return "kind=folder";
    case Values::Kind::kRun: return "kind=run " + array_of(values.names);
    case Values::Kind::kNames: break;
  }
  return "kind=names " + array_of(values.names);
}

std::string options_function(const std::vector<Command>& commands) {
  std::string text =
      "\n# _tapehead_options COMMAND: its options, or the commands where it is none.\n_tapehead_options() {\n";
  text += "  kind=names\n  case $1 in\n";
  std::vector<std::string> first;
  for (const Command& command : commands) {
    first.push_back(command.name);
    std::vector<std::string> names;
    for (const TypedOption& option : own_options(command)) names.push_back(option.name);
    for (const TypedOption& option : setting_options())
      if (takes_setting(command, option.name.substr(2))) names.push_back(option.name);
    text += fmt::format("    {}) {} ;;\n", command.name, array_of(names));
  }
  for (const char* other : {"help", "--help", "--version"}) first.emplace_back(other);
  return text + fmt::format("    '') {} ;;\n    *) names=() ;;\n  esac\n}}\n", array_of(first));
}

/// Merges patterns with the same result: "    a | b) kind=… ;;".
class Cases final {
 public:
  void add(const std::string& pattern, const std::string& then) {
    const auto known = std::find_if(cases_.begin(), cases_.end(), [&](const auto& one) { return one.first == then; });
    if (known == cases_.end())
      cases_.push_back({then, {pattern}});
    else
      known->second.push_back(pattern);
  }

  std::string text() const {
    std::string all;
    for (const auto& [then, patterns] : cases_) all += fmt::format("    {}) {} ;;\n", fmt::join(patterns, " | "), then);
    return all;
  }

 private:
  std::vector<std::pair<std::string, std::vector<std::string>>> cases_;
};

std::string values_function(const std::vector<Command>& commands) {
  Cases positionals, own, settings;
  for (const Command& command : commands) {
    positionals.add(command.name + ":",
                    fmt::format("most={} {}", command.positionals.most, assignments(positional_values(command))));
    for (const TypedOption& option : own_options(command))
      own.add(command.name + ":" + option.name, assignments(option.values));
  }
  for (const TypedOption& option : setting_options())
    if (option.values.kind != Values::Kind::kAny) settings.add("*:" + option.name, assignments(option.values));
  return "\n# _tapehead_values COMMAND OPTION: what the option takes, or what the command takes where OPTION is empty, "
         "of\n"
         "# that at most so many.\n_tapehead_values() {\n  kind=any names=() most=0\n  case $1:$2 in\n" +
         positionals.text() + own.text() + settings.text() + "  esac\n}\n";
}

}  // namespace

std::string bash_completion(const std::vector<Command>& commands) {
  return std::string(kBashHead) + options_function(commands) + values_function(commands) + std::string(kBashTail);
}

}  // namespace tapehead
