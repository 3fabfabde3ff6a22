import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBook } from "../../src/modules/funds/ledger/ledger.verify.service.ts";
import { buildWorkers } from "../../src/modules/index.ts";
import { manifest } from "../../src/modules/tables.ts";
import { backup } from "../../src/platform/db/backup.ts";
import { installJobSchema } from "../../src/platform/db/job-schema.ts";
import { restore } from "../../src/platform/db/restore.ts";
import { applicationRole } from "../../src/platform/db/roles.ts";
import { createEventFeed } from "../../src/platform/events/event-feed.ts";
import { createJobs } from "../../src/platform/jobs/jobs.ts";
import { queuesOf } from "../../src/platform/jobs/worker.ts";
import type { TestApp } from "../app.ts";
import { givePassword, realNode } from "../attack/visitor.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../database.ts";
import { jobContext } from "../jobs.ts";
import { sealBook, sealKeys } from "../ledger.ts";
import { openClient } from "../open-caller.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { testCard } from "../simulator.ts";

const orders = 100_000;
const directory = join(import.meta.dirname, "../../migrations");
const password = "violet otter 93 lantern";

let used: TestDatabase;
let target: TestDatabase;
let stage: OrderStage;
let folder: string;
let exportId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "restore-drill-"));
  used = await createTestDatabase();
  target = await createEmptyDatabase();
  stage = await buildOrderStage({ database: used });
  await fillOrders();
  await givePassword(stage.app, 1, password);
  await workJobs();
  exportId = await exportOrders();
}, 300_000);

afterAll(async () => {
  await stage?.close();
  await used?.drop();
  await target?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Adds a hundred thousand orders that nobody has paid. */
async function fillOrders(): Promise<void> {
  const { id } = await stage.create();
  await sql`
    INSERT INTO coin_orders
    SELECT copied.* FROM coin_orders AS o, generate_series(1, ${orders}::int) AS n,
           LATERAL jsonb_populate_record(o, jsonb_build_object('id', 'ord_' || upper(lpad(to_hex(n), 26, '0')),
             'order_no', 'ORB' || n, 'merchant_order_no', 'B-' || n,
             'mode', CASE o.mode WHEN 'live' THEN 'test' ELSE 'live' END)) AS copied
     WHERE o.id = ${id}`.execute(stage.app.platform.db);
}

/** Sends jobs of many sizes and takes some away as if they had been done: what is left lies about with gaps between. */
async function workJobs(): Promise<void> {
  const { db, clock, logger } = stage.app.platform;
  const workers = buildWorkers(stage.app.platform, { appUrl: used.appUrl, replicaUrl: used.appUrl });
  await installJobSchema(used.ownerUrl, { appRole: applicationRole, queues: queuesOf(workers) });
  const feed = createEventFeed({ listenUrl: used.appUrl, db, logger });
  const jobs = await createJobs({ appUrl: used.appUrl, db, clock, seals: stage.node.seals, logger, feed });
  for (let count = 0; count < 900; count += 1)
    await jobs.send(db, { queue: "order.query", data: { text: "x".repeat((count * 7919) % 1900) } } as never);
  await sql`DELETE FROM pgboss.job WHERE length(data->>'text') % 3 = 0`.execute(db);
  await jobs.stop({ graceMs: 0 });
  await feed.close();
}

/** Asks for an export over HTTP and makes it, as a worker does. */
async function exportOrders(): Promise<string> {
  const node = await realNode(used, stage.app.clock);
  const { headers } = await signIn(node);
  const request = { format: "csv", columns: ["orderNo", "amount"], filter: { mode: "test", status: ["paid"] } };
  await stage.pay("001");
  const { jobId } = await node.anonymous.call(coinOrder, "export", request as never, { headers });
  const sent = node.jobs.at(-1);
  const workers = buildWorkers(node.platform, { appUrl: used.appUrl, replicaUrl: used.appUrl });
  await workers.find(({ queue }) => queue === sent?.queue)?.run(jobContext(node), sent?.data ?? {});
  await node.close();
  return jobId;
}

async function signIn(node: TestApp): Promise<{ headers: Record<string, string> }> {
  const answer = await node.anonymous.call(sysAuth, "login", { account: "admin", password });
  return { headers: { authorization: `Bearer ${(answer as { accessToken?: string }).accessToken}` } };
}

/** Pays orders one after the other until it is told to stop; answers how many. */
function traffic(): { stop(): Promise<number> } {
  let isOn = true;
  const running = (async () => {
    let paid = 0;
    for (; isOn; paid += 1) await stage.pay("001");
    return paid;
  })();
  return {
    stop: () => {
      isOn = false;
      return running;
    },
  };
}

const count = async (url: string, table: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`);
  await client.end();
  return Number(rows[0]?.n);
};

test("a database that has been used comes back from a backup under traffic, and goes on working", async () => {
  const file = join(folder, "used.backup");
  const paying = traffic();
  const taken = await backup(used.ownerUrl, file);
  expect(await paying.stop()).toBeGreaterThan(0);
  const back = await restore({
    urls: { ownerUrl: target.ownerUrl, appRole: applicationRole },
    file,
    directory,
    manifest,
    log: { info: () => {} },
  });
  expect(back).toEqual(taken);
  expect(await count(target.ownerUrl, "coin_orders")).toBeGreaterThan(orders);
  expect(await count(target.ownerUrl, "pgboss.job")).toBe(await count(used.ownerUrl, "pgboss.job"));

  const node = await realNode(target, stage.app.clock);
  const { headers } = await signIn(node);
  const kept = await node.anonymous.send(sysJobRun, "download", { id: exportId }, { headers });
  expect([kept.status, String(kept.result).split("\n").length]).toEqual([200, 3]);

  const shop = openClient(node.server, node.clock, stage.shop);
  const { number } = testCard("001");
  const answer = await shop.send("POST", "/v1/orders", {
    body: {
      merchantOrderNo: "after-the-restore",
      amount: 10_000,
      currency: "USD",
      payer: { email: "ada@mail.example" },
      ip: "203.0.113.7",
      returnUrl: "https://shop.example/thanks",
      paymentMethod: {
        code: "card",
        card: { number, expiryMonth: 12, expiryYear: 2030, cvc: "321", holderName: "Ada" },
      },
    },
  });
  expect([answer.status, answer.body?.status]).toEqual([200, "paid"]);

  expect((await sealBook(node, stage.merchantId, { book: "test" })).refused).toEqual([]);
  const checked = await checkBook(
    node.platform.db,
    { merchantId: stage.merchantId, book: "test" },
    await sealKeys(node),
  );
  expect(checked).toMatchObject({ findings: [], journals: checked.seals });
  expect(checked.journals).toBeGreaterThan(1);
  await node.close();
}, 300_000);
