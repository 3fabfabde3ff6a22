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
 * with the record, or code of the module that others call. Its routes, migrations, first data, seals and tests do not count.
 */
export function fieldReaders(all: readonly Source[]): (record: Configuration) => ReadonlyMap<string, boolean> {
  const files = all.filter(({ path }) => isCounted(path));
  const code = new Map(files.map(({ path, text }) => [path, words(withoutComments(text))]));
  return ({ resource, module, table, copied, namesakes }) => {
    const folder = `${serverModules}${module}`;
    const isOwn = ({ path }: Source): boolean => dirname(path) === folder;
    const outside = files.filter((file) => !isOwn(file));
    const codeOf = ({ path }: Source): ReadonlySet<string> => code.get(path) ?? new Set();
    const near = outside.filter((file) => file.imports.includes(`${folder}/index.ts`) || names(codeOf(file), table));
    const offered = words(offeredBy(folder, files.filter(isOwn)));
    const isRead = (field: string): boolean => {
      const exception = [copied, namesakes].find((one) => one?.fields.includes(field));
      const others = (exception && exception === copied ? outside : near).filter(
        ({ path }) => !exception?.by.includes(path),
      );
      return names(offered, field) || others.some((file) => names(codeOf(file), field));
    };
    return new Map(settableFields(resource).map((field) => [field, isRead(field)]));
  };
}
