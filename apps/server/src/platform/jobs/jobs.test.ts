import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { systemClock } from "../clock/clock.ts";
import { installJobSchema } from "../db/job-schema.ts";
import { openPool, queryBuilder } from "../db/pool.ts";
import { applicationRole } from "../db/roles.ts";
import { createEventFeed, type EventFeed } from "../events/event-feed.ts";
import { createJobs, type Jobs } from "./jobs.ts";
import { deadLetterQueue, defineWorker, type JobWorker, queuesOf } from "./worker.ts";

const logger = pino({ level: "silent" });
const once = { limit: 0, delaySeconds: 1 };
const Order = z.object({ order: z.string() });

let database: TestDatabase;
let db: ReturnType<typeof queryBuilder>;
let nodes: { jobs: Jobs; feed: EventFeed }[] = [];
let worked: string[] = [];

const plain = defineWorker({
  queue: "plain",
  schema: Order,
  handle: async (ctx, { order }) => void worked.push(`${order}:${ctx.attempt}`),
});
const failing = defineWorker({
  queue: "failing",
  schema: Order,
  retry: once,
  handle: async () => {
    throw new Error("never works");
  },
});
const auditing = defineWorker({
  queue: "auditing",
  schema: Order,
  retry: once,
  handle: async (ctx, { order }) => {
    await ctx.inCommand(
      async (command) => {
        await command.emit({ topic: "order.worked", payload: { order } });
        await command.enqueue({ queue: "plain", data: { order } });
        if (order === "bad") throw new Error("rolled back");
      },
      { event: "sysRate.fetch" },
    );
  },
});
const slow = defineWorker({
  queue: "slow",
  schema: Order,
  retry: once,
  handle: async (ctx, { order }) => {
    worked.push(`${order}:${ctx.attempt}`);
    while (!(await ctx.isCancelled())) await sleep(20);
    throw new Error("cancelled");
  },
});
const ticking = defineWorker({
  queue: "ticking",
  schema: z.object({}),
  schedule: { cron: "* * * * *" },
  handle: async () => void worked.push("tick"),
});
const all: JobWorker[] = [plain, failing, auditing, slow, ticking];

