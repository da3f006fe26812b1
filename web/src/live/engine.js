// The page's interface to the engine: texts and numbers in, JSON and numbers out.

import { unpacked } from "../shared/unpacked.js";

const NO_SYSTEM = 52; // WASI's "not supported": the engine runs without clock, files and environment

export async function startEngine(packed) {
  const module = await WebAssembly.compile(await unpacked(packed));
  let memory = null;
  const own = {
    environ_sizes_get: (count, size) => {
      new DataView(memory.buffer).setUint32(count, 0, true);
      new DataView(memory.buffer).setUint32(size, 0, true);
      return 0;
    },
    proc_exit: (status) => {
      throw new Error(`engine: ended with ${status}`);
    },
    emscripten_notify_memory_growth: () => {},
  };
  const imports = {};
  for (const each of WebAssembly.Module.imports(module))
    (imports[each.module] ??= {})[each.name] = own[each.name] ?? (() => NO_SYSTEM);
  const { exports } = await WebAssembly.instantiate(module, imports);
  memory = exports.memory;
  exports._initialize?.();
  return new Engine(exports);
}

class Engine {
  constructor(exports) {
    this.exports = exports;
  }

  /** Calls with texts and arrays copied into the engine's memory, freed afterwards. Throws the engine's errors. */
  call(name, ...given) {
    const rooms = [],
      arguments_ = given.flatMap((each) => {
        if (typeof each === "number") return [each];
        const bytes =
          typeof each === "string"
            ? new TextEncoder().encode(each + "\0")
            : new Uint8Array(each.buffer, each.byteOffset, each.byteLength);
        const room = this.exports.tapehead_room(Math.max(bytes.length, 1));
        if (!room) throw new Error("memory: got more than a page has; a smaller memory or episode is needed");
        new Uint8Array(this.exports.memory.buffer).set(bytes, room);
        rooms.push(room);
        return typeof each === "string" ? [room] : [room, each.length];
      });
    try {
      const told = JSON.parse(this.text(this.exports["tapehead_" + name](...arguments_)));
      if (told.error !== undefined) throw new Error(told.error);
      return told;
    } finally {
      for (const room of rooms) this.exports.tapehead_give_back(room);
    }
  }

  text(at) {
    const bytes = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  /** checkpoint: bytes; options: {name: value}. */
  open(checkpoint, options = {}) {
    return new Machine(this, this.call("open", checkpoint, lines(options)));
  }

  /** Whether such a machine can have other slots than it was trained with; about: what open() tells of it. */
  resizes(checkpoint, about) {
    const slots = Number(about.options["memory.slots"] ?? 0);
    if (slots === 0) return false;
    try {
      this.open(checkpoint, { "memory.slots": slots + 1 }).close();
      return true;
    } catch {
      return false;
    }
  }
}

function lines(options) {
  return Object.entries(options)
    .map(([name, value]) => `${name} = ${String(value).replace(/\n/g, " ")}\n`)
    .join("");
}

/** changes: [{name, shown, row, column, value}] */
function changeLines(changes) {
  return changes.map((each) => [each.name, each.shown, each.row, each.column, each.value].join("\t") + "\n").join("");
}

class Machine {
  constructor(engine, about) {
    this.engine = engine;
    this.about = about;
    this.number = about.machine;
  }

  close() {
    this.engine.exports.tapehead_close(this.number);
  }

  tell(name, ...given) {
    const told = this.engine.call(name, this.number, ...given),
      { exports } = this.engine;
    const from = exports.tapehead_numbers(this.number),
      count = exports.tapehead_numbers_count(this.number);
    told.numbers = new Float32Array(exports.memory.buffer, from, count).slice();
    for (const view of told.views ?? [])
      view.data = told.numbers.subarray(view.from, view.from + view.rows * view.columns);
    return told;
  }

  draw(options, seed = 1, episode = 0, bits = []) {
    return this.tell("draw", lines(options), seed, episode, Uint8Array.from(bits));
  }
  story(statements, question, answer = "") {
    return this.tell("tell", statements, question, answer);
  }
  ask(line) {
    return this.tell("ask", line);
  }
  put(numbers) {
    return this.tell("put", Float32Array.from(numbers));
  }
  begin(changes = []) {
    return this.tell("begin", changeLines(changes));
  }
  step(changes = []) {
    return this.tell("step", changeLines(changes));
  }
  say(previous, changes = []) {
    return this.tell("say", previous, changeLines(changes));
  }
  run(changes = []) {
    return this.tell("run", changeLines(changes));
  }
}
