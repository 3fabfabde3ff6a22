import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { pipelinedTransaction, together, write } from "./pipelined.ts";
import { openPool, queryBuilder } from "./pool.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;

let database: TestDatabase;
let pool: pg.Pool;
let db: Db;
/** What went out, in its order. */
let sent: string[];
/** What is sent in place of BEGIN. */
let begin: string;

const textOf = (query: string | pg.QueryConfig): string => (typeof query === "string" ? query : query.text);

function listen(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((asked: string | pg.QueryConfig, ...rest: unknown[]) => {
    sent.push(textOf(asked).split(" ")[0] ?? "");
    return query(asked === "begin" ? begin : asked, ...rest);
  }) as never;
}

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, so that whatever a transaction leaves behind meets the next one.
  pool = openPool({ url: database.appUrl, max: 1, onError: () => {} });
  pool.on("connect", listen);
  db = queryBuilder(pool);
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});
beforeEach(async () => {
  begin = "begin";
  sent = [];
  await db.deleteFrom("signInCounters").where("kind", "=", "pipelined").execute();
  sent = [];
});

const at = "2030-01-01T00:00:00.000Z";
const row = (key: string, count = 1) => ({ kind: "pipelined", key, count, windowStart: at, expiresAt: at });
const insert = (tx: Db, key: string, count?: number) => tx.insertInto("signInCounters").values(row(key, count));
const read = (tx: Db) => tx.selectFrom("signInCounters").select("key").where("kind", "=", "pipelined").execute();
const kept = async () => (await read(db)).map(({ key }) => key).sort();

async function cut(pid: number | undefined): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("SELECT pg_terminate_backend($1)", [pid]);
  await owner.end();
}

const refusal = new Error("refused");

