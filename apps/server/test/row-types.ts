import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, type TSInterfaceDeclaration, type TSSignature, type TSType } from "oxc-parser";

const src = fileURLToPath(new URL("../src/", import.meta.url));

/** What a row type says of a column. */
export interface Column {
  readonly kinds: readonly Kind[];
  readonly isNullable: boolean;
  /** Whether an insert must say it, may leave it out, or may not say it. */
  readonly given: "required" | "optional" | "never";
  /** The values that it may have, where they are few. */
  readonly values: readonly string[];
}

type Kind = "string" | "number" | "boolean" | "bytes" | "json" | "list";

/** A type with what its parameters stand for. */
interface Bound {
  readonly type: TSType;
  readonly bindings: ReadonlyMap<string, Bound>;
}

interface Members {
  readonly fields: ReadonlyMap<string, TSType>;
  readonly parents: readonly string[];
}

interface SourceFile {
  readonly interfaces: ReadonlyMap<string, Members>;
  readonly aliases: ReadonlyMap<string, { readonly type: TSType; readonly parameters: readonly string[] }>;
  /** Module by the name imported from it. */
  readonly imports: ReadonlyMap<string, string>;
}

type Scope = readonly SourceFile[];

const nothing: Column = { kinds: [], isNullable: false, given: "required", values: [] };
const of = (kind: Kind): Column => ({ ...nothing, kinds: [kind] });

/** The row types of every table as the source declares them: `coinOrders`, then `orderNo`, then what it is. */
export async function rowTypes(): Promise<ReadonlyMap<string, ReadonlyMap<string, Column>>> {
  const ours = ["tables.ts", "columns.ts"].map((name) => read(path.join(src, "platform/db", name)));
  const files = [...ours.slice(0, 1), ...globSync(path.join(src, "modules/*/*/*.table.ts")).map(read)];
  const tables = new Map<string, ReadonlyMap<string, Column>>();
  for (const file of files)
    for (const [name, { fields }] of file.interfaces)
      if (name === "Tables")
        for (const [table, type] of fields) tables.set(table, await columnsOf(type, [file, ...ours]));
  return tables;
}

function read(file: string): SourceFile {
  const interfaces = new Map<string, Members>();
  const aliases = new Map<string, { type: TSType; parameters: string[] }>();
  const imports = new Map<string, string>();
  for (const statement of parseSync(file, readFileSync(file, "utf8")).program.body) {
    if (statement.type === "ImportDeclaration")
      for (const { local } of statement.specifiers) imports.set(local.name, resolved(file, statement.source.value));
    if (statement.type === "TSModuleDeclaration" && statement.body?.type === "TSModuleBlock")
      for (const inner of statement.body.body)
        if (inner.type === "TSInterfaceDeclaration") interfaces.set(inner.id.name, membersOf(inner));
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "TSInterfaceDeclaration") interfaces.set(declared.id.name, membersOf(declared));
    if (declared?.type === "TSTypeAliasDeclaration")
      aliases.set(declared.id.name, {
        type: declared.typeAnnotation,
        parameters: declared.typeParameters?.params.map(({ name }) => name.name) ?? [],
      });
  }
  return { interfaces, aliases, imports };
}

const resolved = (file: string, specifier: string): string =>
  specifier.startsWith(".") ? path.resolve(path.dirname(file), specifier) : specifier;

const membersOf = (declared: TSInterfaceDeclaration): Members => ({
  fields: fieldsOf(declared.body.body),
  parents: declared.extends.flatMap(({ expression }) => (expression.type === "Identifier" ? [expression.name] : [])),
});

const fieldsOf = (signatures: readonly TSSignature[]): ReadonlyMap<string, TSType> =>
  new Map(
    signatures.flatMap((one) =>
      one.type === "TSPropertySignature" && one.key.type === "Identifier" && one.typeAnnotation
        ? [[one.key.name, one.typeAnnotation.typeAnnotation] as const]
        : [],
    ),
  );

/** Fields of a row with those it takes over from others. */
function rowOf(name: string, scope: Scope): ReadonlyMap<string, TSType> {
  const found = scope.flatMap(({ interfaces }) => interfaces.get(name) ?? [])[0];
  if (!found) throw new Error(`no row type ${name}`);
  return new Map([...found.parents.flatMap((parent) => [...rowOf(parent, scope)]), ...found.fields]);
}

