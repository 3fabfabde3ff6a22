import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { resolveImport, root, type Source } from "./sources.ts";

/** A rule: files matched by `from` may not import what `bans` accepts. */
export interface ImportRule {
  readonly name: string;
  readonly from: RegExp;
  readonly bans: (imported: string, source: Source) => boolean;
  readonly instead: string;
}

const isOurs = (path: string): boolean => /^(apps|packages)\//.test(path);
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const moduleOf = (path: string): string | undefined =>
  /^apps\/(?:server|console)\/src\/modules\/([^/]+\/[^/]+)\//.exec(path)?.[1];

/** Who may import whom. One rule covers all modules by their folder's name, so that nothing is listed by hand. */
export const importRules: readonly ImportRule[] = [
  {
    name: "money imports nothing",
    from: /^packages\/money\/src\//,
    bans: (imported) => !imported.startsWith("packages/money/"),
    instead: "Amounts are proven without the world around them; pass what you need as an argument.",
  },
  {
    name: "ledger imports money only",
    from: /^packages\/ledger\/src\//,
    bans: (imported) => !/^packages\/(money|ledger)\//.test(imported),
    instead: "Pass it as an argument.",
  },
  {
    name: "contract imports money and zod only",
    from: /^packages\/contract\/src\//,
    bans: (imported) => !/^packages\/(money|contract)\//.test(imported) && imported !== "zod",
    instead: "The contract is data and pure functions; I/O belongs to an app.",
  },
  {
    name: "ui knows neither contract nor modules",
    from: /^packages\/ui\/src\//,
    bans: (imported) => isOurs(imported) && !/^packages\/(ui|money)\//.test(imported),
    instead: "Take it as a prop; domain words are the module's.",
  },
  {
    name: "server platform knows no module",
    from: /^apps\/server\/src\/platform\//,
    bans: (imported) => imported.startsWith("apps/server/src/modules/"),
    instead: "Take a function as an argument and let app.ts pass the module's.",
  },
  {
    name: "server platform reads the contract's kit only",
    from: /^apps\/server\/src\/platform\//,
    bans: (imported) => /^packages\/contract\/src\/(?!kit\/|platform\/)/.test(imported),
    instead: "Take the resource as an argument.",
  },
  {
    name: "module through its front door",
    from: /^apps\/server\/src\/modules\/[^/]+\/[^/]+\//,
    bans: (imported, { path }) => {
      const other = moduleOf(imported);
      return other !== undefined && other !== moduleOf(path) && !imported.endsWith("/index.ts");
    },
    instead: "Export the function from the other module's index.ts, or speak through an event.",
  },
  {
    name: "console module imports no other console module",
    from: /^apps\/console\/src\/modules\//,
    bans: (imported, { path }) => {
      const other = moduleOf(imported);
      return other !== undefined && other !== moduleOf(path);
    },
    instead: "Link by route, or compose in app/.",
  },
  {
    name: "console platform knows no module",
    from: /^apps\/console\/src\/platform\//,
    bans: (imported) => /^apps\/console\/src\/(modules|app)\//.test(imported),
    instead: "Register from app/.",
  },
  {
    name: "console never imports the server",
    from: /^(apps\/console|packages)\//,
    bans: (imported) => imported.startsWith("apps/server/"),
    instead: "The contract is the only thing the two apps share.",
  },
  {
    name: "policies, postings and lifecycles are pure",
    from: /\.(policy|postings|lifecycle)\.ts$/,
    bans: (imported) =>
      !/^packages\/(money|ledger|contract)\//.test(imported) && !/\.(policy|postings|lifecycle)\.ts$/.test(imported),
    instead: "Numbers and instants come in as arguments.",
  },
  {
    name: "SQL lives in stores",
    from: /^apps\/server\/src\/modules\/(?!.*\.(store|table|test)\.ts$)/,
    bans: (imported) =>
      imported === "kysely" || imported === "pg" || imported === "apps/server/src/platform/db/scoped.ts",
    instead: "Move the query to the module's store.",
  },
];

export interface Violation {
  readonly rule: string;
  readonly path: string;
  readonly imported: string;
  readonly instead: string;
}

/** Violations of the rules; tests are free to reach further, except across the apps. */
export const violations = (sources: readonly Source[]): Violation[] =>
  sources
    .filter(({ path }) => !isTest(path))
    .flatMap((source) =>
      importRules
        .filter(({ from }) => from.test(source.path))
        .flatMap(({ name, bans, instead }) =>
          source.imports
            .filter((imported) => bans(imported, source))
            .map((imported) => ({ rule: name, path: source.path, imported, instead })),
        ),
    );

/** What each server module imports of others, tests apart. */
function moduleImports(sources: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, Set<string>>();
  for (const { path, imports: paths } of sources) {
    const module = path.startsWith("apps/server/") && !isTest(path) ? moduleOf(path) : undefined;
    if (module === undefined) continue;
    const others = imports.get(module) ?? new Set();
    for (const other of paths.map(moduleOf)) if (other !== undefined && other !== module) others.add(other);
    imports.set(module, others);
  }
  return imports;
}

/** Circles of server modules that import one another, each once, as the way round from its first module to itself. */
export function moduleCycles(sources: readonly Source[]): string[][] {
  const imports = moduleImports(sources);
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const visit = (module: string, way: readonly string[]): void => {
    if (way.includes(module)) {
      cycles.push([...way.slice(way.indexOf(module)), module]);
      return;
    }
    if (finished.has(module)) return;
    for (const other of imports.get(module) ?? []) visit(other, [...way, module]);
    finished.add(module);
  };
  for (const module of imports.keys()) visit(module, []);
  return cycles;
}

/** The modules that a module runs with: not those whose types alone it takes, nor those that it fetches later. */
const runsWith = (path: string): string[] => {
  const { module } = parseSync(path, readFileSync(join(root, path), "utf8"));
  const taken = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  );
  return [...taken, ...passedOn].map((specifier) => resolveImport(path, specifier)).filter((to) => /\.tsx?$/.test(to));
};

/** The shortest way by which one of some modules always brings another along; undefined where none does. */
export function staticWay(from: string | readonly string[], to: string): readonly string[] | undefined {
  const ways = new Map<string, readonly string[]>([from].flat().map((path) => [path, [path]]));
  for (const [path, way] of ways) {
    if (path === to) return way;
    for (const next of runsWith(path)) if (!ways.has(next)) ways.set(next, [...way, next]);
  }
  return undefined;
}