describe("pipelinedTransaction", () => {
  test("keeps what was written, whether it was waited for or not", async () => {
    const result = await pipelinedTransaction(db, async (tx) => {
      await write(tx, insert(tx, "a").compile());
      const { numInsertedOrUpdatedRows } = await insert(tx, "b").executeTakeFirstOrThrow();
      return { numInsertedOrUpdatedRows, seen: await read(tx) };
    });
    expect(result).toEqual({ numInsertedOrUpdatedRows: 1n, seen: [{ key: "a" }, { key: "b" }] });
    expect(await kept()).toEqual(["a", "b"]);
  });

  test("sends statements in the order in which they were begun", async () => {
    await pipelinedTransaction(db, async (tx) => {
      await read(tx);
      sent = [];
      const inserting = insert(tx, "a").execute();
      const reading = read(tx);
      await write(tx, tx.deleteFrom("signInCounters").where("key", "=", "a").compile());
      await Promise.all([inserting, reading, sql`UPDATE sign_in_counters SET count = 2`.execute(tx)]);
    });
    expect(sent).toEqual(["insert", "select", "delete", "UPDATE", "commit"]);
  });

  test("rolls back what a failed work has written", async () => {
    const failing = pipelinedTransaction(db, async (tx) => {
      await write(tx, insert(tx, "a").compile());
      await insert(tx, "b").execute();
      throw refusal;
    });
    await expect(failing).rejects.toBe(refusal);
    expect(await kept()).toEqual([]);
  });

  test("fails for the reason of a write that nobody waited for", async () => {
    const twice = (later: (tx: Db) => Promise<unknown>) =>
      pipelinedTransaction(db, async (tx) => {
        await insert(tx, "a").execute();
        await write(tx, insert(tx, "a").compile());
        await later(tx);
      });
    await expect(twice(async () => {})).rejects.toMatchObject({ constraint: "sign_in_counters_pk" });
    await expect(twice(read)).rejects.toMatchObject({ constraint: "sign_in_counters_pk" });
    expect(await kept()).toEqual([]);
  });

  test("commits nothing after a failure that the work kept to itself", async () => {
    const hushing = pipelinedTransaction(db, async (tx) => {
      await insert(tx, "a").execute();
      await insert(tx, "b", -1)
        .execute()
        .catch(() => {});
    });
    await expect(hushing).rejects.toMatchObject({ constraint: "sign_in_counters_count_positive" });
    expect(await kept()).toEqual([]);
  });

  test("commits nothing when the values of a write cannot be sent", async () => {
    const unsendable = pipelinedTransaction(db, async (tx) => {
      await insert(tx, "a").execute();
      await write(tx, sql`SELECT ${{ amount: 1n }}::jsonb`.compile(tx));
    });
    await expect(unsendable).rejects.toThrow("BigInt");
    expect(await kept()).toEqual([]);
  });

  test("writes nothing where the transaction could not be begun", async () => {
    begin = "begin isolation level none";
    const writing: readonly ((tx: Db) => Promise<unknown>)[] = [
      (tx: Db) => insert(tx, "a").execute(),
      (tx: Db) => write(tx, insert(tx, "b").compile()),
      async (tx: Db) => {
        const reading = read(tx);
        await write(tx, insert(tx, "c").compile());
        await reading;
        await insert(tx, "d").execute();
      },
    ];
    for (const work of writing) await expect(pipelinedTransaction(db, work)).rejects.toThrow("syntax error");
    expect(await kept()).toEqual([]);
  });

  test("lets no step go on after its end", async () => {
    let straying: Promise<unknown> = Promise.resolve();
    const failing = pipelinedTransaction(db, async (tx) => {
      const stray = async () => {
        await read(tx);
        await sleep(20);
        await insert(tx, "stray").execute();
      };
      straying = stray().catch((error: Error) => error.message);
      await read(tx);
      throw refusal;
    });
    await expect(failing).rejects.toBe(refusal);
    await pipelinedTransaction(db, async (tx) => {
      await insert(tx, "next").execute();
      expect(await straying).toBe("the transaction is over");
    });
    expect(await kept()).toEqual(["next"]);
  });

  test("ends a statement that takes too long, and the connection serves on", async () => {
    const slow = pipelinedTransaction(db, async (tx) => {
      await sql`SET LOCAL statement_timeout = 30`.execute(tx);
      await write(tx, insert(tx, "a").compile());
      await together([sql`SELECT pg_sleep(5)`.execute(tx), read(tx), insert(tx, "b").execute()]);
    });
    await expect(slow).rejects.toMatchObject({ code: "57014" });
    expect(await kept()).toEqual([]);
    expect(pool.totalCount).toBe(1);
  });

  test("replaces a connection that was lost with statements out", async () => {
    const cutting = pipelinedTransaction(db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      await write(tx, insert(tx, "a").compile());
      await together([sql`SELECT pg_sleep(5)`.execute(tx), insert(tx, "b").execute(), cut(rows[0]?.pid)]);
    });
    await expect(cutting).rejects.toMatchObject({ code: "57P01" });
    expect(await kept()).toEqual([]);
  });
});

describe("write", () => {
  test("is waited for in another kind of transaction", async () => {
    const failing = db.transaction().execute(async (tx) => {
      await insert(tx, "a").execute();
      await write(tx, insert(tx, "a").compile());
    });
    await expect(failing).rejects.toMatchObject({ constraint: "sign_in_counters_pk" });
    expect(await kept()).toEqual([]);
  });
});

describe("together", () => {
  test("fails with what failed first, when the last step has ended", async () => {
    const ended: string[] = [];
    const fail = async (after: number, why: string) => {
      await sleep(after);
      ended.push(why);
      throw new Error(why);
    };
    await expect(together([fail(30, "late"), fail(5, "early")])).rejects.toThrow("early");
    expect(ended).toEqual(["early", "late"]);
  });

  test("answers every step in its place", async () => {
    expect(await together([Promise.resolve(1), undefined, Promise.resolve("c")])).toEqual([1, undefined, "c"]);
  });
});
