"""The live page: trained machines that run in a browser. It combines the engine as WebAssembly (engine.wasm, which
scripts/live.sh builds from live/) with the page built from web/. Everything is embedded as text: the file opens from
disk and loads nothing."""
