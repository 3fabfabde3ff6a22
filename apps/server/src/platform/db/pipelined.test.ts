import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TestClock } from "../../../test/app.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { systemActor } from "../access/actor.ts";
import type { Context } from "../http/context.ts";
import { refusalFromDatabase } from "./database-error.ts";
import { pipelinedTransaction, together, write } from "./pipelined.ts";
import { openPool, queryBuilder } from "./pool.ts";
import { isStatementLost } from "./statement-names.ts";
import type { Tables } from "./tables.ts";
import { transact } from "./transact.ts";

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

const preparedIn = async (tx: Db) => {
  const { rows } = await sql<{ name: string }>`SELECT name FROM pg_prepared_statements`.execute(tx);
  return rows.map(({ name }) => name);
};
/** What a migration of a newer node does to a table while older ones run. */
async function addColumn(name: string): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`ALTER TABLE sign_in_counters ADD COLUMN ${name} integer`);
  await owner.end();
}
const readAll = (tx: Db) => tx.selectFrom("signInCounters").selectAll().where("kind", "=", "pipelined").execute();

describe("what pipelined transactions prepare", () => {
  test("is kept by the connection from one to the next", async () => {
    await pipelinedTransaction(db, (tx) => insert(tx, "a").execute());
    const names = await pipelinedTransaction(db, async (tx) => {
      await insert(tx, "b").execute();
      return preparedIn(tx);
    });
    expect(names.filter((name) => name.startsWith("ch_")).length).toBeGreaterThan(1);
  });

  test("is prepared again after it failed in a transaction that was lost already", async () => {
    const update = (tx: Db) => tx.updateTable("signInCounters").set({ count: 7 }).where("key", "=", "a").execute();
    const failing = pipelinedTransaction(db, async (tx) => {
      await insert(tx, "a").execute();
      await together([insert(tx, "a").execute(), update(tx), update(tx)]);
    });
    await expect(failing).rejects.toMatchObject({ constraint: "sign_in_counters_pk" });
    await insert(db, "a").execute();
    await pipelinedTransaction(db, update);
    expect(await readAll(db)).toMatchObject([{ key: "a", count: 7 }]);
  });

  test("is nothing where the caller forbids it", async () => {
    await pipelinedTransaction(db, read);
    await pool.query("DEALLOCATE ALL");
    await expect(pipelinedTransaction(db, read)).rejects.toSatisfy(isStatementLost);
    const work = async (tx: Db) => [await read(tx), await preparedIn(tx)];
    expect(await pipelinedTransaction(db, work, { mayPrepare: false })).toEqual([[], []]);
  });

  test("is left for a new connection when a migration has changed its table", async () => {
    await pipelinedTransaction(db, readAll);
    await addColumn("of_a_newer_node");
    await expect(pipelinedTransaction(db, readAll)).rejects.toSatisfy(isStatementLost);
    expect(await pipelinedTransaction(db, readAll)).toEqual([]);
  });
});

describe("transact", () => {
  const request = {
    id: "test",
    method: "POST",
    path: "/",
    ip: "127.0.0.1",
    userAgent: "test",
    locale: "en" as const,
    queryNames: [],
    headers: {},
  };

  test("goes on through a migration, on every connection that a node has", async () => {
    const wide = queryBuilder(openPool({ url: database.appUrl, max: 5, onError: () => {} }));
    const work = (ctx: Context) => sql`SELECT pg_sleep(0.05)`.execute(ctx.db).then(() => readAll(ctx.db));
    const spine = { db: wide, clock: new TestClock(), seals: undefined as never, enqueue: async () => {} };
    const readSome = () =>
      Promise.all(Array.from({ length: 10 }, () => transact(spine, { actor: systemActor, request }, work)));
    await readSome();
    await addColumn("of_the_newest_node");
    expect(await readSome()).toEqual(Array.from({ length: 10 }, () => []));
    await wide.destroy();
  });
});

describe("a pool without a free connection", () => {
  test("answers with 503 and when to come again, not by waiting on", async () => {
    const asking = pipelinedTransaction(db, async () => {
      const refused = await pipelinedTransaction(db, read).catch(refusalFromDatabase);
      expect(refused).toMatchObject({ status: 503, headers: { "Retry-After": "2" } });
    });
    await asking;
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
