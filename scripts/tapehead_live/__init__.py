"""The live page: trained machines that run in a browser, by the engine as WebAssembly (engine.wasm, which
scripts/live.sh builds from live/). Everything is embedded as text: the page opens from disk and loads nothing."""
