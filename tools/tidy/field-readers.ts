import { dirname } from "node:path";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { parseSync } from "oxc-parser";
import type { Source } from "./sources.ts";

const serverModules = "apps/server/src/modules/";

/** A declaration at the top of a file. */
interface Declaration {
  readonly name: string;
  readonly text: string;
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");

/** What a file declares at its top. */
function declarationsOf({ path, text }: Source): Declaration[] {
  const { program } = parseSync(path, text);
  return program.body.flatMap((statement) => {
    const declared =
      statement.type === "ExportNamedDeclaration" && statement.declaration ? statement.declaration : statement;
    const own = withoutComments(text.slice(statement.start, statement.end));
    if (declared.type === "VariableDeclaration")
      return declared.declarations.flatMap(({ id }) =>
        id.type === "Identifier" ? [{ name: id.name, text: own }] : [],
      );
    if ((declared.type === "FunctionDeclaration" || declared.type === "ClassDeclaration") && declared.id)
      return [{ name: declared.id.name, text: own }];
    return [];
  });
}

const words = (text: string): ReadonlySet<string> => new Set(text.match(/\w+/g) ?? []);

/** Names of a text that can be those of declarations: no members of objects, and nothing in quotation marks. */
const identifiers = (text: string): ReadonlySet<string> =>
  words(text.replace(/"[^"\n]*"/g, '""').replace(/\.\w+|\w+\??:(?!:)/g, " "));

/** Without the names in quotation marks that only say which columns are read; what a row is chosen by stays. */
const withoutColumnLists = (text: string): string =>
  text.replace(/(\.(?:where|orderBy|ref|whereRef|onRef)\(\s*)?"[\w.]+"/g, (found, chosenBy?: string) =>
    chosenBy === undefined ? '""' : found,
  );

/** The code of a module that others come to through its index: its own routes, and what only they call, are not among it. */
function offeredBy(folder: string, files: readonly Source[]): string {
  const index = files.find(({ path }) => path === `${folder}/index.ts`);
  if (!index) return "";
  const declared = new Map(files.flatMap(declarationsOf).map((one) => [one.name, one]));
  const open = parseSync(index.path, index.text)
    .module.staticExports.flatMap(({ entries }) => entries)
    .map(({ importName, exportName }) => importName.name ?? exportName.name ?? "")
    .filter((name) => !name.endsWith("Routes"));
  const reached = new Set<Declaration>();
  while (open.length > 0) {
    const found = declared.get(open.pop() ?? "");
    if (!found || reached.has(found)) continue;
    reached.add(found);
    open.push(...identifiers(found.text));
  }
  return withoutColumnLists([...reached].map(({ text }) => text).join("\n"));
}

/** Files where payments begin: what is reached from their code decides about payments. */
const beginsPayments = /^apps\/server\/src\/modules\/payments\/order-(acceptance|processing)\//;

interface PlacedDeclaration extends Declaration {
  readonly file: Source;
}

/** The declarations that the beginning of a payment comes by, through imports alone: lists that are only shown are not among them. */
function paymentPath(files: readonly Source[]): readonly PlacedDeclaration[] {
  const declared = new Map(
    files.map((file) => [file.path, declarationsOf(file).map((one): PlacedDeclaration => ({ ...one, file }))]),
  );
  const byFolder = Map.groupBy(files, ({ path }) => dirname(path));
  const reachable = ({ path, imports }: Source): readonly PlacedDeclaration[] =>
    // A name of the file's own goes before one that it could import.
    [...imports, path].flatMap((at) =>
      at.endsWith("/index.ts")
        ? (byFolder.get(dirname(at)) ?? []).flatMap((one) => declared.get(one.path) ?? [])
        : (declared.get(at) ?? []),
    );
  const near = new Map<string, ReadonlyMap<string, PlacedDeclaration>>();
  const nearOf = (file: Source) => {
    const known = near.get(file.path) ?? new Map(reachable(file).map((one) => [one.name, one]));
    near.set(file.path, known);
    return known;
  };
  const open = files.filter(({ path }) => beginsPayments.test(path)).flatMap(({ path }) => declared.get(path) ?? []);
  const reached = new Set<PlacedDeclaration>();
  for (let next = open.pop(); next; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    const found = nearOf(next.file);
    for (const name of identifiers(next.text)) {
      const one = found.get(name);
      if (one) open.push(one);
    }
  }
  return [...reached];
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Whether a piece of code names a field, in code or in SQL. */
const names = (code: ReadonlySet<string>, field: string): boolean => code.has(field) || code.has(snake(field));

/** Where a record that configures is kept. */
export interface Configuration {
  readonly resource: Resource;
  /** `<area>/<module>` below the server's modules. */
  readonly module: string;
  readonly table: string;
  /** Fields that are copied into another record, by which code: they count as read wherever else the server names them. */
  readonly copied?: Exception;
  /** Fields whose name means another record's in this code. */
  readonly namesakes?: Exception;
  /** Fields that decide about payments: only code that a payment comes by counts as their reader. */
  readonly decidesPayments?: readonly string[];
}

/** Fields that some code names without obeying them. */
interface Exception {
  readonly fields: readonly string[];
  /** Paths of that code. */
  readonly by: readonly string[];
}

/** The fields of a record that somebody sets: those of its commands' inputs. */
export function settableFields({ record, operations }: Resource): string[] {
  const inputs = Object.values(operations).flatMap(({ kind, input }) =>
    kind === "command" && "shape" in input ? Object.keys(input.shape as object) : [],
  );
  return Object.keys(record.shape).filter((field) => inputs.includes(field));
}

const isCounted = (path: string): boolean =>
  path.startsWith("apps/server/src/") &&
  !/\.test\.ts$|\/src\/seed\/|\.table\.ts$|\/seals\/sealed-columns\.ts$/.test(path);

/**
 * Tells for every settable field of a record whether anything of the server obeys it: code outside its module that works
 * with the record, or code of the module that others call. Its routes, migrations, first data, seals and tests do not count,
 * and for what decides about payments neither does code that only shows something.
 */
export function fieldReaders(all: readonly Source[]): (record: Configuration) => ReadonlyMap<string, boolean> {
  const files = all.filter(({ path }) => isCounted(path));
  const code = new Map(files.map(({ path, text }) => [path, words(withoutComments(text))]));
  const path = paymentPath(files);
  return ({ resource, module, table, copied, namesakes, decidesPayments = [] }) => {
    const folder = `${serverModules}${module}`;
    const isOwn = ({ path }: Source): boolean => dirname(path) === folder;
    const outside = files.filter((file) => !isOwn(file));
    const codeOf = ({ path }: Source): ReadonlySet<string> => code.get(path) ?? new Set();
    const near = outside.filter((file) => file.imports.includes(`${folder}/index.ts`) || names(codeOf(file), table));
    const offered = words(offeredBy(folder, files.filter(isOwn)));
    const onPath = path
      .filter(({ text, file }) => isOwn(file) || names(words(text), table))
      .map(({ text }) => words(withoutColumnLists(text)));
    const isRead = (field: string): boolean => {
      if (decidesPayments.includes(field)) return onPath.some((one) => names(one, field));
      const exception = [copied, namesakes].find((one) => one?.fields.includes(field));
      const others = (exception && exception === copied ? outside : near).filter(
        ({ path }) => !exception?.by.includes(path),
      );
      return names(offered, field) || others.some((file) => names(codeOf(file), field));
    };
    return new Map(settableFields(resource).map((field) => [field, isRead(field)]));
  };
}
