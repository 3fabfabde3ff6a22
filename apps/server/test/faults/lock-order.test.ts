import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { addDays } from "@countinghouse/money/plain-date.ts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueBill, lockBillOfBatch } from "../../src/modules/funds/billing/index.ts";
import type { Finding } from "../../src/modules/funds/ledger/ledger.finding.policy.ts";
import { confirmBatch } from "../../src/modules/funds/settlements/settlement-step.service.ts";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";
import { findingsOf, inTransaction } from "../ledger.ts";
import { batchesOf, buildSettledMerchant, heldBy, sell, stepsOfBatches, today } from "../settlements.ts";

const clients = 64;
/** How many clients ask for the same thing at once. */
const rivals = 4;

let app: TestApp;
let merchants: readonly string[];
const steps = stepsOfBatches(() => app);

beforeAll(async () => {
  app = await buildTestApp();
  const built = [];
  for (let at = 0; at < 4; at += 1) built.push((await buildSettledMerchant(app, { autoSettle: false })).merchantId);
  merchants = built;
});
afterAll(() => app?.close());

/** What is found wrong of the books themselves: what is sold here has no capture behind it. */
const isOfBooks = ({ table, law }: Finding): boolean => table.startsWith("ledger_") && law !== "receivable_backed";

/** Deadlocks that the database had to break; sessions tell theirs when they end. */
async function deadlocks(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { rows } = await sql<{ n: number }>`
    SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()`.execute(app.platform.db);
  return rows[0]?.n ?? Number.NaN;
}

/** Lets clients work at two nodes that are gone afterwards. */
async function atTwoNodes<R>(work: (doorOf: (client: number) => TestClient) => Promise<R>): Promise<R> {
  const nodes = await Promise.all([0, 1].map(() => buildTestApp({ database: app.database, clock: app.clock })));
  const doors = nodes.map((node) => node.as(actor({ provenAt: app.clock.now() })));
  try {
    return await work((client) => doors[client % 2] as TestClient);
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
  }
}

/** Calls until a node has time for it, as a client does. */
async function patient<A extends { readonly status: number }>(call: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
  }
}

test("a deadlock is counted, so that none counted says something", async () => {
  const before = await deadlocks();
  const [one, other] = [0, 1].map(() => new pg.Client({ connectionString: app.database.ownerUrl })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([one.connect(), other.connect()]);
  for (const client of [one, other]) await client.query("BEGIN");
  await one.query("SELECT pg_advisory_xact_lock(1)");
  await other.query("SELECT pg_advisory_xact_lock(2)");
  const ended = await Promise.allSettled([
    one.query("SELECT pg_advisory_xact_lock(2)"),
    other.query("SELECT pg_advisory_xact_lock(1)"),
  ]);
  expect(ended.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: { code: "40P01" } }]);
  await Promise.all([one.end(), other.end()]);
  expect(await deadlocks()).toBe(before + 1);
});

test("64 clients settle batches of four merchants, some from the first to the last and some the other way: each once, without a deadlock", async () => {
  const groups = clients / rivals;
  const batches: string[][] = Array.from({ length: groups }, () => []);
  for (const merchantId of merchants) {
    for (let at = 0; at < groups; at += 1) {
      // One for each day up to today.
      await sell(app, merchantId, 1_000 + at, { due: addDays(today, at + 1 - groups) });
      await steps.collected(merchantId);
      const batch = await steps.closed(merchantId);
      if (!batch) throw new Error("nothing was closed");
      const { id, mode } = batch;
      await inTransaction(app, async (ctx) => {
        const bill = await lockBillOfBatch(ctx, merchantId, id);
        if (bill) await issueBill(ctx, bill);
      });
      await inTransaction(app, (ctx) => confirmBatch(ctx, { merchantId, mode, id }, { issues: false }));
      batches[at]?.push(id);
    }
  }
  const before = await deadlocks();
  const answers = await atTwoNodes((doorOf) =>
    Promise.all(
      Array.from({ length: clients }, (_, client) => {
        const ids = batches[client % groups] ?? [];
        const asked = Math.floor(client / groups) % 2 === 0 ? ids : ids.toReversed();
        return patient(() => doorOf(client).send(settlements, "settle", { ids: asked }));
      }),
    ),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(groups);
  expect(new Set(answers.map(({ bizCode }) => bizCode))).toEqual(new Set([undefined, "settlements.invalidTransition"]));
  expect(await deadlocks()).toBe(before);
  const whole = (groups * (1_000 + 1_000 + groups - 1)) / 2;
  for (const merchantId of merchants) {
    expect((await batchesOf(app, merchantId)).map(({ status }) => status)).toEqual(Array(groups).fill("settled"));
    expect(await heldBy(app, merchantId)).toEqual([0, whole, 0]);
  }
}, 120_000);

test("64 clients freeze and release money of four merchants, correct it up and down: every step counts once, without a deadlock", async () => {
  const before = await deadlocks();
  const held = await Promise.all(merchants.map((merchantId) => heldBy(app, merchantId)));
  const second = (at: number) =>
    app.as(actor({ userId: 2, realName: "Second", provenAt: app.clock.now(), account: `second${at}` }));
  await atTwoNodes((doorOf) =>
    Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const door = doorOf(client);
        const order = client % 2 === 0 ? merchants : merchants.toReversed();
        for (const merchantId of order) {
          const place = { merchantId, currency: "USD", mode: "live" } as const;
          const frozen = await patient(() =>
            door.send(merchantBalance, "freeze", { ...place, amount: "100", reason: "Race" }),
          );
          expect(frozen.status).toBe(200);
          const { id } = frozen.result as { readonly id: string };
          const released = await Promise.all(
            [0, 1].map((at) =>
              patient(() => doorOf(client + at).send(merchantBalance, "unfreeze", { merchantId, id, reason: "Race" })),
            ),
          );
          expect(released.map(({ bizCode }) => bizCode ?? "released").sort()).toEqual([
            "merchantBalance.holdNotOpen",
            "released",
          ]);
          const amount = client % 2 === 0 ? "-7" : "7";
          const asked = await patient(() =>
            door.send(merchantBalance, "adjust", { ...place, amount, reason: "Race", evidence: "None" }),
          );
          const decided = { merchantId, id: (asked.result as { readonly id: string }).id };
          const answers = await Promise.all(
            [0, 1].map((at) => patient(() => second(at).send(merchantBalance, "approve", decided))),
          );
          expect(answers.map(({ bizCode }) => bizCode ?? "booked").sort()).toEqual([
            "booked",
            "merchantBalance.adjustmentDecided",
          ]);
        }
      }),
    ),
  );
  expect(await deadlocks()).toBe(before);
  expect(await Promise.all(merchants.map((merchantId) => heldBy(app, merchantId)))).toEqual(held);
  for (const merchantId of merchants) expect((await findingsOf(app, merchantId)).filter(isOfBooks)).toEqual([]);
}, 120_000);