beforeAll(async () => {
  database = await createTestDatabase();
  await installJobSchema(database.ownerUrl, { appRole: applicationRole, queues: queuesOf(all) });
  db = queryBuilder(openPool({ url: database.appUrl, max: 5, onError: () => {} }));
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

beforeEach(() => {
  worked = [];
});

afterEach(async () => {
  for (const { jobs, feed } of nodes) {
    await jobs.stop({ graceMs: 0 });
    await feed.close();
  }
  nodes = [];
});

async function startNode(workers: JobWorker[] = []): Promise<Jobs> {
  const feed = createEventFeed({ listenUrl: database.appUrl, db, logger });
  const jobs = await createJobs({
    appUrl: database.appUrl,
    db,
    clock: systemClock,
    seals: undefined as never,
    logger,
    feed,
    superviseSeconds: 1,
  });
  if (workers.length > 0) await jobs.start(workers);
  nodes.push({ jobs, feed });
  return jobs;
}

async function until(condition: () => boolean | Promise<boolean>, ms = 15_000): Promise<void> {
  for (const started = Date.now(); Date.now() - started < ms; await sleep(10)) if (await condition()) return;
  throw new Error("the awaited state did not come");
}

const count = async (table: "pgboss.job", queue: string): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*) AS n FROM ${sql.table(table)} WHERE name = ${queue}`.execute(db);
  return Number(rows[0]?.n);
};

describe("jobs.send", () => {
  test("writes the job in the caller's transaction and wakes a worker of another node at commit", async () => {
    await startNode([plain]);
    const sender = await startNode();
    await sleep(300);
    let committedAt = 0;
    await db.transaction().execute(async (tx) => {
      await sender.send(tx, { queue: "plain", data: { order: "a" } });
      await sleep(150);
      expect(worked).toEqual([]);
      committedAt = Date.now();
    });
    await until(() => worked.length > 0, 1_000);
    expect(worked).toEqual(["a:0"]);
    // Asking for jobs takes seconds; only the notification is this fast.
    expect(Date.now() - committedAt).toBeLessThan(1_000);
  });

  test("leaves nothing behind when the transaction is rolled back", async () => {
    const sender = await startNode();
    const before = await count("pgboss.job", "plain");
    const refused = db.transaction().execute(async (tx) => {
      await sender.send(tx, { queue: "plain", data: { order: "b" } });
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    expect(await count("pgboss.job", "plain")).toBe(before);
  });

  test("fails for a queue nobody declared", async () => {
    const sender = await startNode();
    await expect(sender.send(db, { queue: "unheard-of", data: {} })).rejects.toThrow("unheard-of");
  });

  test("gives each job to one of two worker nodes only", async () => {
    const sender = await startNode([plain]);
    await startNode([plain]);
    const orders = Array.from({ length: 40 }, (_, index) => String(index));
    // Of one transaction, so that its notifications arrive as one: the workers go on by themselves until none is left.
    await db.transaction().execute(async (tx) => {
      for (const order of orders) await sender.send(tx, { queue: "plain", data: { order } });
    });
    await until(() => worked.length >= 40, 4_000);
    await sleep(100);
    expect(worked.map((text) => text.split(":")[0]).sort()).toEqual(orders.sort());
  });
});

describe("jobs.start", () => {
  test("puts a job that failed for good among the dead letters, with its data", async () => {
    const jobs = await startNode([failing]);
    await jobs.send(db, { queue: "failing", data: { order: "dead" } });
    await until(async () => (await count("pgboss.job", deadLetterQueue)) === 1);
  });

  test("puts data that its worker does not understand among the dead letters without trying again", async () => {
    const before = await count("pgboss.job", deadLetterQueue);
    const jobs = await startNode([plain]);
    await jobs.send(db, { queue: "plain", data: { order: 5 } });
    await until(async () => (await count("pgboss.job", deadLetterQueue)) === before + 1);
    expect(worked).toEqual([]);
  });

  test("watches the library's own queue too, through which what is scheduled goes", async () => {
    await startNode([ticking]);
    const { rows } = await sql<{ heartbeatSeconds: number }>`
      SELECT heartbeat_seconds FROM pgboss.queue WHERE starts_with(name, '__pgboss__')`.execute(db);
    expect(rows).toEqual([{ heartbeatSeconds: 30 }]);
  });

  test("runs the schedule of a queue once per slot over two nodes", async () => {
    const minute = () => Math.floor(Date.now() / 60_000);
    const began = minute();
    await startNode([ticking]);
    await startNode([ticking]);
    await until(() => worked.length > 0, 75_000);
    await sleep(3_000);
    // A busy machine may see the next minute begin: as many slots as minutes were touched, and not twice as many.
    expect(worked.length).toBeLessThanOrEqual(minute() - began + 1);
  }, 90_000);
});

describe("JobContext.inCommand", () => {
  test("commits rows, audit record, event and following job together", async () => {
    const jobs = await startNode([auditing, plain]);
    await jobs.send(db, { queue: "auditing", data: { order: "good" } });
    await until(() => worked.length > 0);
    const audit = await db.selectFrom("auditEntries").selectAll().where("operation", "=", "sysRate.fetch").execute();
    expect(audit).toMatchObject([{ actorAccount: "system", input: { order: "good" } }]);
    const events = await db.selectFrom("outboxEvents").selectAll().where("topic", "=", "order.worked").execute();
    expect(events).toMatchObject([{ payload: { order: "good" } }]);
  });

  test("keeps nothing of a failed command", async () => {
    const before = await count("pgboss.job", deadLetterQueue);
    const jobs = await startNode([auditing, plain]);
    await jobs.send(db, { queue: "auditing", data: { order: "bad" } });
    await until(async () => (await count("pgboss.job", deadLetterQueue)) === before + 1);
    expect(worked).toEqual([]);
    const audit = await db.selectFrom("auditEntries").selectAll().where("operation", "=", "sysRate.fetch").execute();
    expect(audit).toHaveLength(1);
  });
});

describe("jobs.stop", () => {
  test("waits for a running job", async () => {
    const quick = defineWorker({
      queue: "slow",
      schema: Order,
      handle: async () => {
        worked.push("began");
        await sleep(300);
        worked.push("ended");
      },
    });
    const jobs = await startNode([quick]);
    await jobs.send(db, { queue: "slow", data: { order: "x" } });
    await until(() => worked.length > 0);
    await jobs.stop({ graceMs: 2_000 });
    expect(worked).toEqual(["began", "ended"]);
  });

  test("ends at once what only waits", async () => {
    const waiting = defineWorker({
      queue: "slow",
      schema: Order,
      isWaiting: true,
      handle: async ({ signal }) => {
        worked.push("began");
        await sleep(60_000, undefined, { signal }).catch(() => {});
        worked.push("ended");
      },
    });
    const jobs = await startNode([waiting]);
    await jobs.send(db, { queue: "slow", data: { order: "x" } });
    await until(() => worked.length > 0);
    const began = performance.now();
    await jobs.stop({ graceMs: 15_000 });
    expect(worked).toEqual(["began", "ended"]);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test("hands an unfinished job back, and another node takes it at once although no retry was left", async () => {
    const first = await startNode([slow]);
    await first.send(db, { queue: "slow", data: { order: "long" } });
    await until(() => worked.length === 1);
    await startNode([slow]);
    await first.stop({ graceMs: 50 });
    await until(() => worked.length === 2, 3_000);
    expect(worked).toEqual(["long:0", "long:1"]);
  });

  test("lets a cut off handler leave before another node begins", async () => {
    const leaving = defineWorker({
      queue: "slow",
      schema: Order,
      retry: { limit: 0, delaySeconds: 1 },
      handle: async ({ attempt, signal }) => {
        worked.push(`began:${attempt}`);
        await sleep(60_000, undefined, { signal }).catch(() => {});
        await sleep(100);
        worked.push(`left:${attempt}`);
        throw new Error("cut off");
      },
    });
    await sql`DELETE FROM pgboss.job WHERE name = 'slow'`.execute(db);
    const first = await startNode([leaving]);
    await first.send(db, { queue: "slow", data: { order: "long" } });
    await until(() => worked.length === 1);
    await startNode([leaving]);
    await first.stop({ graceMs: 0 });
    await until(() => worked.length === 3);
    expect(worked).toEqual(["began:0", "left:0", "began:1"]);
  });
});
