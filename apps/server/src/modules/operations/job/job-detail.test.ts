import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { jobNames } from "@countinghouse/contract/operations/job/job-names.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { installJobSchema } from "../../../platform/db/job-schema.ts";
import { applicationRole } from "../../../platform/db/roles.ts";
import type { JobRequest } from "../../../platform/http/context.ts";
import { createJobs, type Jobs } from "../../../platform/jobs/jobs.ts";
import { defineWorker, queuesOf } from "../../../platform/jobs/worker.ts";
import { buildWorkers } from "../../index.ts";
import { jobTriggerWorker, restingJobs } from "./index.ts";

const nightly = defineWorker({
  queue: "nightly",
  schema: z.object({}),
  schedule: { cron: "30 2 * * *", timeZone: "Asia/Shanghai" },
  handle: async ({ logger }) => logger.info({ what: "cups", token: "sk_live_1" }, "counted"),
});
const workers = [nightly];

let app: TestApp;
let nodes: Jobs[] = [];

const newNode = async () => {
  const { db, logger, clock } = app.platform;
  const { appUrl } = app.database;
  const seals = app.context().seals;
  const node = await createJobs({
    appUrl,
    db,
    clock,
    seals,
    logger,
    superviseSeconds: 1,
    resting: () => restingJobs(db),
  });
  nodes = [...nodes, node];
  await node.start(workers);
  return node;
};

beforeAll(async () => {
  app = await buildTestApp();
  await installJobSchema(app.database.ownerUrl, { appRole: applicationRole, queues: queuesOf(workers) });
  await newNode();
});
afterAll(async () => {
  for (const node of nodes) await node.stop({ graceMs: 0 });
  await app.close();
});

const admin = () => app.as(actor({ provenAt: app.clock.now() }));
const nightlyNow = async () => {
  const [job] = await admin().call(sysJob, "pageJobDetail", { jobId: "nightly" });
  if (!job) throw new Error("there is no such job");
  return job;
};
const lines = async () => {
  const { rows } = await sql<{ cron: string }>`SELECT cron FROM pgboss.schedule WHERE name = 'nightly'`.execute(
    app.platform.db,
  );
  return rows.map(({ cron }) => cron);
};
const trigger = { jobId: "nightly", triggerId: "hourly", type: "cron", cron: "0 * * * *", timeZone: "UTC" } as const;

describe("sysJob.pageJobDetail", () => {
  test("shows the jobs of the time table with what starts them, and no other queue", async () => {
    const jobs = await admin().call(sysJob, "pageJobDetail", {});
    expect(jobs.map(({ jobId }) => jobId)).toEqual(["nightly"]);
    expect(jobs[0]).toMatchObject({ isPaused: false, nextRun: "2026-11-21T18:30:00.000Z" });
    expect(jobs[0]?.triggers).toMatchObject([{ id: null, cron: "30 2 * * *", timeZone: "Asia/Shanghai" }]);
  });

  test("finds by parts of id, group and description", async () => {
    await admin().call(sysJob, "updateJobDetail", { jobId: "nightly", groupName: "House", description: "Counts cups" });
    const found = async (filter: object) => (await admin().call(sysJob, "pageJobDetail", filter)).length;
    for (const filter of [{ jobId: "GHT" }, { groupName: "hou" }, { description: "cups" }])
      expect(await found(filter), JSON.stringify(filter)).toBe(1);
    for (const filter of [{ jobId: "daily" }, { groupName: "System" }, { description: "plates" }])
      expect(await found(filter), JSON.stringify(filter)).toBe(0);
    expect(await admin().call(sysJob, "listJobGroup", {})).toEqual(["House"]);
  });

  test("has a name for every job that the product brings", () => {
    const { appUrl } = app.database;
    const scheduled = buildWorkers(app.platform, { appUrl, replicaUrl: appUrl }).filter(({ schedule }) => schedule);
    expect(scheduled.map(({ queue }) => queue).sort()).toEqual(Object.keys(jobNames).sort());
  });

  test("is refused to who does not hold it", async () => {
    const clerk = app.as(actor({ holdsAll: false, permissions: new Set(["sysJob:board"]) }));
    expect(await clerk.send(sysJob, "pageJobDetail")).toMatchObject({ status: 403 });
  });
});

describe("sysJob.pauseJob and startJob", () => {
  test("take a job out of the time table and put it back as it was, also for a node that starts meanwhile", async () => {
    await admin().call(sysJob, "pauseJob", { jobId: "nightly" });
    expect(await lines()).toEqual([]);
    expect(await nightlyNow()).toMatchObject({ isPaused: true, pauseUserName: "Test Operator", nextRun: null });
    expect(await admin().send(sysJob, "pauseJob", { jobId: "nightly" })).toMatchObject({
      status: 409,
      bizCode: "sysJob.alreadyPaused",
    });
    await newNode();
    expect(await lines()).toEqual([]);
    expect(await admin().call(sysJob, "startAllJob", {})).toEqual({ count: 1 });
    expect(await lines()).toEqual(["30 2 * * *"]);
    expect(await admin().send(sysJob, "startJob", { jobId: "nightly" })).toMatchObject({
      status: 409,
      bizCode: "sysJob.notPaused",
    });
  });

  test("take a fresh factor, and know no queue that is no job", async () => {
    const tired = app.as(actor({ provenAt: new Date(0) }));
    expect(await tired.send(sysJob, "pauseJob", { jobId: "nightly" })).toMatchObject({
      bizCode: "platform.stepUpRequired",
    });
    expect(await admin().send(sysJob, "pauseJob", { jobId: "dead-letters" })).toMatchObject({ status: 404 });
    expect(await admin().send(sysJob, "runJob", { jobId: "dead-letters" })).toMatchObject({ status: 404 });
  });
});

