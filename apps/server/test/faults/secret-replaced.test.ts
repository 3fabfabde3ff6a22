import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealWorker } from "../../src/modules/funds/ledger/ledger.seal.worker.ts";
import { sweepOrders } from "../../src/modules/payments/order-follow-up/order-follow-up.worker.ts";
import { sendCapture } from "../../src/modules/payments/order-processing/index.ts";
import { installationKeys } from "../../src/platform/crypto/installation-keys.ts";
import { secretFingerprint } from "../../src/platform/crypto/secret-fingerprint.ts";
import type { JobRequest } from "../../src/platform/http/context.ts";
import { restIfReplaced } from "../../src/platform/jobs/rest-once-replaced.ts";
import { buildTestApp, type TestApp } from "../app.ts";
import { jobContext } from "../jobs.ts";
import { type OpenClient, openClient } from "../open-caller.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { changePrices } from "../price-seals.ts";
import { testCard } from "../simulator.ts";

const environment = { COUNTINGHOUSE_API_RATE: "10000" };
const newSecret = "the-secret-after-the-one-before-4Hs8Wq2Lz";

/** The node that nobody started anew: it knows the old secret alone. */
let stage: OrderStage;
/** A node that was started with the new secret. */
let next: TestApp;
let nextShop: OpenClient;
let owner: pg.Client;

beforeAll(async () => {
  stage = await buildOrderStage({ environment });
  const { app } = stage;
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  const { current: previous } = app.platform.secret;
  await owner.query("INSERT INTO installation (secret_fingerprint) VALUES ($1)", [secretFingerprint(previous)]);
  const secret = { current: newSecret, previous };
  next = await buildTestApp({ database: app.database, clock: app.clock, environment, secret });
  nextShop = openClient(next.server, app.clock, stage.shop);
});
afterAll(async () => {
  await owner?.end();
  await next?.close();
  await stage?.close();
});

const { number, expMonth, expYear, cvc } = testCard("001");
const creation = (merchantOrderNo: string, parts: object = {}) => ({
  merchantOrderNo,
  amount: 10_000,
  currency: "USD",
  ip: "203.0.113.7",
  payer: { email: "ada@example.com", name: "Ada Payer" },
  paymentMethod: { code: "card", card: { number, expiryMonth: expMonth, expiryYear: expYear, cvc } },
  ...parts,
});
const create = (shop: OpenClient, body: object, key: string = randomUUID()) =>
  shop.send("POST", "/v1/orders", { key, body });
const shown = ({ status, body }: Awaited<ReturnType<typeof create>>) => [status, body.status ?? body.bizCode];

const alarms = async () => {
  await stage.app.alteredTold();
  const { rows } = await owner.query<{ event_type: string }>("SELECT event_type FROM event_exception_items ORDER BY 1");
  return rows.map(({ event_type }) => event_type);
};
const sealsOf = async (table: string) =>
  (await owner.query<{ seal: string }>(`SELECT seal FROM ${table} ORDER BY id`)).rows.map(({ seal }) => seal);

describe("a node whose installation's secret was replaced without it", () => {
  test("prices nothing by what the others sealed since, says why, and raises no alarm about it", async () => {
    await owner.query("UPDATE installation SET secret_fingerprint = $1", [secretFingerprint(newSecret)]);
    expect(shown(await create(stage.shop, creation("before")))).toEqual([200, "paid"]);
    await changePrices(next, "feeRules", stage, { percent: 20_000 });
    const seals = await sealsOf("fee_rules");
    const key = randomUUID();
    const refused = await create(stage.shop, creation("after"), key);
    expect(shown(refused)).toEqual([503, "dependency_unavailable"]);
    expect(refused.body.message).toContain("secret of this installation was replaced");
    expect(refused.headers["retry-after"]).toBe("2");
    expect(await alarms()).toEqual([]);
    expect(await sealsOf("fee_rules")).toEqual(seals);
    expect(shown(await create(nextShop, creation("after"), key))).toEqual([200, "paid"]);
  });

  test("asks no gateway about their payments, leaves them as they are, and the others carry them through", async () => {
    const made = await create(nextShop, creation("reserved", { captureMethod: "manual" }));
    const path = `/v1/orders/${made.body.orderNo}/capture`;
    const seals = await sealsOf("payment_attempts");
    const key = randomUUID();
    // What was asked for is written down and waits for a node that may.
    const asked = await stage.shop.send("POST", path, { key, body: {} });
    expect(asked.body.capturedAmount ?? 0).toBe(0);
    await stage.sweep();
    expect(await sealsOf("payment_attempts")).toEqual(seals);
    const { payments } = await stage.simulator.book(made.body.orderNo);
    expect(payments).toMatchObject([{ capturedAmount: 0 }]);
    expect(await alarms()).not.toContain("attempt.altered");
    await stage.simulator.advance(120);
    stage.app.clock.forward(120_000);
    const sent: JobRequest[] = [];
    const enqueue = async (_db: unknown, job: JobRequest) => void sent.push(job);
    const { seals: own } = installationKeys(next.platform.secret);
    const node = { ...stage.node, platform: next.platform, seals: own, enqueue };
    await sweepOrders(node, { logger: next.platform.logger, signal: AbortSignal.timeout(30_000) });
    for (const { queue, data } of sent)
      if (queue === "order.capture") await sendCapture(node, stage.caller, data as never);
    expect(shown(await nextShop.send("POST", path, { key, body: {} }))).toEqual([200, "paid"]);
  });

  test("adds to no chain, calls none altered and takes no more jobs", async () => {
    const before = await alarms();
    await sealWorker(next.platform).run(jobContext(next), {});
    await create(nextShop, creation("to be sealed"));
    await expect(sealWorker(stage.app.platform).run(jobContext(stage.app), {})).rejects.toThrow("was replaced");
    expect(await alarms()).toEqual(before);
    const rested: string[] = [];
    const rest = async () => void rested.push("rests");
    expect(await restIfReplaced(next.platform, { rest })).toBe(false);
    expect(await restIfReplaced(stage.app.platform, { rest })).toBe(true);
    expect(rested).toEqual(["rests"]);
  });
});

describe("a seal in a scheme of a later release", () => {
  test("prices nothing and is no alteration where that release runs, and is one where none does", async () => {
    await changePrices(next, "feeRules", stage, { percent: 20_000 });
    await owner.query("UPDATE fee_rules SET seal = 'w9' || substr(seal, 3)");
    await owner.query("INSERT INTO schema_migrations (name, checksum) VALUES ('9999_later', 'x')");
    const before = await alarms();
    const refused = await create(nextShop, creation("later"));
    expect(refused.body.message).toContain("later release");
    expect(await alarms()).toEqual(before);
    await owner.query("DELETE FROM schema_migrations WHERE name = '9999_later'");
    expect((await create(nextShop, creation("never"))).status).toBe(409);
    await next.alteredTold();
    expect(await alarms()).toContain("price.altered");
  });
});