async function columnsOf(type: TSType, scope: Scope): Promise<ReadonlyMap<string, Column>> {
  const fields = type.type === "TSTypeLiteral" ? fieldsOf(type.members) : rowOf(nameOf(type), scope);
  const columns = new Map<string, Column>();
  for (const [name, field] of fields) columns.set(name, await look({ type: field, bindings: new Map() }, scope));
  return columns;
}

function nameOf(type: TSType): string {
  if (type.type === "TSTypeReference" && type.typeName.type === "Identifier") return type.typeName.name;
  throw new Error(`a ${type.type} names no type`);
}

async function look(bound: Bound, scope: Scope): Promise<Column> {
  const { type, bindings } = bound;
  const within = (inner: TSType) => look({ type: inner, bindings }, scope);
  switch (type.type) {
    case "TSStringKeyword":
      return of("string");
    case "TSNumberKeyword":
      return of("number");
    case "TSBooleanKeyword":
      return of("boolean");
    case "TSNullKeyword":
      return { ...nothing, isNullable: true };
    case "TSUndefinedKeyword":
      return { ...nothing, given: "optional" };
    case "TSParenthesizedType":
      return within(type.typeAnnotation);
    case "TSArrayType":
      return of("list");
    case "TSLiteralType": {
      const value = type.literal.type === "Literal" ? type.literal.value : null;
      return { ...of(typeof value === "number" ? "number" : "string"), values: [String(value)] };
    }
    case "TSUnionType":
      return merged(await Promise.all(type.types.map(within)));
    case "TSTypeReference":
      return referred(nameOf(type), type.typeArguments?.params ?? [], bound, scope);
    default:
      return of("json");
  }
}

const merged = (columns: readonly Column[]): Column => ({
  kinds: [...new Set(columns.flatMap(({ kinds }) => kinds))],
  isNullable: columns.some(({ isNullable }) => isNullable),
  given: columns.find(({ given }) => given !== "required")?.given ?? "required",
  values: columns.flatMap(({ values }) => values),
});

async function referred(name: string, given: readonly TSType[], { bindings }: Bound, scope: Scope): Promise<Column> {
  const args = given.map((type): Bound => ({ type, bindings }));
  const [first, second] = args;
  const bound = bindings.get(name);
  if (bound) return look(bound, scope);
  if (name === "Buffer") return of("bytes");
  // The list of currencies is the money package's, and no check of the database repeats it.
  if (name === "CurrencyCode") return of("string");
  if (first && name === "Generated") return { ...(await look(first, scope)), given: "optional" };
  if (first && name === "GeneratedAlways") return { ...(await look(first, scope)), given: "never" };
  if (first && (name === "JSONColumnType" || name === "ColumnType")) {
    const inserted = second ? await look(second, scope) : nothing;
    return { ...(second ? inserted : await look(first, scope)), kinds: ["json"], values: [] };
  }
  if (first && name === "ValueOf") return valuesOf(first.type, scope);
  const from = scope.flatMap(({ imports }) => imports.get(name) ?? [])[0] ?? "";
  const files = path.isAbsolute(from) ? [...scope, read(from)] : scope;
  const alias = files.flatMap(({ aliases }) => aliases.get(name) ?? [])[0];
  if (!alias) return of("json");
  const inner = new Map(
    alias.parameters.flatMap((parameter, at) => (args[at] ? [[parameter, args[at]] as const] : [])),
  );
  return look({ type: alias.type, bindings: inner }, scope);
}

/** The values of an enumeration of the contract, by `typeof` its name. */
async function valuesOf(type: TSType, scope: Scope): Promise<Column> {
  const name = type.type === "TSTypeQuery" && type.exprName.type === "Identifier" ? type.exprName.name : "";
  const from = scope.flatMap(({ imports }) => imports.get(name) ?? [])[0];
  if (from === undefined) throw new Error(`nothing imports the enumeration ${name}`);
  const { [name]: enumeration } = (await import(from)) as Record<string, { members: { value: number | string }[] }>;
  const values = enumeration?.members.map(({ value }) => value) ?? [];
  return { ...of(typeof values[0] === "number" ? "number" : "string"), values: values.map(String) };
}
