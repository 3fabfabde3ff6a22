import { type InboxKind, inbox, inboxCountMax } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";
import { operationOf } from "@countinghouse/contract/kit/resource.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildAttempt, buildOrder } from "../../../../test/orders.ts";
import { buildTenant } from "../../../../test/people.ts";
import { plantWaiting } from "../../../../test/waiting.ts";
import { buildException } from "../../../../test/webhooks.ts";
import type { Actor } from "../../../platform/access/actor.ts";
import { newId } from "../../../platform/db/new-id.ts";

let app: TestApp;
let place: { tenantId: number; orgId: number };
let merchantId: string;

const asker = 71;
const other = 72;
const hourMs = 3_600_000;

beforeAll(async () => {
  app = await buildTestApp();
  place = await buildTenant(app);
  merchantId = await plantWaiting(app, { ...place, asker, reader: other });
});
afterAll(() => app?.close());

const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * hourMs).toISOString();

const scope = () => ({ tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" }) as const;
const person = (userId: number, parts: Partial<Actor> = {}) =>
  app.as(actor({ ...place, userId, scope: scope(), ...parts }));
const may = (...permissions: string[]) => ({ holdsAll: false, permissions: new Set(permissions) });
const listed = async (reader: ReturnType<typeof person>) => reader.call(inbox, "list", {});
const kindsOf = (items: readonly { kind: InboxKind }[]) => [...new Set(items.map(({ kind }) => kind))].sort();

/** Only a merchant's user can do it. */
const merchantsOwn = ["billToConfirm"];
const all = Object.keys(inboxKinds)
  .filter((kind) => !merchantsOwn.includes(kind))
  .sort();
/** Requests by the operator's users; merchants' requests belong to nobody here. */
const askable = Object.entries(inboxKinds)
  .filter(([kind, { decision }]) => (decision && kind !== "merchantRequest") || kind === "merchantCase")
  .map(([kind]) => kind)
  .sort();

describe("inbox.list", () => {
  test("shows what waits of every kind to somebody who may see all of them", async () => {
    const items = await listed(person(other));
    expect(kindsOf(items)).toEqual(all);
    expect(items.filter(({ hold }) => hold !== null)).toEqual([]);
    expect(items.find(({ kind }) => kind === "adjustmentApproval")).toMatchObject({
      merchantId,
      merchantName: "Corner shop",
      amount: "700",
      currency: "USD",
      person: "Asker",
      reason: "goodwill",
      evidence: "ticket 7",
    });
  });

  test("tells whoever asked for something why it is not theirs to approve", async () => {
    const items = await listed(person(asker));
    expect(kindsOf(items.filter(({ hold }) => hold === "own"))).toEqual(askable);
    expect(items.filter(({ hold }) => hold === "notAllowed")).toEqual([]);
  });

  test.each(Object.entries(inboxKinds).filter(([kind, { sees }]) => sees !== null && !merchantsOwn.includes(kind)))(
    "shows %s to holders of its list alone, and says where they may not act",
    async (kind, { sees, acts }) => {
      const items = await listed(person(other, may(sees ?? "")));
      const [one] = items.filter((item) => item.kind === kind);
      expect(one).toMatchObject({ hold: acts === sees ? null : "notAllowed" });
      const without = await listed(person(other, may("sysPos:page")));
      expect(kindsOf(without)).toEqual(["fileReady"]);
    },
  );

  test("puts the reservations of a merchant together that lapse within three days, led by the first", async () => {
    const items = await listed(person(other));
    const expiring = items.filter(({ kind }) => kind === "expiringAuthorization");
    expect(expiring).toMatchObject([{ count: 2, amount: "20000", currency: "USD", urgency: "due", due: inHours(5) }]);
    expect(items[0]).toMatchObject({ urgency: "due" });
  });

  test("keeps to the mode, to the tenant and to the reader's own files", async () => {
    const test_ = await person(other).call(inbox, "list", { mode: "test" });
    const withoutMode = [
      "changeApproval",
      "merchantApproval",
      "merchantCase",
      "clearingApproval",
      "gatewayDeclines",
      "ledgerBroken",
      "merchantRequest",
    ];
    expect(kindsOf(test_)).toEqual([...withoutMode, "exceptionOpen", "fileReady"].sort());
    const elsewhere = await buildTenant(app);
    const stranger = app.as(actor({ ...elsewhere, userId: 73, scope: { ...scope(), tenantId: elsewhere.tenantId } }));
    expect(await listed(stranger)).toEqual([]);
    expect(kindsOf(await listed(person(asker)))).not.toContain("fileReady");
  });

  test("shows a merchant's people their own endpoints, keys, reservations and bills and nothing of the operator's", async () => {
    const own = { ...scope(), merchantIds: [merchantId] };
    expect(kindsOf(await listed(person(81, { scope: own })))).toEqual([
      ...merchantsOwn,
      "endpointFailing",
      "expiringAuthorization",
      "keyExpiring",
      "refundFailed",
    ]);
    const elsewhere = await buildMerchant(app, { ...place });
    expect(await listed(person(82, { scope: { ...scope(), merchantIds: [elsewhere] } }))).toEqual([]);
  });

  test("shows somebody held to their own organisation nothing of merchants elsewhere", async () => {
    const held = person(83, { scope: { ...scope(), orgIds: [987_654] } });
    const merchants = (await listed(held)).filter((item) => item.merchantId !== null);
    expect(merchants).toEqual([]);
  });
});

describe("inbox.count", () => {
  test("counts of each kind what is the reader's to act on", async () => {
    const counts = await person(other).call(inbox, "count", {});
    expect(counts.map(({ kind }) => kind).sort()).toEqual(all);
    expect(new Set(counts.map(({ count }) => count))).toEqual(new Set([1]));
    const ofAsker = await person(asker).call(inbox, "count", {});
    expect(ofAsker.map(({ kind }) => kind).filter((kind) => askable.includes(kind))).toEqual([]);
  });

  test("counts nothing that the reader may see and not act on", async () => {
    expect(await person(other, may("paymentDue:page")).call(inbox, "count", {})).toEqual([
      { kind: "fileReady", count: 1 },
    ]);
  });

  test("stops counting one above the limit", async () => {
    const { tenantId, orgId } = await buildTenant(app);
    for (let at = 0; at < inboxCountMax + 5; at += 1) await buildException(app, { tenantId });
    const reader = app.as(actor({ tenantId, orgId, userId: 74, scope: { ...scope(), tenantId } }));
    expect(await reader.call(inbox, "count", {})).toEqual([{ kind: "exceptionOpen", count: inboxCountMax + 1 }]);
  });
});

describe("inbox.defer", () => {
  beforeAll(async () => {
    await app.platform.db
      .insertInto("users")
      .values({
        ...place,
        id: other,
        account: "putter",
        realName: "Other",
        accountType: AccountType.NormalUser,
        sex: 9,
      })
      .execute();
  });
  const hidden = async (reader: ReturnType<typeof person>) =>
    (await listed(reader)).filter(({ laterUntil }) => laterUntil !== null).map(({ kind }) => kind);
  const one = async (kind: InboxKind) => {
    const found = (await listed(person(other))).find((item) => item.kind === kind);
    if (!found) throw new Error(`nothing of ${kind} waits`);
    return { kind, itemId: found.id };
  };

  test("puts something off for the reader alone, and out of the count, until the time comes", async () => {
    const item = await one("adjustmentApproval");
    const until = inHours(20);
    await person(other).call(inbox, "defer", { ...item, until });
    expect(await hidden(person(other))).toEqual(["adjustmentApproval"]);
    expect((await listed(person(other))).find(({ id }) => id === item.itemId)).toMatchObject({ laterUntil: until });
    const counted = (await person(other).call(inbox, "count", {})).map(({ kind }) => kind);
    expect(counted).not.toContain("adjustmentApproval");
    expect(await hidden(person(asker))).toEqual([]);
    await app.platform.db
      .updateTable("inboxDeferrals")
      .set({ createTime: inHours(-2), until: inHours(-1) })
      .where("itemId", "=", item.itemId)
      .execute();
    expect(await hidden(person(other))).toEqual([]);
    expect((await person(other).call(inbox, "count", {})).map(({ kind }) => kind)).toContain("adjustmentApproval");
  });

  test("is undone by taking it up again", async () => {
    const item = await one("dueOpen");
    await person(other).call(inbox, "defer", { ...item, until: inHours(20) });
    await person(other).call(inbox, "defer", { ...item, until: null });
    expect(await hidden(person(other))).toEqual([]);
  });

  test("does not hide what lapses within a day", async () => {
    const item = await one("expiringAuthorization");
    await person(other).call(inbox, "defer", { ...item, until: inHours(20) });
    expect(await hidden(person(other))).toEqual([]);
    expect((await person(other).call(inbox, "count", {})).map(({ kind }) => kind)).toContain("expiringAuthorization");
  });

  test.each([[-1], [32 * 24]])("refuses a time %s hours from now", async (hours) => {
    const item = await one("dueOpen");
    const answer = await person(other).send(inbox, "defer", { ...item, until: inHours(hours) });
    expect(answer.bizCode).toBe("inbox.laterOutOfReach");
  });
});

describe("inbox.handled", () => {
  test("tells who decided on what, and when, to those who see the kind", async () => {
    const [due] = (await listed(person(other))).filter(({ kind }) => kind === "dueApproval");
    if (!due) throw new Error("no decision waits");
    await person(other).call(paymentDue, "reject", { id: due.id, version: due.version ?? 1, reason: "not ours" });
    const [handled, ...more] = await person(asker).call(inbox, "handled", {});
    expect(more).toEqual([]);
    expect(handled).toMatchObject({
      kind: "dueApproval",
      operation: "reject",
      person: "Test Operator",
      name: due.name,
      merchantName: "Corner shop",
      at: app.clock.now().toISOString(),
    });
    expect(await person(other, may("sysPos:page")).call(inbox, "handled", {})).toEqual([]);
    const elsewhere = await buildMerchant(app, { ...place });
    expect(await person(82, { scope: { ...scope(), merchantIds: [elsewhere] } }).call(inbox, "handled", {})).toEqual(
      [],
    );
    expect(await person(83, { scope: { ...scope(), orgIds: [987_654] } }).call(inbox, "handled", {})).toEqual([]);
  });
});

test("what is at stake is told where no amount is asked for: what a merchant takes in a month", async () => {
  const items = await listed(person(other));
  const binding = items.find(({ kind }) => kind === "bindingApproval");
  expect(binding).toMatchObject({ amount: null });
  await app.platform.db
    .insertInto("orderSlots")
    .values({
      merchantId,
      tenantId: place.tenantId,
      mode: "live",
      facet: "country",
      slot: inHours(-48),
      value: "US",
      currency: "USD",
      orders: 3,
      attempted: 3,
      paid: 2,
      amount: "9000",
      captured: "6000",
      refunded: "0",
    })
    .execute();
  const after = (await listed(person(other))).find(({ kind }) => kind === "bindingApproval");
  expect(after).toMatchObject({ amount: "6000", currency: "USD" });
});

test("what is at stake at a gateway and in a failure is told in money", async () => {
  const { tenantId } = place;
  const { db } = app.platform;
  const account = await db
    .selectFrom("gatewayAccounts")
    .select("id")
    .where("tenantId", "=", tenantId)
    .executeTakeFirst();
  const orderId = await buildOrder(app, { tenantId, merchantId, amount: "4200" });
  const declined = { tenantId, merchantId, orderId, gatewayAccountId: account?.id ?? "", startedTime: inHours(-2) };
  await buildAttempt(app, { ...declined, status: "declined", amount: "4200" });
  const failure = { tenantId, merchantId, objectType: "order", objectId: orderId, eventType: "order.odd" };
  const exceptionId = await buildException(app, failure);
  const told = { ...failure, source: "job", level: "error", message: "It did not work", fingerprint: exceptionId };
  await db
    .insertInto("eventExceptionItems")
    .values({ ...told, exceptionId, exceptionNo: "EX1", id: newId("exi", app.clock.now()), at: inHours(-1) } as never)
    .execute();
  const items = await listed(person(other));
  const of = (kind: InboxKind) => items.filter((item) => item.kind === kind);
  expect(of("gatewayHealth")).toMatchObject([{ amount: "4200", currency: "USD" }]);
  expect(of("credentialApproval")).toMatchObject([{ amount: "4200", currency: "USD" }]);
  expect(of("exceptionOpen").map(({ amount }) => amount)).toContain("4200");
});

test("every decision is an operation of the kind's own resource", () => {
  for (const { decision, resource } of Object.values(inboxKinds))
    for (const name of decision ? [decision.approve, decision.reject] : [])
      expect(operationOf(resource, name).kind).toBe("command");
});
