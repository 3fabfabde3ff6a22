import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { openPool, queryBuilder } from "../db/pool.ts";
import { literalOf, literalSql } from "./literal-sql.ts";

let database: TestDatabase;
let db: ReturnType<typeof queryBuilder>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  db = queryBuilder(openPool({ url: database.appUrl, max: 2, onError: () => {} }));
  client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await db.destroy();
  await database.drop();
});

const hostile = [
  "'; DELETE FROM outbox_events; --",
  "\\'; SELECT pg_sleep(10); --",
  "$1",
  "$$; SELECT 1; $$",
  "a\\",
  "a'b''c\\\\d",
  "\u02bc\uff07\u2019",
  "\n\t\r",
  '{"a",b}',
  "x'::int; --",
  "E'\\x27'",
  "😀",
];

describe("literalSql", () => {
  test.each(hostile)("gives %j back as it was", async (text) => {
    const query = db.selectNoFrom(sql<string>`${text}::text`.as("value"));
    const { rows } = await client.query(literalSql(db, query));
    expect(rows).toEqual([{ value: text }]);
  });

  test("gives lists of hostile texts back as they were", async () => {
    const query = db.selectNoFrom(sql<string[]>`${hostile}::text[]`.as("value"));
    const { rows } = await client.query(literalSql(db, query));
    expect(rows).toEqual([{ value: hostile }]);
  });

  test("keeps the types the driver's parameters have", async () => {
    const query = db
      .selectFrom("outboxEvents")
      .select("id")
      .where("id", "in", [1, 2])
      .where("topic", "=", "5")
      .where(sql<boolean>`id::text = ${7}`)
      .where(sql<boolean>`id = ANY(${[1, 2]}::bigint[])`)
      .where("createdAt", ">=", "2026-01-01T00:00:00.000Z")
      .where(sql<boolean>`${true}`)
      .limit(5);
    await expect(client.query(literalSql(db, query))).resolves.toMatchObject({ rows: [] });
  });

  test("names tables and columns as the database does", () => {
    expect(literalSql(db, db.selectFrom("outboxEvents").select("createdAt"))).toBe(
      'select "created_at" from "outbox_events"',
    );
  });
});

describe("literalOf", () => {
  test("refuses what the driver would send otherwise", () => {
    expect(() => literalOf({ a: 1 })).toThrow();
    expect(() => literalOf("a\u0000b")).toThrow();
    expect(literalOf(null)).toBe("NULL");
  });
});