describe("triggers that operators add", () => {
  test("start their job when their time has come, as often as they were told, once for all nodes", async () => {
    const id = await admin().call(sysJob, "addJobTrigger", { ...trigger, maxRuns: 2 });
    expect(await admin().send(sysJob, "addJobTrigger", trigger)).toMatchObject({
      status: 409,
      bizCode: "sysJob.triggerExists",
    });
    const sent: JobRequest[] = [];
    const tick = () => jobTriggerWorker.run(jobContext(app, undefined, sent), {});
    await tick();
    expect(sent).toEqual([]);
    app.clock.forward(3_600_000);
    await Promise.all([tick(), tick()]);
    expect(sent).toEqual([{ queue: "nightly", data: { trigger: id } }]);
    app.clock.forward(3_600_000);
    await tick();
    expect(sent).toHaveLength(2);
    const [own] = (await nightlyNow()).triggers.filter((one) => one.id === id);
    expect(own).toMatchObject({ numberOfRuns: 2, status: "ended", nextRun: null });
    await admin().call(sysJob, "updateJobTrigger", { ...trigger, id, maxRuns: 5 });
    expect((await nightlyNow()).triggers.find((one) => one.id === id)).toMatchObject({ status: "ready", maxRuns: 5 });
    await admin().call(sysJob, "deleteJobTrigger", { id });
    expect((await nightlyNow()).triggers).toHaveLength(1);
  });

  test("rest with their job, and by themselves", async () => {
    const id = await admin().call(sysJob, "addJobTrigger", trigger);
    const sent: JobRequest[] = [];
    const tick = () => jobTriggerWorker.run(jobContext(app, undefined, sent), {});
    await admin().call(sysJob, "pauseJob", { jobId: "nightly" });
    app.clock.forward(3_600_000);
    await tick();
    await admin().call(sysJob, "startJob", { jobId: "nightly" });
    await admin().call(sysJob, "pauseTrigger", { id });
    app.clock.forward(3_600_000);
    await tick();
    expect(sent).toEqual([]);
    expect(await admin().send(sysJob, "pauseTrigger", { id })).toMatchObject({ bizCode: "sysJob.alreadyPaused" });
    await admin().call(sysJob, "startTrigger", { id });
    expect(await admin().send(sysJob, "startTrigger", { id })).toMatchObject({ bizCode: "sysJob.notPaused" });
    app.clock.forward(3_600_000);
    await tick();
    expect(sent).toHaveLength(1);
    await admin().call(sysJob, "deleteJobTrigger", { id });
  });

  test("are refused by field and value where their timing cannot be kept, and change nothing", async () => {
    const refused = async (input: object) => admin().send(sysJob, "addJobTrigger", { ...trigger, ...input });
    const unreadable = await refused({ cron: "61 * * * *" });
    expect(unreadable).toMatchObject({ status: 400, bizCode: "sysJob.cronUnreadable" });
    expect(unreadable.body.message).toContain("61 * * * *");
    expect(unreadable.body.extras?.fields?.[0]?.field).toBe("cron");
    const past = { type: "once", runAt: "2020-01-01T00:00:00.000Z" };
    expect(await refused(past)).toMatchObject({ bizCode: "sysJob.neverRuns" });
    expect(await refused({ type: "interval", intervalSeconds: 59 })).toMatchObject({
      bizCode: "platform.invalidInput",
    });
    expect(await refused({ jobId: "nothing-here" })).toMatchObject({ status: 404 });
    expect((await nightlyNow()).triggers).toHaveLength(1);
  });

  test("tell their next runs before they are kept", async () => {
    const runs = await admin().call(sysJob, "nextRuns", { type: "cron", cron: "0 9 * * *", timeZone: "Asia/Taipei" });
    expect(runs).toHaveLength(5);
    expect(runs[0]).toMatch(/T01:00:00\.000Z$/);
  });
});

describe("sysJob.runJob", () => {
  test("runs a job now, and the history keeps what it said without secrets", async () => {
    await admin().call(sysJob, "runJob", { jobId: "nightly" });
    const asked = app.jobs.at(-1);
    expect(asked).toEqual({ queue: "nightly", data: {} });
    if (asked) await nodes[0]?.send(app.platform.db, asked);
    const [run] = await vi.waitFor(
      async () => {
        const { items } = await admin().call(sysJob, "pageJobTriggerRecord", { jobId: "nightly" });
        expect(items[0]?.state).toBe("completed");
        return items;
      },
      { timeout: 10_000, interval: 100 },
    );
    expect(run?.output).toEqual(["counted what=cups token=[redacted]"]);
  });
});

describe("GET /schedule", () => {
  const open = (cookie?: string) =>
    app.server.inject({ url: "/schedule", headers: { "accept-language": "en", ...(cookie ? { cookie } : {}) } });

  test("leads whoever has no ticket to the console, whatever stands in the address", async () => {
    for (const url of ["/schedule", "/schedule?token=x&ch_board=x"]) {
      const reply = await app.server.inject({ url });
      expect([reply.statusCode, reply.headers.location, reply.body]).toEqual([302, "/platform/job/dashboard", ""]);
    }
    expect((await open("ch_board=ses_x.9999999999.key.mac")).statusCode).toBe(302);
  });
});
