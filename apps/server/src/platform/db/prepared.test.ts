import { type CompiledQuery, type Kysely, sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { systemActor } from "../access/actor.ts";
import { pipelinedTransaction } from "./pipelined.ts";
import { openPool, queryBuilder } from "./pool.ts";
import { prepared } from "./prepared.ts";
import { readShaped } from "./shaped.ts";
import type { Tables } from "./tables.ts";

let database: TestDatabase;
let pool: pg.Pool;
let db: Kysely<Tables>;

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, so that whatever one statement leaves behind meets the next one.
  pool = openPool({ url: database.appUrl, max: 1, onError: () => {} });
  db = queryBuilder(pool);
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const counter = (key: string) => ({ kind: "prepared", key, count: 1, windowStart: at, expiresAt: at });
const at = "2030-01-01T00:00:00.000Z";
const find = (key: string) =>
  prepared(db).selectFrom("signInCounters").select("count").where("key", "=", key).executeTakeFirst();

/** The statements that the connection keeps, with how often each was carried out. */
async function kept(): Promise<{ text: string; times: number }[]> {
  const { rows } = await sql<{ text: string; times: number }>`
    SELECT statement AS text, (generic_plans + custom_plans)::int AS times FROM pg_prepared_statements`.execute(db);
  return rows;
}

describe("prepared", () => {
  test("keeps a statement on its connection, with the results that any other gives", async () => {
    const { numInsertedOrUpdatedRows } = await prepared(db)
      .insertInto("signInCounters")
      .values(counter("a"))
      .executeTakeFirstOrThrow();
    expect(numInsertedOrUpdatedRows).toBe(1n);
    for (const key of ["a", "b", "a"]) expect(await find(key)).toEqual(key === "a" ? { count: 1 } : undefined);
    expect(await kept()).toContainEqual({ text: expect.stringContaining('select "count"'), times: 3 });
  });

  test("carries a statement out all the same when its connection has lost or changed it", async () => {
    await find("a");
    await pool.query("DEALLOCATE ALL");
    expect(await find("a")).toEqual({ count: 1 });
    const owner = openPool({ url: database.ownerUrl, max: 1, onError: () => {} });
    const all = () => prepared(db).selectFrom("signInCounters").selectAll().where("key", "=", "a").executeTakeFirst();
    await all();
    await owner.query("ALTER TABLE sign_in_counters ADD COLUMN note text");
    expect(await all()).toMatchObject({ key: "a", note: null });
    await owner.end();
  });

  test("passes on what a statement fails for, and leaves the connection of use", async () => {
    const twice = () => prepared(db).insertInto("signInCounters").values(counter("c")).execute();
    await twice();
    await expect(twice()).rejects.toMatchObject({ constraint: "sign_in_counters_pk" });
    expect(await find("c")).toEqual({ count: 1 });
  });

  test("is a transaction itself within one", async () => {
    await pipelinedTransaction(db, async (tx) => {
      expect(prepared(tx)).toBe(tx);
    });
  });

  test("sends what one context asks for before it waits over one connection, and each fails alone", async () => {
    const ctx = { db, actor: systemActor };
    const broken = (text: string) =>
      readShaped(ctx, text, {}, () => sql.raw(text).compile(db) as CompiledQuery<{ one: number }>);
    const [first, second, third] = await Promise.allSettled([
      broken("SELECT 1 AS one"),
      broken("SELECT 1 / 0 AS one"),
      broken("SELECT 3 AS one"),
    ]);
    expect(first).toMatchObject({ value: [{ one: 1 }] });
    expect(second).toMatchObject({ reason: { code: "22012" } });
    expect(third).toMatchObject({ value: [{ one: 3 }] });
    await pool.query("DEALLOCATE ALL");
    expect(await broken("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("builds a statement once for a reader, and takes other values each time", async () => {
    const ctx = { db, actor: systemActor };
    let builds = 0;
    const find = (key: string) =>
      readShaped(ctx, "counter by key", { key }, (given) => {
        builds += 1;
        return db.selectFrom("signInCounters").select("key").where("key", "=", given.key).compile();
      });
    for (const key of ["a", "b", "a"]) expect(await find(key)).toEqual(key === "a" ? [{ key: "a" }] : []);
    expect(builds).toBe(1);
    expect(await kept()).toContainEqual({ text: expect.stringContaining('select "key"'), times: 3 });
  });
});
