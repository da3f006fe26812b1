// Builds the pages that are committed: the report's and the live one, each with its styles and its program inline and a
// place for what Python puts into it. Two hashes are written into a page, so that a test without npm sees whether it is
// that of its sources and whether it is as it was built: of all its sources, and of the page before the latter is in it.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const read = (path) => readFileSync(here + path, "utf8");

/** The pages by the folder of their sources; of a style and a program %NAME% is the text and %NAME_HASH% its hash. */
const PAGES = {
  report: {
    out: "../python/tapehead/report/page.html",
    parts: { STYLE: "src/report/style.css", PROGRAM: "src/report/main.js" },
  },
  live: {
    out: "../python/tapehead/live/page.html",
    // What it shares with the report stands by itself: within a report it is there already.
    parts: { SHARED: "src/shared/style.css", STYLE: "src/live/style.css", PROGRAM: "src/live/main.js" },
  },
};

/** The same as in tests/support/web_pages.py: of each file, in the order of its path, the path and the text. */
function hashOfSources(page) {
  const others = Object.keys(PAGES).filter((name) => name !== page);
  const paths = readdirSync(here + "src", { recursive: true })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.\w+$/.test(path) && !others.some((other) => path.startsWith(`${other}/`)))
    .map((path) => `src/${path}`);
  const hash = createHash("sha256");
  for (const path of [...paths, "build.js", "package.json", "package-lock.json"].sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(here + path))
      .update("\0");
  return hash.digest("hex");
}

function bundle(entry) {
  const options = { absWorkingDir: here, entryPoints: [entry], bundle: true, minify: true, write: false };
  const [file] = buildSync({ ...options, format: "iife", target: "es2022", legalComments: "none" }).outputFiles;
  return file.text.trim();
}

/** As a content security policy names what may run: this and nothing that somebody's text could bring along. */
const policyHash = (text) => createHash("sha256").update(text).digest("base64");

function build(name, { out, parts }) {
  const words = { SOURCES: hashOfSources(name), LICENCE: read("node_modules/uplot/LICENSE").trim() };
  for (const [part, entry] of Object.entries(parts)) {
    words[part] = bundle(entry);
    words[`${part}_HASH`] = policyHash(words[part]);
  }
  const [before, after] = read(`src/${name}/page.html`)
    .split("%PAGE%")
    .map((half) => half.replace(/%([A-Z_]+)%/g, (_, word) => words[word]));
  const hash = createHash("sha256")
    .update(before + after)
    .digest("hex");
  writeFileSync(here + out, before + hash + after);
}

for (const [name, page] of Object.entries(PAGES)) build(name, page);
