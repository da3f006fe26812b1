#!/usr/bin/python3
"""Every op has a row in the table of ops (op_rows.cpp), so that its gradient is checked."""
import os
import pathlib
import re
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
FLOORS = ["autodiff", "attention", "controllers", "memory", "models"]

# Functions from Vars to Vars that are no ops.
NO_OPS = {"like": "makes room, and records nothing",
          "drawn": "makes a constant",
          "activate": "calls the op that an option names",
          "sharpening": "softplus, scale and shift",
          "action_strengths": "scale and sigmoid",
          "unit_length": "multiply, inverse_sqrt and sum_rows",
          "mean_of": "divide and shift",
          "share_that_is_new": "divide, shift and relu, stopped",
          "answers_of": "sorts a model's answers to the steps",
          "answers_at": "chosen_columns, where there are many outputs, and what makes them",
          "linear_answers": "answers_at, by linear",
          "sequence_loss": "calls the op of the task's scoring",
          "objective_of": "sequence_loss, or a model's own",
          "label_smoothing": "multiply and sum",
          "logits_of": "shift and log",
          "of_writers": "columns and beside",
          "entropy_cost": "entropy, of the looks that count",
          "guidance_cost": "log, of the looks that tell of a place",
          **dict.fromkeys(["chosen_writes", "dense_rows", "dense_weights"], "a copy for who looks inside"),
          **dict.fromkeys(["settled_rows", "settled_links"], "a copy that is carried to another round")}

COMMENT = re.compile(r"//[^\n]*")
# From the start of a line: a function's return type, name and parameters, over several lines if needed.
FUNCTION = re.compile(r"^(?!return\b|using\b|typedef\b|namespace\b|struct\b|class\b)(?:template <[^\n]*>\s)?"
                      r"([A-Za-z_][\w:<>,&* ]*?[\s&*>])((?:\w+::)*\w+)\(([^;{]*)\)", re.MULTILINE)
STRUCT = re.compile(r"^(?:struct|class) (\w+)[^;{]*\{(.*?)^\};", re.MULTILINE | re.DOTALL)


def hold_vars(texts):
    """The types that are or contain Vars: `Var`, and the structs with such members."""
    found, before = {"Var"}, set()
    while found != before:
        before = set(found)
        member = re.compile(rf"^  (?:[\w:]+<)*(?:{'|'.join(sorted(found))})\b[^()\n]*;", re.MULTILINE)
        found |= {name for text in texts for name, body in STRUCT.findall(COMMENT.sub("", text)) if member.search(body)}
    return found


def ops(text, types):
    """The functions of a header that take one of these types and return one, several or a list of them."""
    one = re.compile(rf"\b(?:{'|'.join(sorted(types))})\b")
    return {name for returned, name, taken in FUNCTION.findall(COMMENT.sub("", text))
            if one.search(returned) and one.search(taken)}


def recorders(text):
    """The functions of a source that record on the tape. A file-local function counts for its callers."""
    local = {match[2] for part in re.findall(r"^namespace \{$(.*?)^\}  // namespace$", text, re.MULTILINE | re.DOTALL)
             for match in FUNCTION.finditer(part)}
    code, bodies = COMMENT.sub("", text), {}
    starts = [(match[2].split("::")[-1], match.start()) for match in FUNCTION.finditer(code)]
    for (name, start), (_, end) in zip(starts, [*starts[1:], ("", None)]):
        bodies[name] = bodies.get(name, "") + code[start:end]
    found = {name for name, body in bodies.items() if re.search(r"(?:->|\.)record(?:_by_item)?\(", body)}
    while found & local:
        name = min(found & local)
        local.remove(name)
        found.remove(name)
        call = re.compile(rf"\b{name}(<\w+>)?\(")
        found |= {caller for caller, body in bodies.items() if caller != name and call.search(body)}
    return found


def rows(text):
    """Ops with a row, by the rows' layout: the name that begins a row, up to a comma, or the argument of a function
    that makes several. Inputs have names too, but are indented further."""
    return set(re.findall(r'^(?:      \{|  append\(broadcast_rows\()"(\w+)(?:, [^"]*)?"', text, re.MULTILINE))


def texts(pattern):
    return [path.read_text(encoding="utf-8") for floor in FLOORS for path in sorted((SOURCE / floor).rglob(pattern))]


class EveryOpHasARow(unittest.TestCase):
    def test_every_op_has_a_row(self):
        headers = texts("*.hpp")
        types = hold_vars(headers)
        declared = set().union(*(ops(text, types) for text in headers))
        recorded = set().union(*(recorders(text) for text in texts("*.[ch]pp")))
        checked = set().union(*(rows(text) for text in texts("*op_rows.cpp")))
        self.assertLessEqual({"softmax", "embed", "attend", "gru_cell", "advance", "retention"}, declared)
        self.assertLessEqual({"softmax", "embed", "attend", "gru_cell", "advance", "stack", "beside"}, recorded)
        self.assertLessEqual(set(NO_OPS), declared, "no longer there")
        self.assertEqual(sorted((declared | recorded) - checked - set(NO_OPS)), [],
                         "ops without a row in their floor's op_rows.cpp")

    def test_ops_of_a_header(self):
        types = hold_vars(["struct Pair {\n  Var a;  ///< one\n};\nstruct Many {\n  std::vector<Pair> all;\n};\n"
                           "struct Size {\n  int rows(Var x);\n};\n"])
        self.assertEqual(types, {"Var", "Pair", "Many"})
        header = ("Var add(Var a, Var b);\nPair both(std::span<const Var> x,\n          Real y);\n// Var old(Var x);\n"
                  "std::array<Var, 2> two(const Many& m);\nMany start(Tape& tape);\ninline size_t count(Var x) {\n"
                  "struct Var {\n  Var rows(Var x);\n};\nvoid watch(Var x);\n"
                  "template <class T>\nVar map(Var x, T f);\n")
        self.assertEqual(ops(header, types), {"add", "both", "two", "map"})

    def test_recorders_of_a_source(self):
        source = ("namespace {\ntemplate <bool kFast>\nVar helper(Var x) {\n"
                  "  return x.tape->record(x, {}, [=] {});\n}\n}  // namespace\n"
                  "Var one(Var x) { return helper<true>(x); }\nVar other(Var x) {\n  // tape.record(\n  return x;\n}\n"
                  "Var Part::hidden(Var x) const {\n  return tape.record(x, {}, [=] {});\n}\n")
        self.assertEqual(recorders(source), {"one", "hidden"})

    def test_rows(self):
        self.assertEqual(rows('      {"add", {}},\n      {"sum, of one",\n       {{"x", 3}},\n'
                              '  append(broadcast_rows("mul", mul));\n  return {{"usage", 7, 1}};\n'),
                         {"add", "sum", "mul"})


if __name__ == "__main__":
    unittest.main()
