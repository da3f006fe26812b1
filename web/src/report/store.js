// State shared by the sections: the ticked runs and the chosen one. Listeners are called when it changes.

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
