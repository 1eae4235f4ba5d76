// One file for the editor, with the licences of what is in it beside it.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const result = await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  minify: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

const folders = new Set(
  Object.keys(result.metafile.inputs)
    .map((name) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1])
    .filter((folder) => folder !== undefined),
);
const allowed = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0"]);
const notices = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (!allowed.has(license)) {
    throw new Error(`${name} is licensed under ${license}, which this project does not take in`);
  }
  return `${name} ${version} (${license})\n\n${licenceOf(folder)}`;
});
writeFileSync(join(dirname("dist/extension.js"), "NOTICES.txt"), notices.join(`\n${"-".repeat(72)}\n\n`));

function licenceOf(folder) {
  for (const name of ["License.txt", "LICENSE", "LICENSE.md", "LICENSE.txt", "license.txt"]) {
    try {
      return readFileSync(join(folder, name), "utf8");
    } catch {
      // It may have another of these names.
    }
  }
  throw new Error(`${folder} has no licence to bring along`);
}
