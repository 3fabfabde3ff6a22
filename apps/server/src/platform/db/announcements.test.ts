import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createListener, type Listener } from "../events/listener.ts";
import { announce } from "./announcements.ts";
import { pipelinedTransaction } from "./pipelined.ts";
import { openPool, queryBuilder } from "./pool.ts";
import type { Tables } from "./tables.ts";

const channel = "announcements_of_a_test";
const quiet = { warn: () => {}, info: () => {} };

let database: TestDatabase;
let db: Kysely<Tables>;
let listener: Listener;
/** What went out, in its order, and what was heard. */
let sent: string[];
let heard: string[];

type Ask = (asked: string | pg.QueryConfig, ...rest: unknown[]) => unknown;

function watch(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Ask;
  client.query = ((asked, ...rest) => {
    sent.push((typeof asked === "string" ? asked : asked.text).trim().toLowerCase());
    return query(asked, ...rest);
  }) as Ask as never;
}

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = openPool({ url: database.appUrl, max: 8, onError: () => {} });
  pool.on("connect", watch);
  db = queryBuilder(pool);
  listener = createListener({ url: database.appUrl, logger: quiet });
  const { promise, resolve } = Promise.withResolvers<void>();
  listener.listen(channel, { onMessage: (payload) => void heard.push(payload), onConnected: resolve });
  await promise;
});
afterAll(async () => {
  await listener?.close();
  await db?.destroy();
  await database?.drop();
});
beforeEach(() => {
  sent = [];
  heard = [];
});

async function until(condition: () => boolean): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 5_000; await sleep(5)) if (condition()) return;
  throw new Error(`the awaited state did not come: ${heard.join(" ")}`);
}

const place = (text: string): number => sent.findIndex((statement) => statement.includes(text));
const tell = (tx: Kysely<Tables>, payload: string) => announce(tx, { channel, payload });

const transactions = {
  "a transaction of the query builder": (work: (tx: Kysely<Tables>) => Promise<void>) => db.transaction().execute(work),
  "a pipelined transaction": (work: (tx: Kysely<Tables>) => Promise<void>) => pipelinedTransaction(db, work),
};

describe.each(Object.entries(transactions))("%s", (_name, transaction) => {
  test("tells once it has committed, in a statement of its own", async () => {
    await transaction(async (tx) => {
      await tell(tx, "one");
      await sleep(100);
      expect(heard).toEqual([]);
      await tell(tx, "two");
    });
    await until(() => heard.length === 2);
    expect(heard).toEqual(["one", "two"]);
    expect(place("commit")).toBeGreaterThan(-1);
    expect(place("pg_notify")).toBeGreaterThan(place("commit"));
    expect(sent.filter((statement) => statement.includes("pg_notify"))).toHaveLength(1);
  });

  test("tells nobody what was rolled back, then or later", async () => {
    const undone = transaction(async (tx) => {
      await tell(tx, "undone");
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    for (let again = 0; again < 8; again += 1) await transaction((tx) => tell(tx, `done ${again}`));
    await until(() => heard.includes("done 7"));
    expect(heard).not.toContain("undone");
  });

  test("tells what many tell at once in few statements, each of it once", async () => {
    const payloads = Array.from({ length: 200 }, (_, index) => String(index));
    await Promise.all(payloads.map((payload) => transaction((tx) => tell(tx, payload))));
    await until(() => heard.length >= payloads.length);
    expect([...heard].sort((a, b) => Number(a) - Number(b))).toEqual(payloads);
    expect(sent.filter((statement) => statement.includes("pg_notify")).length).toBeLessThan(100);
  });
});

test("what is told outside of a transaction is told at once", async () => {
  await tell(db, "alone");
  await until(() => heard.length > 0);
  expect(heard).toEqual(["alone"]);
});
