import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manifest } from "../../src/modules/tables.ts";
import { createTestDatabase, type TestDatabase } from "../database.ts";
import { type Column, rowTypes } from "../row-types.ts";

/** A column as the migrations made it. */
interface Made {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isGenerated: boolean;
  readonly hasDefault: boolean;
  /** Whether its values are those of another table. */
  readonly isReference: boolean;
  readonly checks: readonly string[];
}

let database: TestDatabase;
let made: readonly Made[];
let declared: ReadonlyMap<string, ReadonlyMap<string, Column>>;

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  ({ rows: made } = await client.query<Made>(
    `SELECT c.relname AS "table", a.attname AS "column", t.typname AS "type", NOT a.attnotnull AS "isNullable",
            a.attgenerated <> '' AS "isGenerated", a.atthasdef OR a.attidentity <> '' AS "hasDefault",
            EXISTS (SELECT 1 FROM pg_constraint k
                    WHERE k.conrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey)) AS "isReference",
            ARRAY(SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
                  WHERE k.conrelid = c.oid AND k.contype = 'c' AND a.attnum = ANY (k.conkey)) AS checks
       FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       JOIN pg_type t ON t.oid = a.atttypid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  ));
  await client.end();
  declared = await rowTypes();
});
afterAll(() => database.drop());

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Which kinds of a row type a column of the database is read as. */
const readAs: Readonly<Record<string, readonly string[]>> = {
  bool: ["boolean"],
  int2: ["number"],
  int4: ["number"],
  int8: ["number", "string"],
  float8: ["number"],
  numeric: ["number", "string"],
  bytea: ["bytes"],
  json: ["json"],
  jsonb: ["json"],
};

/** The values that the checks of a column let through, where they list them. */
function listed(column: string, checks: readonly string[]): readonly string[] | undefined {
  const named = new RegExp(`\\(${column} = (?:ANY \\(ARRAY\\[(.*?)\\]|('[^']*'|-?\\d+))`, "g");
  const values = checks.map((check) => [
    ...new Set(
      [...check.matchAll(named)].flatMap(([, list, value]) =>
        (list ?? value ?? "").split(", ").map((one) => one.replace(/^'|'?(::\w+)?$/g, "")),
      ),
    ),
  ]);
  const [most = []] = values.toSorted((a, b) => b.length - a.length);
  // A single value is a condition on something else, or of a table with one row.
  return most.length > 1 ? most : undefined;
}

/** What a row type says of a column that the database does not. */
function* faults(made: Made, said: Column): Generator<string> {
  const { column, type, isNullable, isGenerated, hasDefault, isReference } = made;
  if (isNullable !== said.isNullable) yield isNullable ? "may be null" : "is never null";
  if (isGenerated !== (said.given === "never")) yield isGenerated ? "is generated always" : "is not generated always";
  if (said.given === "optional" && !hasDefault && !isNullable) yield "has no default";
  const kinds = type.startsWith("_") ? ["list"] : (readAs[type] ?? ["string"]);
  if (said.kinds.some((kind) => !kinds.includes(kind))) yield `is ${type}, read as ${kinds.join(" or ")}`;
  const allowed = listed(column, made.checks);
  const values = said.values.toSorted().join(", ");
  if (!allowed && !isReference && said.values.length > 1) yield `is not held to one of ${values}`;
  if (allowed && allowed.toSorted().join(", ") !== values) yield `is one of ${allowed.join(", ")}, not of ${values}`;
}

describe("row types", () => {
  test("name every column of every table, and no other", () => {
    const ours = made.map(({ table, column }) => `${camel(table)}.${camel(column)}`);
    const said = [...declared].flatMap(([table, columns]) => [...columns.keys()].map((name) => `${table}.${name}`));
    const known = new Set(Object.keys(manifest));
    expect(said.toSorted()).toEqual(ours.filter((name) => known.has(name.split(".", 1)[0] ?? "")).toSorted());
  });

  test("say of each column what the migrations made of it", () => {
    const found = made.flatMap((one) => {
      const column = declared.get(camel(one.table))?.get(camel(one.column));
      return column ? [...faults(one, column)].map((fault) => `${camel(one.table)}.${camel(one.column)} ${fault}`) : [];
    });
    expect(found).toEqual([]);
  });
});
