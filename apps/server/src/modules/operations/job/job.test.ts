import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { systemClock } from "../../../platform/clock/clock.ts";
import { installJobSchema } from "../../../platform/db/job-schema.ts";
import { applicationRole } from "../../../platform/db/roles.ts";
import { createJobs, type Jobs } from "../../../platform/jobs/jobs.ts";
import { defineWorker, queuesOf } from "../../../platform/jobs/worker.ts";
import { nextRunOf } from "./job.service.ts";

const never = { limit: 0, delaySeconds: 1 };
const Order = z.object({ order: z.string() });
const printing = defineWorker({ queue: "printing", schema: Order, retry: never, handle: async () => {} });
const failing = defineWorker({
  queue: "failing",
  schema: Order,
  retry: never,
  handle: async () => {
    throw new Error("the printer is on fire\n    at Printer.print (secret-place.ts:1)");
  },
});
const nightly = defineWorker({
  queue: "nightly",
  schema: z.object({}),
  schedule: { cron: "30 2 * * *", timeZone: "Asia/Shanghai" },
  handle: async () => {},
});
const workers = [printing, failing, nightly];

let app: TestApp;
let jobs: Jobs;

beforeAll(async () => {
  app = await buildTestApp();
  const { ownerUrl, appUrl } = app.database;
  await installJobSchema(ownerUrl, { appRole: applicationRole, queues: queuesOf(workers) });
  const { db, logger } = app.platform;
  jobs = await createJobs({ appUrl, db, clock: systemClock, seals: app.context().seals, logger, superviseSeconds: 1 });
  for (const queue of ["printing", "failing"]) await jobs.send(db, { queue, data: { order: "7" } });
  await jobs.start(workers);
  await jobs.send(db, { queue: "nightly", data: {}, startAfterSeconds: 3_600 });
});
afterAll(async () => {
  await jobs.stop({ graceMs: 0 });
  await app.close();
});

const board = (input: { since?: string } = {}) => app.as(actor()).call(sysJob, "board", input);
const longAgo = "2000-01-01T00:00:00.000Z";

/** The board once both jobs have ended. */
const settledBoard = () =>
  vi.waitFor(
    async () => {
      const shown = await board({ since: longAgo });
      expect(shown.runs.map(({ state }) => state).sort()).toEqual(["completed", "failed"]);
      return shown;
    },
    { timeout: 10_000, interval: 100 },
  );

describe("sysJob.board", () => {
  test("tells of a job that ran and of one that failed, with the first line of why", async () => {
    const { runs } = await settledBoard();
    const [done, failed] = ["printing", "failing"].map((name) => runs.find(({ queue }) => queue === name));
    expect(done).toMatchObject({ state: "completed", error: null });
    expect(failed).toMatchObject({ state: "failed", error: "the printer is on fire" });
    for (const run of [done, failed]) {
      expect(run?.finishedAt && run.finishedAt >= run.startedAt).toBe(true);
      // The database has microseconds, the API milliseconds.
      const shown = Date.parse(run?.finishedAt ?? "") - Date.parse(run?.startedAt ?? "");
      expect(Math.abs((run?.elapsed ?? Number.NaN) - shown)).toBeLessThanOrEqual(1);
    }
  });

  test("counts what waits, what failed and what was done since the day began", async () => {
    const { queues, runs } = await settledBoard();
    const queue = (name: string) => queues.find((each) => each.name === name);
    expect(queue("printing")).toMatchObject({ waiting: 0, active: 0, failed: 0, completedToday: 1, schedules: [] });
    expect(queue("printing")?.lastRun).toBe(runs.find((run) => run.queue === "printing")?.startedAt);
    expect(queue("failing")).toMatchObject({ waiting: 0, failed: 1, completedToday: 0, nextRun: null });
    expect(queue("nightly")).toMatchObject({ waiting: 1, completedToday: 0, lastRun: null });
    // Jobs that failed for good are in a queue of their own until somebody handles them.
    expect(queue("dead-letters")).toMatchObject({ waiting: 1 });
    const tomorrow = await board({ since: new Date(Date.now() + 86_400_000).toISOString() });
    expect(tomorrow.queues.find(({ name }) => name === "printing")?.completedToday).toBe(0);
  });

  test("says when a scheduled queue runs next, in the zone of its schedule", async () => {
    const { queues, now } = await settledBoard();
    expect(now).toBe("2026-11-21T10:00:00.000Z");
    expect(queues.find(({ name }) => name === "nightly")).toMatchObject({
      nextRun: "2026-11-21T18:30:00.000Z",
      schedules: [{ cron: "30 2 * * *", timeZone: "Asia/Shanghai", nextRun: "2026-11-21T18:30:00.000Z" }],
    });
  });

  test("leaves out the queues that the library keeps for itself", async () => {
    const { queues } = await board();
    expect(queues.map(({ name }) => name)).toEqual(["dead-letters", "failing", "nightly", "printing"]);
  });

  test("is refused to who does not hold it", async () => {
    const clerk = app.as(actor({ holdsAll: false, permissions: new Set(["sysConfig:page"]) }));
    expect(await clerk.send(sysJob, "board")).toMatchObject({ status: 403, bizCode: "platform.forbidden" });
  });
});

describe("nextRunOf", () => {
  const now = new Date("2026-11-21T10:00:00.000Z");
  test("answers nothing for a line that cannot be read", () => {
    const line = { queue: "q", kind: "cron", timeZone: "UTC" };
    expect(nextRunOf({ ...line, cron: "nonsense" }, now)).toBeNull();
    expect(nextRunOf({ ...line, cron: "0 0 * * *", timeZone: "Nowhere/Town" }, now)).toBeNull();
    expect(nextRunOf({ ...line, kind: "rrule", cron: "FREQ=DAILY" }, now)).toBeNull();
    expect(nextRunOf({ ...line, cron: "0 0 30 2 *" }, now)).toBeNull();
  });
});
