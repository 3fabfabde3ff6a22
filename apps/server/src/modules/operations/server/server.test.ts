import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { sysServer } from "@countinghouse/contract/operations/server/server.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { installJobSchema } from "../../../platform/db/job-schema.ts";
import { applicationRole } from "../../../platform/db/roles.ts";
import { createListener, type Listener } from "../../../platform/events/listener.ts";
import { joinNodes, serverSampleWorker } from "./index.ts";
import { figuresOf, keepSample } from "./node-presence.service.ts";

let first: TestApp;
let second: TestApp;
let listeners: Listener[];
let leave: (() => Promise<void>)[];

beforeAll(async () => {
  first = await buildTestApp({ environment: { COUNTINGHOUSE_NODE: "first" } });
  const { database, clock } = first;
  second = await buildTestApp({ database, clock, environment: { COUNTINGHOUSE_NODE: "second" } });
  await installJobSchema(database.ownerUrl, { appRole: applicationRole });
  const logger = { info: () => {}, warn: () => {} };
  listeners = [first, second].map(() => createListener({ url: database.appUrl, logger }));
  leave = [];
  for (const [at, app] of [first, second].entries())
    leave.push(
      await joinNodes(app.platform, {
        onNotify: (channel, handler) =>
          listeners[at]?.listen(channel, typeof handler === "function" ? { onMessage: handler } : handler) ??
          (() => {}),
      }),
    );
  await vi.waitFor(() => expect(listeners.every((one) => one.isConnected())).toBe(true), { timeout: 10_000 });
});
afterAll(async () => {
  for (const go of leave) await go();
  for (const listener of listeners) await listener.close();
  await second.close();
  await first.close();
});

const admin = () => first.as(actor());

describe("sysServer.serverBase", () => {
  test("names every node that works, and which one answers", async () => {
    const nodes = await admin().call(sysServer, "serverBase", {});
    expect(nodes.map(({ name, isWorking, isSelf }) => [name, isWorking, isSelf])).toEqual([
      ["first", true, true],
      ["second", true, false],
    ]);
    expect(nodes[0]).toMatchObject({ role: "all", pid: process.pid, runtime: `Node ${process.versions.node}` });
    expect(await admin().call(sysJob, "jobClusterList", {})).toEqual(nodes);
  });
});

describe("sysServer.serverUsed and serverDisk", () => {
  test("tell of each node as it measures itself, of the database and of the queues", async () => {
    const use = await admin().call(sysServer, "serverUsed", {});
    expect(use.nodes.map(({ name }) => name)).toEqual(["first", "second"]);
    expect(use.silent).toEqual([]);
    for (const node of use.nodes) {
      expect(node.memoryTotal).toBeGreaterThan(node.memoryUsed);
      expect(node.rss).toBeGreaterThan(10_000_000);
      expect(node.diskTotal).toBeGreaterThanOrEqual(node.diskUsed);
    }
    expect(use.database.bytes).toBeGreaterThan(1_000_000);
    expect(use.database.connections).toBeGreaterThan(0);
    expect(use.queues).toEqual({ waiting: 0, active: 0, failed: 0, oldestSeconds: 0 });
    const disks = await admin().call(sysServer, "serverDisk", {});
    expect(disks.map(({ name }) => name)).toEqual(["first", "second"]);
  });

  test("name a node that works and does not answer", async () => {
    await sql`INSERT INTO nodes (id, name, role, facts, started_at, seen_at)
              VALUES ('nod_dumb', 'dumb', 'worker', '{}', now(), now())`.execute(first.platform.db);
    expect((await admin().call(sysServer, "serverUsed", {})).silent).toEqual(["dumb"]);
    await sql`DELETE FROM nodes WHERE id = 'nod_dumb'`.execute(first.platform.db);
    const left = await first.platform.db.selectFrom("nodeAnswers").selectAll().execute();
    expect(left).toEqual([]);
  });
});

describe("sysServer.history", () => {
  test("tells of the last day in steps, each node by itself, and forgets what is older", async () => {
    const { db } = first.platform;
    const tick = async () => {
      await keepSample(first.platform, figuresOf(first.platform));
      await serverSampleWorker.run(jobContext(first), {});
    };
    await tick();
    first.clock.forward(60_000);
    await tick();
    const history = await admin().call(sysServer, "history", {});
    expect(history.steps).toHaveLength(288);
    expect(history.nodes.map(({ name }) => name)).toEqual(["first"]);
    expect(history.nodes[0]?.rss.at(-1)).toBeGreaterThan(10_000_000);
    expect(history.connections.at(-1)).toBeGreaterThan(0);
    expect(history.commits.at(-1)).not.toBeNull();
    expect(history.connections.slice(0, -1).every((value) => value === null)).toBe(true);
    first.clock.forward(26 * 3_600_000);
    await tick();
    expect(await db.selectFrom("databaseSamples").selectAll().execute()).toHaveLength(1);
    expect(await db.selectFrom("nodeSamples").selectAll().execute()).toHaveLength(1);
  });
});

describe("sysServer.assemblyList", () => {
  test("names libraries with exact versions", async () => {
    const libraries = await admin().call(sysServer, "assemblyList", {});
    expect(libraries).toContainEqual({ name: "node", version: process.versions.node });
    expect(libraries.find(({ name }) => name === "fastify")?.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("is refused to who does not hold it", async () => {
    const clerk = first.as(actor({ holdsAll: false, permissions: new Set(["sysServer:history"]) }));
    expect(await clerk.send(sysServer, "assemblyList")).toMatchObject({ status: 403 });
  });
});

describe("a node that stops", () => {
  test("is named as stopped, and not asked", async () => {
    await leave.pop()?.();
    const nodes = await admin().call(sysServer, "serverBase", {});
    expect(nodes.find(({ name }) => name === "second")).toMatchObject({ isWorking: false });
    expect((await admin().call(sysServer, "serverUsed", {})).nodes.map(({ name }) => name)).toEqual(["first"]);
  });
});
