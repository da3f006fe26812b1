"""What report.py puts into its page: data, gathered with the modules of plot.py, compare.py and sweep.py.

gather          the runs, and what they are called      data     all of it together
runs, curves, generalisation                            arrays   packed numbers of a trace
tables, profiles, sweeps, sampled                       episode  a trace as the program wrote it
players         who has one; asks the program           panels, stages, story, spoken   what is shown of a trace
score           what tracks are made from
page            escapes the data and puts it in         sentences, explanation          what is said of it

The page, page.html, is a built asset with one place for one JSON object. `X | null` is what may be missing; numbers are
finite, infinite ones null. All text is shown as text.

{ "version": 1, "metrics": {name: what a person calls it, with its unit}, "title", "made": "2026-11-21 22:10 UTC",
"guesses": {metric: {guesser: the metric of what it gets in it}}, "notes": [sentences],
  "not_compared": which runs are in no table and no profile, and why, in a sentence; empty where all are,
  "runs": [{ "name": its group's and its seed, "directory": as given, "group": index in groups,
      "task", "model", "controller", "memory", "addressing", "seed": number, or text of a restart,
      "status": "solved|finished|diverged|unfinished", "unconfirmed": true if solved, but not by its final score,
      "sequences", "solved_at": n | null,
      "cost_name": its goal, a metric's name | null, "cost": x | null, "seconds", "speed": sequences a second,
      "parameters", "state": numbers carried from step to step | null, "state_each_step" and
      "state_each_said": what each adds | null,
      "options": {name: text}, "manifest": {name: text}, "command": what makes the run again, "curves":
      {"METRIC/SPLIT": [[sequences], [values]]}, "generalisation": [{"setting": "task.length=60", "axis": name | null,
      "at": 60 | null, "episodes",
          "values": {metric: x}}], a setting once for each axis that goes through it,
      "trace": index in traces | null, "no_trace": why there is none | null }],
  "looks": {number: {"colour", "dark": on a dark page, "dash": "-|--|:|-.", "marker"}}, of the groups,
  "answers": [{ "task", "sentences", "rows": [{"name", "look", "letters"}], the best first,
      "panels": [{"label", "threshold": x | null, "values": [[[x | null, whether it is reached]]]}] }], logarithmic,
  "groups": [{ "name", "label": what sets it apart, "task", "look": its number in looks, "runs": [indices],
      "curves": {"METRIC/SPLIT": {"x", "median", "low", "high"}}, empty for a single run, "curves_note",
      "generalisation": {axis: {metric: {"x", "median", "low", "high"}}}, "trained": {axis: [least, most]} }],
  "tables": [{ "title", "task", of a single one, "note",
      "columns": [{"name", "kind": "text|number|interval"}], "rows": [cells] }],
      a cell: text, {"value", "text"} or {"value", "low", "high", "text"}; "text" is what compare.py prints
  "profiles": [{ "title", "task", of a single one, "note", "x_name", "y_name", "x_log",
      "step": the value holds up to the next x, "low", "high": ends of the y axis,
      "lines": [{"name", "look", "x", "y", "low" | null, "high" | null}] }],
  "sweeps": [{ "name", "objective", "note",
      "axes": [{"name", "kind": "number|choice", "log", "values": of a choice}],
      "points": [{"run", "run_index": n | null, "state": "complete|diverged|pruned|fail", "value": x | null,
          "at": a number or the index of the choice, null where the point has no such option, one an axis}],
      "importance": [{"option", "share", "low": null, "high": null}], "importance_note" }],
  "traces": [{ "run": index, "title", "steps": T, "step_name": "step|hop|statement", "step_labels": [T texts], optional,
      "episode": alike where two traces show the same episode, "notes": [what was left out],
      "score": {"views": [{"name", "rows", "columns": how many, "row", "column": a word or names joined by commas,
          "title", "low", "high": optional, "across": columns of a picture's grid, optional}],
          "parts": [memory, model], of which "signals" tells, "scoring": "bits|classes",
          "names": {what rows are: their names, "class": those of the answers}},
      "arrays": {name: {"shape": [T, rows] or [T, columns, rows], "low", "high", "depth": 8|16, "data"}},
      "panels": in drawing order }],
  "signals": runs/signals.json,
  "alone": true of a trace by itself, which only the player is shown of; its run has a name and the trace,
  "explanation": docs/how-it-works.md as explanation.blocks() has it; empty where there is no trace }

Heads are columns. An array's "data" is base64 of gzip of unsigned little-endian integers q; a value is
low + q·(high − low)/(2^depth − 1). A panel has a "title"; "says", what it is in a sentence, and "about", the id of the
heading in the explanation that says more. "array" and "head" (0 where not said) name what it shows:

  sequence   "title", "array" [T, rows], "map": "unit|positive|diverging", "rows": names, "mask": array; rows × time
  over-time  "title", "array", "head", "map", "row_name"; rows × time
  matrix     "title", "array", "map", "row_name", "column_name"; rows × columns at the present step
  stages     "title", "stages": [{"title", "array", "head", "scalars": [{"name", "array", "head", "row"}]}]; at the
             present step, one leads to the next
  story      "title", "statements", "question", "answer", "given", "right", "supports": [numbers from 0],
             "columns": "hop|slot", "array": [hops, 1, newest statements] or [statements, 1, slots], "attention": of
             slots, "classes", "chances"
  alignment  "title", "source", "target": tokens; "first": the step of the target's first; "said": [[tokens, whether it
             is another]] for each token of the target, what is said in free decoding, optional;
             "array": [T, heads, source], optional; "aligned": [which token of the source each comes from | null],
             optional

The page shows each kind; only Python knows what a memory's arrays mean, and panels.py gives one it has never heard of
pictures by its shape.
"""
