// Builds scripts/tapehead_report/page.html: the page with its style and program inline, and a place for the data.
// The hash of all sources is written into it, so that a test without npm sees whether the page is that of the sources.
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

const parts = {
  HASH: hashOfSources(),
  LICENCE: read("node_modules/uplot/LICENSE").trim(),
  STYLE: bundle("src/style.css"),
  PROGRAM: bundle("src/main.js"),
};
const page = read("src/page.html").replace(/%(HASH|LICENCE|STYLE|PROGRAM)%/g, (_, name) => parts[name]);
writeFileSync(here + "../tapehead_report/page.html", page);
