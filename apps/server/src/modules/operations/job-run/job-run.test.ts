import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";
import { installJobSchema } from "../../../platform/db/job-schema.ts";
import { applicationRole } from "../../../platform/db/roles.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import { createEventFeed, type EventFeed } from "../../../platform/events/event-feed.ts";
import { implement } from "../../../platform/http/implement.ts";
import { createJobs, type Jobs } from "../../../platform/jobs/jobs.ts";
import { queuesOf } from "../../../platform/jobs/worker.ts";
import { buildJobRunRoutes, buildJobRunWorkers } from "./index.ts";

const positions = implement(sysPos, {
  ...recordOperations({ table: "positions", resource: sysPos }),
  list: async () => [],
  importCheck: () => Promise.reject(new Error("not asked")),
  import: () => Promise.reject(new Error("not asked")),
});

let app: TestApp;
let directory: string;
let feeds: EventFeed[];
let nodes: Jobs[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "job-run-"));
  app = await buildTestApp({
    environment: { COUNTINGHOUSE_DATA: directory },
    modules: (platform) => [positions, buildJobRunRoutes(platform.files)],
  });
  const { appUrl, ownerUrl } = app.database;
  const workers = buildJobRunWorkers(app.platform, [positions], { appUrl, replicaUrl: appUrl });
  await installJobSchema(ownerUrl, { appRole: applicationRole, queues: queuesOf(workers) });
  const { db, clock, logger } = app.platform;
  feeds = [0, 1].map(() => createEventFeed({ listenUrl: appUrl, db, logger }));
  nodes = await Promise.all(
    feeds.map((feed) => createJobs({ appUrl, db, clock, seals: app.context().seals, logger, feed })),
  );
  await nodes[1]?.start(workers);
});

afterAll(async () => {
  for (const node of nodes) await node.stop({ graceMs: 0 });
  for (const feed of feeds) await feed.close();
  await app.close();
  await rm(directory, { recursive: true });
});

describe("sysJobRun", () => {
  test("follows an export from the node that took it to the worker that makes it, and tells its user", async () => {
    const { tenantId, orgId } = await buildTenant(app);
    const permissions = ["sysPos:add", "sysPos:export"];
    const client = app.as(await buildOperator(app, { tenantId, orgId, permissions, dataScope: 1 }));
    await client.call(sysPos, "add", { name: "Teller", code: null });
    const told: object[] = [];
    feeds[0]?.subscribe(({ event }) => {
      if (event.topic === "job") told.push(event.payload);
    });
    const { jobId: id } = await client.call(sysPos, "export", { format: "csv", columns: ["name"], filter: {} });
    const sent = app.jobs.at(-1);
    if (sent) await nodes[0]?.send(app.platform.db, sent);
    const isDone = () => told.some((payload) => (payload as { state?: string }).state === "done");
    for (let count = 0; count < 500 && !isDone(); count += 1) await sleep(10);
    expect(told.at(-1)).toMatchObject({ id, state: "done", rows: 1 });
    const file = await client.send(sysJobRun, "download", { id });
    expect(file).toMatchObject({ status: 200, result: '\uFEFF"Name"\nTeller\n' });
    expect(file.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringContaining("attachment"),
    });
  });
});
