// Builds the committed pages, the report, the live page and the map, each with inline styles and program and a placeholder that
// Python fills. Two hashes in a page let a test without npm check that it is built from its sources and was not edited:
// one of all its sources, one of the page before that hash is inserted.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const read = (path) => readFileSync(here + path, "utf8");

/** The pages by source folder. In page.html, %NAME% stands for a part's text or a word, %NAME_HASH% for a part's hash. A
 * page may use what is in the folders of others. */
const PAGES = {
  report: {
    out: "../python/tapehead/report/page.html",
    page: "src/report/page.html",
    parts: { STYLE: "src/report/style.css", PROGRAM: "src/report/main.js" },
    words: { TITLE: "report" },
  },
  live: {
    out: "../python/tapehead/live/page.html",
    page: "src/live/page.html",
    // The shared styles are a part of their own: a report that embeds the live page has them already.
    parts: { SHARED: "src/shared/style.css", STYLE: "src/live/style.css", PROGRAM: "src/live/main.js" },
  },
  map: {
    out: "../studies/map_page.html",
    page: "src/report/page.html",
    parts: { STYLE: "src/map/style.css", PROGRAM: "src/map/main.js" },
    words: { TITLE: "map" },
    uses: ["report"],
  },
};

/** Hashes each file's path and text, sorted by path, as tests/support/web_pages.py does. */
function hashOfSources(page) {
  const ours = [page, ...(PAGES[page].uses ?? [])];
  const others = Object.keys(PAGES).filter((name) => !ours.includes(name));
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

/** The hash by which the content security policy allows this text, and nothing that user text could inject. */
const policyHash = (text) => createHash("sha256").update(text).digest("base64");

function build(name, { out, page, parts, words: said = {} }) {
  const words = { ...said, SOURCES: hashOfSources(name), LICENCE: read("node_modules/uplot/LICENSE").trim() };
  for (const [part, entry] of Object.entries(parts)) {
    words[part] = bundle(entry);
    words[`${part}_HASH`] = policyHash(words[part]);
  }
  const [before, after] = read(page)
    .split("%PAGE%")
    .map((half) => half.replace(/%([A-Z_]+)%/g, (_, word) => words[word]));
  const hash = createHash("sha256")
    .update(before + after)
    .digest("hex");
  writeFileSync(here + out, before + hash + after);
}

for (const [name, page] of Object.entries(PAGES)) build(name, page);
