import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant } from "../../../../test/people.ts";
import type { Context, JobRequest } from "../../../platform/http/context.ts";
import { shapeOfMessage } from "./exception.policy.ts";
import { type ExceptionFacts, groupItems, recordException } from "./exception.store.ts";

let app: TestApp;
let tenantId: number;
let merchantId: string;
beforeAll(async () => {
  app = await buildTestApp();
  const place = await buildTenant(app);
  ({ tenantId } = place);
  merchantId = await buildMerchant(app, place);
});
afterAll(() => app.close());

const failure = (parts: Partial<ExceptionFacts> = {}): ExceptionFacts => ({
  source: "ledger",
  eventType: "order.capture",
  level: "error",
  message: "OR202611210000000001 was refused after 12 s",
  merchantId,
  ...parts,
});

const inTransaction = <R>(work: (ctx: Context) => Promise<R>, jobs: JobRequest[] = []): Promise<R> =>
  app.platform.db
    .transaction()
    .execute((tx) => work({ ...app.context(), db: tx, enqueue: async (job) => void jobs.push(job) }));

const groups = (eventType: string) =>
  app.platform.db.selectFrom("eventExceptions").selectAll().where("eventType", "=", eventType).execute();
const items = (eventType: string) =>
  app.platform.db.selectFrom("eventExceptionItems").selectAll().where("eventType", "=", eventType).execute();

describe("recordException", () => {
  test("counts failures that differ in their particulars as one kind, in the merchant's tenant", async () => {
    await inTransaction((ctx) => recordException(ctx, failure({ objectId: "ord_1" })));
    app.clock.forward(60_000);
    const later = failure({ message: "OR202611210000000002 was refused after 40 s", objectId: "ord_2" });
    await inTransaction((ctx) => recordException(ctx, later));
    expect(await groups("order.capture")).toMatchObject([
      { tenantId, occurrences: 2, message: later.message, objectId: "ord_2", merchantId, status: "open" },
    ]);
  });

  test("tells kinds apart by what was done and by the sentence", async () => {
    await inTransaction((ctx) => recordException(ctx, failure({ eventType: "apart", message: "No cover" })));
    await inTransaction((ctx) => recordException(ctx, failure({ eventType: "apart", message: "No account" })));
    expect(await groups("apart")).toHaveLength(2);
  });

  test("keeps no secret and no card number", async () => {
    const facts = failure({
      eventType: "masked",
      message: "card 4111 1111 1111 1111 was sent with Bearer abcdef123456",
      payload: { card: { number: "4111111111111111" }, apiSecret: "sk_live_1", note: "Basic Zm9vOmJhcg==" },
      error: new Error("token eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.c2ln was refused"),
    });
    await inTransaction((ctx) => recordException(ctx, facts));
    const stored = JSON.stringify([await groups("masked"), await items("masked")]);
    for (const secret of ["4111111111111111", "4111 1111 1111 1111", "abcdef123456", "sk_live_1", "Zm9v", "eyJ"])
      expect(stored).not.toContain(secret);
    expect(stored).toContain("was sent with");
  });

  test("opens a kind again that was solved, and leaves one alone that is ignored", async () => {
    const facts = failure({ eventType: "again" });
    await inTransaction((ctx) => recordException(ctx, facts));
    for (const [before, after] of [
      ["resolved", "open"],
      ["retrying", "open"],
      ["ignored", "ignored"],
    ] as const) {
      await app.platform.db
        .updateTable("eventExceptions")
        .set({ status: before })
        .where("eventType", "=", "again")
        .execute();
      await inTransaction((ctx) => recordException(ctx, facts));
      expect(await groups("again")).toMatchObject([{ status: after }]);
    }
  });

  test("waits for no other transaction, whatever the order of the kinds, and loses none", async () => {
    const jobs: JobRequest[] = [];
    const kinds = ["a", "b", "c"].map((name) => failure({ eventType: "parallel", message: `kind ${name}` }));
    const one = async (order: readonly ExceptionFacts[]) =>
      inTransaction(async (ctx) => {
        for (const facts of order) await recordException(ctx, facts);
      }, jobs);
    await Promise.all(Array.from({ length: 16 }, (_, index) => one(index % 2 ? kinds : [...kinds].reverse())));
    expect(await items("parallel")).toHaveLength(48);
    for (const { data } of jobs)
      await inTransaction((ctx) => groupItems(ctx.db, (data as { fingerprint: string }).fingerprint, ctx.now));
    expect((await groups("parallel")).map(({ occurrences }) => occurrences)).toEqual([16, 16, 16]);
    expect((await items("parallel")).filter(({ exceptionId }) => exceptionId === null)).toEqual([]);
  });
});

describe("shapeOfMessage", () => {
  test("drops ids, numbers and quoted values", () => {
    const shapes = [
      'order ord_01KABCDEFGHJKMNPQRSTVWXYZ0 of "Shop 1" failed after 1,5 s',
      'order ord_01KZZZZZZZZZZZZZZZZZZZZZZZ of "Shop 22" failed after 12 s',
    ].map(shapeOfMessage);
    expect(new Set(shapes).size).toBe(1);
    expect(shapes[0]).toBe("order # of # failed after # s");
  });
});
