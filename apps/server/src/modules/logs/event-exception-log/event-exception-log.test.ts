import { eventExceptionLog } from "@countinghouse/contract/logs/event-exception-log/event-exception-log.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant, buildUser, unique } from "../../../../test/people.ts";
import { settleQuiet } from "./event-exception-log.store.ts";
import { type ExceptionFacts, recordException } from "./exception.store.ts";

let app: TestApp;
let place: { tenantId: number; orgId: number };
let merchantId: string;
let operator: TestClient;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  place = await buildTenant(app);
  merchantId = await buildMerchant(app, place);
  operator = app.as(someone());
  app.jobs.length = 0;
});

const someone = (parts: object = {}) =>
  actor({
    ...place,
    holdsAll: false,
    accountType: AccountType.NormalUser,
    permissions: new Set(Object.keys(eventExceptionLog.operations).map((name) => `eventExceptionLog:${name}`)),
    scope: { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" },
    ...parts,
  });

const retry = { queue: "orders", data: { orderNo: "OR1" } };

/** Records a failure; answers its kind. */
async function fail(parts: Partial<ExceptionFacts> = {}) {
  const eventType = parts.eventType ?? unique("kind.");
  const facts: ExceptionFacts = { source: "job", eventType, level: "error", message: "It broke", merchantId, ...parts };
  await app.platform.db
    .transaction()
    .execute((tx) => recordException({ ...app.context(), db: tx }, { ...facts, eventType }));
  const { items } = await operator.call(eventExceptionLog, "page", { eventType });
  const [group] = items;
  if (!group) throw new Error("no group");
  return group;
}

const again = async (id: string) => operator.call(eventExceptionLog, "detail", { id });

describe("eventExceptionLog.page", () => {
  test("finds a kind by the object of any of its occurrences", async () => {
    const { id } = await fail({ eventType: "found", objectId: "ord_1" });
    await fail({ eventType: "found", objectId: "ord_2" });
    for (const objectId of ["ord_1", "ord_2"])
      expect((await operator.call(eventExceptionLog, "page", { objectId })).items.map((one) => one.id)).toEqual([id]);
  });

  test("is refused to a merchant's people, whatever their role", async () => {
    const { id } = await fail();
    const scope = { tenantId: place.tenantId, orgIds: [], selfOnly: false, merchantIds: [merchantId] };
    const stranger = app.as(someone({ accountType: AccountType.Member, scope }));
    for (const [operation, input] of [
      ["page", {}],
      ["stat", {}],
      ["detail", { id }],
      ["ignore", { ids: [id], reason: "x" }],
      ["retryGroup", { fingerprint: "x" }],
    ] as const)
      expect(await stranger.send(eventExceptionLog, operation, input), operation).toMatchObject({
        status: 403,
        bizCode: "platform.operatorOnly",
      });
  });

  test("shows the platform's own failures to the platform administrator alone", async () => {
    const eventType = unique("own.");
    const facts: ExceptionFacts = { source: "job", eventType, level: "error", message: "It broke" };
    await app.platform.db
      .transaction()
      .execute((tx) => recordException({ ...app.context(actor({ tenantId: 0 })), db: tx }, facts));
    expect((await operator.call(eventExceptionLog, "page", { eventType })).items).toEqual([]);
    expect((await app.as(actor()).call(eventExceptionLog, "page", { eventType })).items).toHaveLength(1);
  });
});

describe("eventExceptionLog.trace", () => {
  test("shows stack and masked payload of one occurrence", async () => {
    const { id } = await fail({ error: new Error("deep"), payload: { token: "abc", orderNo: "OR1" } });
    const { items } = await again(id);
    const trace = await operator.call(eventExceptionLog, "trace", { itemId: items[0]?.id ?? "" });
    expect(trace).toMatchObject({ payload: { token: "[redacted]", orderNo: "OR1" } });
    expect(trace.stack).toContain("Error: deep");
  });
});

describe("eventExceptionLog.retry", () => {
  test("sends the job of one occurrence again and says so", async () => {
    const { id } = await fail({ retry });
    const [item] = (await again(id)).items;
    expect(await operator.call(eventExceptionLog, "retry", { ids: [item?.id ?? ""] })).toEqual({ count: 1 });
    expect(app.jobs).toEqual([retry]);
    const after = await again(id);
    expect(after).toMatchObject({ status: "retrying", retryCount: 1 });
    expect(after.items[0]?.retriedTime).not.toBeNull();
  });

  test("is not offered and refused where nothing does the work again", async () => {
    const { id, canRetry } = await fail({ source: "ledger" });
    const [item] = (await again(id)).items;
    expect([canRetry, item?.canRetry]).toEqual([false, false]);
    expect(await operator.send(eventExceptionLog, "retry", { ids: [item?.id ?? ""] })).toMatchObject({
      status: 409,
      bizCode: "eventExceptionLog.noRetry",
    });
  });

  test("of another tenant's occurrence is refused, and sends nothing", async () => {
    const { id } = await fail({ retry });
    const [item] = (await again(id)).items;
    place = await buildTenant(app);
    expect(await app.as(someone()).send(eventExceptionLog, "retry", { ids: [item?.id ?? ""] })).toMatchObject({
      status: 409,
    });
    expect(app.jobs).toEqual([]);
  });
});

describe("eventExceptionLog.retryGroup", () => {
  test("sends every occurrence of the kind once", async () => {
    const eventType = unique("many.");
    for (let index = 0; index < 3; index += 1) await fail({ eventType, retry: { queue: "orders", data: { index } } });
    const { fingerprint } = await fail({ eventType, retry: { queue: "orders", data: { index: 3 } } });
    expect(await operator.call(eventExceptionLog, "retryGroup", { fingerprint })).toEqual({ count: 4 });
    expect(app.jobs.map(({ data }) => (data as { index: number }).index).sort()).toEqual([0, 1, 2, 3]);
    expect(await operator.send(eventExceptionLog, "retryGroup", { fingerprint })).toMatchObject({ status: 409 });
  });

  test("counts as solved when nothing failed again within the hour", async () => {
    const { id, fingerprint } = await fail({ retry });
    await operator.call(eventExceptionLog, "retryGroup", { fingerprint });
    await settleQuiet(app.platform.db, app.clock.now());
    expect(await again(id)).toMatchObject({ status: "retrying" });
    app.clock.forward(3_600_000);
    await settleQuiet(app.platform.db, app.clock.now());
    expect(await again(id)).toMatchObject({ status: "resolved" });
  });
});

describe("eventExceptionLog.ignore, resolve and reopen", () => {
  test("settle a kind with a word, and open it again", async () => {
    const { id } = await fail();
    await operator.call(eventExceptionLog, "ignore", { ids: [id], reason: "Known" });
    expect(await again(id)).toMatchObject({ status: "ignored", remark: "Known", resolveUserName: "Test Operator" });
    await operator.call(eventExceptionLog, "reopen", { ids: [id] });
    await operator.call(eventExceptionLog, "resolve", { ids: [id], remark: "Fixed" });
    expect(await again(id)).toMatchObject({ status: "resolved", remark: "Fixed" });
  });

  test("change nothing where one of the ids is unknown", async () => {
    const { id } = await fail();
    const unknown = `exc_${"0".repeat(26)}`;
    expect(await operator.send(eventExceptionLog, "ignore", { ids: [id, unknown], reason: "x" })).toMatchObject({
      status: 404,
    });
    expect(await again(id)).toMatchObject({ status: "open" });
  });
});

describe("eventExceptionLog.assign", () => {
  test("gives a kind to somebody of the operator, never to a merchant's people", async () => {
    const { id } = await fail();
    const assigneeId = await buildUser(app, place);
    await operator.call(eventExceptionLog, "assign", { ids: [id], assigneeId });
    expect(await again(id)).toMatchObject({ assigneeId });
    const member = await buildUser(app, { ...place, accountType: AccountType.Member });
    expect(await operator.send(eventExceptionLog, "assign", { ids: [id], assigneeId: member })).toMatchObject({
      status: 400,
      bizCode: "eventExceptionLog.assigneeUnknown",
    });
    await operator.call(eventExceptionLog, "assign", { ids: [id], assigneeId: null });
    expect(await again(id)).toMatchObject({ assigneeId: null });
  });
});
