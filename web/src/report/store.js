// What several sections share: which runs are ticked, which one is chosen. Sections are told when it changes.

export class Store {
  constructor(values) {
    this.values = values;
    this.listeners = [];
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    for (const [names, call] of [...this.listeners]) if (names.includes(name)) call();
  }

  on(names, call) {
    this.listeners.push([names, call]);
  }
}
