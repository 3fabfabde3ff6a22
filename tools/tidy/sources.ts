import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "oxc-parser";

export const root = resolve(import.meta.dirname, "../..");

/** One source file of the repository, with the paths it imports resolved from the root. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly string[];
}

/** Answers the same each time: nothing writes to the working tree while it is judged. */
function once<T>(read: () => readonly T[]): () => readonly T[] {
  let kept: readonly T[] | undefined;
  return () => {
    kept ??= read();
    return kept;
  };
}

/** Files of the working tree that git knows or would add: what is ignored is not ours to judge. */
export const trackedFiles = once(() =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((path) => path !== "" && existsSync(join(root, path))),
);

/** Where an import leads: a path from the root for our own files, else the package's name. */
export function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith(".")) return relative(root, resolve(root, dirname(from), specifier));
  const own = /^@countinghouse\/(contract|money|ledger|ui)\/(.+)$/.exec(specifier);
  return own ? `packages/${own[1]}/src/${own[2]}` : specifier;
}

/** Parses a module; its imports include re-exports and dynamic imports with a literal path. */
export function readSource(path: string, text = readFileSync(join(root, path), "utf8")): Source {
  const { module } = parseSync(path, text);
  const literals = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const literal = /^["'](.+)["']$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
      return literal?.[1] ?? [];
    }),
  ];
  return {
    path,
    text,
    lines: text.split("\n").length,
    imports: [...new Set(literals)].map((s) => resolveImport(path, s)),
  };
}

const isSource = (path: string): boolean => /\.(ts|tsx)$/.test(path) && !path.endsWith(".d.ts");

/** Every TypeScript module of the product and its tests. */
export const sources = once(() =>
  trackedFiles()
    .filter((path) => isSource(path) && /^(apps|packages|e2e|tools)\//.test(path))
    .map((path) => readSource(path)),
);
