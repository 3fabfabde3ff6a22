import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manifest } from "../../src/modules/tables.ts";
import type { TableFacts } from "../../src/platform/db/tables.ts";
import { createTestDatabase, type TestDatabase } from "../database.ts";

let database: TestDatabase;
let owner: pg.Client;
let app: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  app = new pg.Client({ connectionString: database.appUrl });
  await owner.connect();
  await app.connect();
});
afterAll(async () => {
  await owner.end();
  await app.end();
  await database.drop();
});

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Foreign keys whose columns are not the first columns of any index: deleting a parent would read the whole child. */
const unindexed = `
  SELECT c.conrelid::regclass || '.' || c.conname AS fault
  FROM pg_constraint c
  WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
    AND NOT EXISTS (
      SELECT 1 FROM pg_index i
      WHERE i.indrelid = c.conrelid
        AND (string_to_array(i.indkey::text, ' ')::int[])[1:cardinality(c.conkey)] @> c.conkey::int[])`;

describe("the schema", () => {
  test("has an index under every foreign key", async () => {
    const { rows } = await owner.query<{ fault: string }>(unindexed);
    expect(rows).toEqual([]);
  });

  test("keeps as JSON what the server writes as JSON, and nothing else", async () => {
    const { rows } = await owner.query<{ column: string }>(
      `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type IN ('json', 'jsonb')`,
    );
    const listed = Object.entries<TableFacts>(manifest).flatMap(([table, { json = [] }]) =>
      json.map((column) => `${snake(table)}.${snake(column)}`),
    );
    const ours = new Set(Object.keys(manifest).map(snake));
    const kept = rows.flatMap(({ column }) => (ours.has(column.split(".", 1)[0] ?? "") ? [column] : []));
    expect(listed.sort()).toEqual(kept.sort());
  });

  test("has no secret that the audit trail would keep", async () => {
    const { rows } = await owner.query<{ column: string }>(
      `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'text' AND column_name ~ '(^|_)(secret|sealed)$'`,
    );
    expect(rows.length).toBeGreaterThan(10);
    const unrecorded = Object.entries<TableFacts>(manifest).flatMap(([table, { unrecorded = [] }]) =>
      unrecorded.map((column) => `${snake(table)}.${snake(column)}`),
    );
    expect(rows.map(({ column }) => column).filter((column) => !unrecorded.includes(column))).toEqual([]);
  });

  test("finds a foreign key without an index", async () => {
    await owner.query(
      "CREATE TABLE planted (id bigint, parent bigint CONSTRAINT planted_parent_fk REFERENCES audit_entries (id))",
    );
    const { rows } = await owner.query<{ fault: string }>(unindexed);
    await owner.query("DROP TABLE planted");
    expect(rows).toEqual([{ fault: "planted.planted_parent_fk" }]);
  });

  test("names every constraint in at most 50 characters", async () => {
    const { rows } = await owner.query(
      "SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND length(conname) > 50",
    );
    expect(rows).toEqual([]);
  });

  test("gives the application's role nothing it owns", async () => {
    const { rows } = await owner.query(
      "SELECT c.relname FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner WHERE r.rolname = 'countinghouse_app'",
    );
    expect(rows).toEqual([]);
  });

  const appendOnly = Object.entries(manifest).filter(
    ([, { grant }]) => grant === "appendOnly" || grant === "sealedOnce",
  );

  test("has append-only tables to protect", () => {
    expect(appendOnly.length).toBeGreaterThan(0);
  });

  test.each(appendOnly)("lets the application neither change nor delete rows of %s", async (table) => {
    await expect(app.query(`DELETE FROM ${snake(table)}`)).rejects.toMatchObject({ code: "42501" });
    await expect(app.query(`TRUNCATE ${snake(table)}`)).rejects.toMatchObject({ code: "42501" });
    const { rows } = await owner.query<{ column_name: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_name = $1 LIMIT 1",
      [snake(table)],
    );
    const column = rows[0]?.column_name;
    await expect(app.query(`UPDATE ${snake(table)} SET ${column} = ${column}`)).rejects.toMatchObject({
      code: "42501",
    });
  });

  const kept = Object.entries(manifest).filter(([, { grant }]) => grant === "keptForAWhile");

  test.each(kept)("lets the application remove rows of %s once their time is over, and change none", async (table) => {
    const { rows } = await owner.query<{ column_name: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_name = $1 LIMIT 1",
      [snake(table)],
    );
    const column = rows[0]?.column_name;
    await expect(app.query(`UPDATE ${snake(table)} SET ${column} = ${column}`)).rejects.toMatchObject({
      code: "42501",
    });
    await expect(app.query(`TRUNCATE ${snake(table)}`)).rejects.toMatchObject({ code: "42501" });
    await expect(app.query(`DELETE FROM ${snake(table)} WHERE false`)).resolves.toMatchObject({ rowCount: 0 });
  });
});
