// Builds scripts/tapehead_report/page.html: the page with its style and program inline, and a place for the data.
// Two hashes are written into it, so that a test without npm sees whether the page is that of the sources and whether it
// is as it was built: of all sources, and of the page itself before the latter is in its place.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const read = (path) => readFileSync(here + path, "utf8");

/** The same as in tests/scripts/report_asset_test.py: of each file, in the order of its path, the path and the text. */
function hashOfSources() {
  const inSource = readdirSync(here + "src", { recursive: true }).map((path) => "src/" + path.replaceAll("\\", "/"));
  const paths = ["build.js", "package.json", "package-lock.json", ...inSource.filter((path) => /\.\w+$/.test(path))];
  const hash = createHash("sha256");
  for (const path of paths.sort())
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

const [style, program] = [bundle("src/style.css"), bundle("src/main.js")];
const parts = {
  SOURCES: hashOfSources(),
  LICENCE: read("node_modules/uplot/LICENSE").trim(),
  STYLE: style,
  STYLE_HASH: policyHash(style),
  PROGRAM: program,
  PROGRAM_HASH: policyHash(program),
};
const [before, after] = read("src/page.html")
  .split("%PAGE%")
  .map((half) => half.replace(/%(SOURCES|LICENCE|STYLE|STYLE_HASH|PROGRAM|PROGRAM_HASH)%/g, (_, name) => parts[name]));
const hash = createHash("sha256")
  .update(before + after)
  .digest("hex");
writeFileSync(here + "../tapehead_report/page.html", before + hash + after);
