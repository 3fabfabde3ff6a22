import pg from "pg";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { installJobSchema } from "./job-schema.ts";
import { applicationRole } from "./roles.ts";

let database: TestDatabase;
let boss: PgBoss;
const errors: Error[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await installJobSchema(database.ownerUrl, {
    appRole: applicationRole,
    queues: [{ name: "made.by.owner", notify: true }],
  });
  boss = new PgBoss({
    connectionString: database.appUrl,
    migrate: false,
    createSchema: false,
    reindex: false,
    useListenNotify: true,
    cronMonitorIntervalSeconds: 1,
    cronWorkerIntervalSeconds: 1,
    superviseIntervalSeconds: 1,
    maintenanceIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  boss.on("error", (error) => errors.push(error));
  await boss.start();
});

afterAll(async () => {
  await boss.stop({ graceful: false });
  await database.drop();
});

/** Works a queue and resolves with the first job's data; polling is too slow to be what woke the worker. */
async function firstJob(queue: string): Promise<{ data: Promise<unknown> }> {
  let resolve: (data: unknown) => void;
  const data = new Promise<unknown>((done) => {
    resolve = done;
  });
  await boss.work(queue, { pollingIntervalSeconds: 60 }, async ([job]) => resolve(job?.data));
  return { data };
}

describe("installJobSchema", () => {
  test("lets the application send to a queue of the owner and be woken by a notification", async () => {
    const { data } = await firstJob("made.by.owner");
    await new Promise((resolve) => setTimeout(resolve, 300));
    await boss.send("made.by.owner", { order: "a" });
    expect(await data).toEqual({ order: "a" });
  });

  test("lets the application make, change and drop queues and schedules of its own", async () => {
    await boss.createQueue("made.by.app", { notify: true, retryLimit: 5 });
    await boss.updateQueue("made.by.app", { retryLimit: 7 });
    expect((await boss.getQueue("made.by.app"))?.retryLimit).toBe(7);
    await boss.schedule("made.by.app", "* * * * *", { run: 1 }, { key: "first" });
    await boss.schedule("made.by.app", "0 3 * * *", { run: 2 }, { key: "second", tz: "Asia/Shanghai" });
    expect(await boss.getSchedules("made.by.app")).toHaveLength(2);
    await boss.unschedule("made.by.app", "first");
    await boss.unschedule("made.by.app", "second");
    await boss.deleteQueue("made.by.app");
    expect(await boss.getQueue("made.by.app")).toBeNull();
  });

  test("lets the application fail a job into its dead letters", async () => {
    await boss.createQueue("letters", { notify: true });
    await boss.createQueue("failing", { notify: true, retryLimit: 0, deadLetter: "letters" });
    await boss.send("failing", { order: "b" });
    const [job] = await boss.fetch("failing");
    await boss.fail("failing", job?.id ?? "");
    const [letter] = await boss.fetch("letters");
    expect(letter?.data).toEqual({ order: "b" });
  });

  test("lets the application keep house without an error", async () => {
    await boss.supervise();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(errors).toEqual([]);
  });

  test("changes nothing when it is called again, by several nodes at once", async () => {
    const again = () =>
      installJobSchema(database.ownerUrl, {
        appRole: applicationRole,
        queues: [{ name: "made.by.owner", notify: true, retryLimit: 9 }],
      });
    await Promise.all([again(), again(), again()]);
    expect((await boss.getQueue("made.by.owner"))?.retryLimit).toBe(9);
  });

  test("does not let the application alter the job tables", async () => {
    const client = new pg.Client({ connectionString: database.appUrl });
    await client.connect();
    await expect(client.query("ALTER TABLE pgboss.job ADD COLUMN extra int")).rejects.toMatchObject({ code: "42501" });
    await client.end();
  });
});
