import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { openPool, queryBuilder } from "../db/pool.ts";
import type { Tables } from "../db/tables.ts";
import { recordEvent } from "../outbox/outbox.ts";
import { createEventFeed, type EventFeed } from "./event-feed.ts";

let database: TestDatabase;
let db: Kysely<Tables>;
let feed: EventFeed;

beforeAll(async () => {
  database = await createTestDatabase();
  db = queryBuilder(openPool({ url: database.appUrl, max: 4, onError: () => {} }));
  feed = createEventFeed({ listenUrl: database.appUrl, db, logger: pino({ level: "silent" }) });
});
afterAll(async () => {
  await feed?.close();
  await db?.destroy();
  await database?.drop();
});

async function until(condition: () => boolean): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 8_000; await sleep(10)) if (condition()) return;
  throw new Error("the awaited state did not come");
}

/** An event whose node dies right after the commit. */
const recordSilently = (tx: Kysely<Tables>, topic: string) =>
  tx
    .insertInto("outboxEvents")
    .values({ topic, payload: "{}", audience: "{}" } as never)
    .execute();

test("finds by itself what nobody announced, beyond its place and below it, each once", async () => {
  const topics: string[] = [];
  await until(() => feed.position() !== undefined);
  feed.subscribe(({ event }) => void topics.push(event.topic));
  const recorded = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const below = db.transaction().execute(async (tx) => {
    await recordSilently(tx, "below");
    recorded.resolve();
    await released.promise;
  });
  await recorded.promise;
  await recordEvent(db, { topic: "announced", payload: {} });
  await recordSilently(db, "beyond");
  await until(() => topics.length === 2);
  released.resolve();
  await below;
  await until(() => topics.length === 3);
  await recordEvent(db, { topic: "last", payload: {} });
  await until(() => topics.includes("last"));
  expect(topics).toEqual(["announced", "beyond", "below", "last"]);
});
