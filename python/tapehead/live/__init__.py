"""The live page: trained machines that run in a browser, by the engine as WebAssembly (engine.wasm, which
scripts/live.sh builds from live/) in the page that is built from web/. Everything is embedded as text: it opens from
disk and loads nothing."""
