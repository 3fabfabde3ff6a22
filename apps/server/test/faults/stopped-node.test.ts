import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settlementWorkers } from "../../src/modules/funds/settlements/settlements.worker.ts";
import { installationKeys } from "../../src/platform/crypto/installation-keys.ts";
import { installJobSchema } from "../../src/platform/db/job-schema.ts";
import { applicationRole } from "../../src/platform/db/roles.ts";
import { createJobs } from "../../src/platform/jobs/jobs.ts";
import { queuesOf } from "../../src/platform/jobs/worker.ts";
import { buildTestApp, type TestApp } from "../app.ts";
import { batchesOf, buildSettledMerchant, heldBy, sell, settlementFindings, today } from "../settlements.ts";
import type { Stopping } from "./stopped-node.ts";

let app: TestApp;
/** Without their time table: one job is sent. */
const workers = settlementWorkers.map(({ schedule: _none, ...worker }) => worker);
const queue = "settlement.sweep";

beforeAll(async () => {
  app = await buildTestApp();
  // A lease of two seconds in place of thirty, and no wait before the next try.
  const queues = queuesOf(workers).map((one) => ({ ...one, ...(one.name === queue ? { retryDelay: 0 } : {}) }));
  await installJobSchema(app.database.ownerUrl, { appRole: applicationRole, queues });
  await sql`UPDATE pgboss.queue SET heartbeat_seconds = 2 WHERE name = ${queue}`.execute(app.platform.db);
});
afterAll(() => app?.close());

/** A node with its own queues, in this process. */
const startNode = () => {
  const { db, clock, logger, secret } = app.platform;
  const { seals } = installationKeys(secret);
  return createJobs({ appUrl: app.database.appUrl, db, clock, seals, logger, superviseSeconds: 1 });
};

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const began = Date.now(); Date.now() - began < 45_000; await sleep(50)) if (await condition()) return;
  throw new Error(`${what} did not come`);
}

/** How long sessions that are opened from now on may keep a transaction open and do nothing. */
async function bePatient(timeout: string): Promise<void> {
  const { ownerUrl } = app.database;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const place = `${applicationRole} IN DATABASE ${new URL(ownerUrl).pathname.slice(1)}`;
  await owner
    .query(`ALTER ROLE ${place} SET idle_in_transaction_session_timeout = '${timeout}'`)
    .finally(() => owner.end());
}

const isStopped = (pid: number): boolean => / T /.test(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/\(.*\)/, ""));
const triesOf = async (id: string): Promise<{ readonly state: string; readonly tries: number }> => {
  const { rows } = await sql<{ state: string; tries: number }>`
    SELECT state::text AS state, retry_count AS tries FROM pgboss.job WHERE id = ${id}::uuid`.execute(app.platform.db);
  return rows[0] ?? { state: "none", tries: -1 };
};

test.each([
  ["settlements.close", "after the commit", "60s"],
  ["settlements.settle", "after the commit", "60s"],
  ["settlements.close", "before the commit", "60s"],
  ["settlements.settle", "before the commit", "60s"],
  // A second in place of the half minute that the role has: what a node that hangs has locked is free then.
  ["settlements.close", "before the commit", "1s"],
] as const)(
  "a node that hangs in %s %s, longer than its lease, and goes on when another one did its job, doubles nothing (idle for %s at most)",
  async (event, at, idleAtMost) => {
    await bePatient(idleAtMost);
    const merchantIds: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { merchantId } = await buildSettledMerchant(app);
      await sell(app, merchantId, 10_000, { due: today, fee: 300 });
      merchantIds.push(merchantId);
    }
    const child = spawn(process.execPath, [join(import.meta.dirname, "stopped-node.ts")], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const pid = child.pid ?? 0;
    const said: string[] = [];
    createInterface(child.stdout).on("line", (line) => said.push(line));
    const sender = await startNode();
    try {
      const { db, secret, clock } = app.platform;
      await sender.send(db, { queue, data: {} });
      const { rows } = await sql<{ id: string }>`
        SELECT id::text AS id FROM pgboss.job WHERE name = ${queue} AND state = 'created'`.execute(db);
      const id = rows[0]?.id ?? "";
      const told: Stopping = { databaseUrl: app.database.appUrl, secret, now: clock.now().toISOString(), event, at };
      child.stdin.write(`${JSON.stringify(told)}\n`);
      await until("the stop", () => isStopped(pid));
      expect(await triesOf(id)).toEqual({ state: "active", tries: 0 });

      await sender.start(workers);
      await until("the other node's turn", async () => (await triesOf(id)).tries === 1);
      if (at === "after the commit" || idleAtMost === "1s") {
        // Nothing is held, or no longer: the other node does all of it meanwhile.
        await until("the end of the job", async () => (await triesOf(id)).state === "completed");
        for (const merchantId of merchantIds)
          expect(await batchesOf(app, merchantId)).toMatchObject([{ status: "settled", amount: "9700" }]);
      } else {
        // What the first one holds is waited for.
        await until("the second try", async () => (await triesOf(id)).state === "active");
        await sleep(500);
        expect(isStopped(pid)).toBe(true);
      }
      child.kill("SIGCONT");
      await until("the end of the first try", () => said.includes(`ended ${queue}`));
      await until("the end of the job", async () => (await triesOf(id)).state === "completed");

      for (const merchantId of merchantIds) {
        expect(await batchesOf(app, merchantId)).toMatchObject([
          { status: "settled", amount: "9700", lineCount: 2, blockedBy: null },
        ]);
        expect(await heldBy(app, merchantId)).toEqual([0, 9_700, 0]);
        const settled = await db
          .selectFrom("ledgerJournals")
          .select("event")
          .where("merchantId", "=", merchantId)
          .where("event", "in", ["J30", "J30n"])
          .execute();
        expect(settled).toHaveLength(1);
        const bills = await db.selectFrom("bills").select("status").where("merchantId", "=", merchantId).execute();
        expect(bills).toEqual([{ status: "issued" }]);
        expect(await settlementFindings(app, merchantId)).toEqual([]);
      }
      const alarms = await db
        .selectFrom("eventExceptions")
        .select("message")
        .where("merchantId", "in", merchantIds)
        .execute();
      expect(alarms).toEqual([]);
    } finally {
      await sender.stop({ graceMs: 0 });
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
  },
  60_000,
);
