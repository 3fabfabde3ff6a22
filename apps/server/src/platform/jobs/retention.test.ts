import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestClock } from "../../../test/app.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { runSweeps } from "../../modules/operations/job-run/index.ts";
import { openPool, queryBuilder } from "../db/pool.ts";
import type { JobContext } from "./job-context.ts";
import { type RetentionSweep, retentionWorker } from "./retention.ts";

const clock = new TestClock(new Date("2026-11-21T10:00:00.000Z"));
let database: TestDatabase;
let db: ReturnType<typeof queryBuilder>;
let removedFiles: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = queryBuilder(openPool({ url: database.appUrl, max: 2, onError: () => {} }));
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function sweep(sweeps: RetentionSweep[] = []): Promise<void> {
  removedFiles = [];
  const files = {
    put: () => Promise.reject(new Error("unused")),
    read: () => Promise.reject(new Error("unused")),
    remove: async (name: string) => void removedFiles.push(name),
    removeUnfinished: async () => 0,
  };
  const job = { logger: pino({ level: "silent" }), signal: new AbortController().signal } as unknown as JobContext;
  await retentionWorker({ db, clock, sweeps: [...runSweeps(files), ...sweeps] }).run(job, {});
}

const runAt = (id: string, parts: object) =>
  db
    .insertInto("jobRuns")
    .values({ id, kind: "x.export", userId: 1, input: "{}", createdAt: "2026-11-21T09:00:00.000Z", ...parts } as never)
    .execute();

const idsOf = async (table: "jobRuns" | "outboxEvents" | "idempotencyKeys", column: string): Promise<unknown[]> =>
  (await sql<{ v: unknown }>`SELECT ${sql.ref(column)} AS v FROM ${sql.table(table)} ORDER BY 1`.execute(db)).rows.map(
    ({ v }) => v,
  );

describe("retention", () => {
  test("removes expired idempotency keys, in batches", async () => {
    await sql`
      INSERT INTO idempotency_keys (caller, operation, key, request_hash, started_at, expires_at)
      SELECT 'user:1', 'x', 'old' || n, '', now(), '2026-11-21T09:59:59Z'::timestamptz FROM generate_series(1, 5001) n
      UNION ALL SELECT 'user:1', 'x', 'new', '', now(), '2026-11-21T10:00:01Z'`.execute(db);
    await sweep();
    expect(await idsOf("idempotencyKeys", "key")).toEqual(["new"]);
  });

  test("removes events after seven days", async () => {
    await sql`
      INSERT INTO outbox_events (topic, payload, created_at)
      VALUES ('old', '{}', '2026-11-14T09:59:59Z'), ('new', '{}', '2026-11-14T10:00:01Z')`.execute(db);
    await sweep();
    expect(await idsOf("outboxEvents", "topic")).toEqual(["new"]);
  });

  test("removes the files of runs that are no longer kept, and runs after ninety days", async () => {
    await runAt("a-kept", { state: "done", filePath: "exports/a.csv", expiresAt: "2026-11-21T10:00:01.000Z" });
    await runAt("b-expired", { state: "done", filePath: "exports/b.csv", expiresAt: "2026-11-21T09:59:59.000Z" });
    await runAt("c-old", {
      state: "done",
      createdAt: "2026-08-01T00:00:00.000Z",
      finishedAt: "2026-08-01T00:00:00.000Z",
    });
    await sweep();
    expect(removedFiles).toEqual(["exports/b.csv"]);
    expect(await db.selectFrom("jobRuns").select(["id", "filePath"]).orderBy("id").execute()).toEqual([
      { id: "a-kept", filePath: "exports/a.csv" },
      { id: "b-expired", filePath: null },
    ]);
  });

  test("ends runs whose node was lost a day ago", async () => {
    await runAt("d-lost", { state: "running", createdAt: "2026-11-20T09:59:59.000Z" });
    await runAt("e-running", { state: "running" });
    await sweep();
    const states = await db
      .selectFrom("jobRuns")
      .select(["id", "state"])
      .where("id", "in", ["d-lost", "e-running"])
      .orderBy("id")
      .execute();
    expect(states.map(({ state }) => state)).toEqual(["failed", "running"]);
  });

  test("runs what modules add, and the rest although one fails", async () => {
    const ran: string[] = [];
    const broken: RetentionSweep = { name: "broken", run: () => Promise.reject(new Error("broken")) };
    const counted: RetentionSweep = { name: "counted", run: async () => ran.push("counted") };
    await expect(sweep([broken, counted])).rejects.toThrow("not everything");
    expect(ran).toEqual(["counted"]);
  });
});
