import { operationOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../src/platform/access/actor.ts";
import { randomSecret } from "../../src/platform/crypto/random.ts";
import { actor, buildTestApp, type TestApp } from "../app.ts";
import { buildMerchant } from "../merchants.ts";
import { buildAttempt, buildOrder } from "../orders.ts";
import { buildTenant, buildUser, unique } from "../people.ts";
import { buildAccountTerms, buildCoinApp, buildFeeRule, buildPaymentType } from "../terms.ts";
import { buildDelivery, buildEndpoint } from "../webhooks.ts";

const all: readonly Resource[] = resources;
const paged = all.filter(({ operations }) => operations.page);

let app: TestApp;
let place: { tenantId: number; orgId: number };
/** Somebody who signs in for one merchant, with every permission there is and a role that sees all data. */
let member: Actor;
let own: Side;
let other: Side;

/** A merchant with somebody who signs in for it, and what both leave behind. */
interface Side {
  readonly merchantId: string;
  readonly userId: number;
  /** In every row about the person. */
  readonly account: string;
}

async function buildSide(): Promise<Side> {
  const { db, clock } = app.platform;
  const { tenantId } = place;
  const merchantId = await buildMerchant(app, place);
  const userId = await buildUser(app, { ...place, accountType: AccountType.Member });
  await db.updateTable("users").set({ merchantId }).where("id", "=", userId).execute();
  const side = { merchantId, userId, account: await traceOf(userId) };
  const owner = { tenantId, merchantId };
  const orderId = await buildOrder(app, owner);
  await buildAttempt(app, { ...owner, orderId });
  await buildCoinApp(app, owner);
  await buildAccountTerms(app, owner);
  await buildFeeRule(app, owner);
  await buildPaymentType(app, owner);
  await buildDelivery(app, { ...owner, endpointId: await buildEndpoint(app, owner) });
  const { id: noticeId } = await db
    .insertInto("notices")
    .values({
      tenantId,
      title: `For ${side.account}`,
      content: "C",
      publicUserId: userId,
      status: 1,
      publicTime: clock.now().toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("noticeUsers").values({ tenantId, noticeId, userId }).execute();
  return side;
}

/** A session, a visit and an audited change of somebody; answers the account that stands in all three. */
async function traceOf(userId: number): Promise<string> {
  const { db, clock } = app.platform;
  const { tenantId, orgId } = place;
  const at = clock.now().toISOString();
  const { account } = await db.selectFrom("users").select("account").where("id", "=", userId).executeTakeFirstOrThrow();
  await db
    .insertInto("sessions")
    .values({
      id: `ses_${randomSecret(24)}`,
      userId,
      tenantId,
      orgId,
      accountType: AccountType.Member,
      userName: account,
      realName: account,
      word: unique("w"),
      method: "password",
      createdAt: at,
      lastSeenAt: at,
      expiresAt: new Date(clock.now().getTime() + 86_400_000).toISOString(),
      ip: "203.0.113.9",
    })
    .execute();
  await db.insertInto("visits").values({ tenantId, createTime: at, visitType: 1, account, status: "200" }).execute();
  await db
    .insertInto("auditEntries")
    .values({
      tenantId,
      actorId: userId,
      actorAccount: account,
      operation: "sysUser.update",
      requestId: unique("r"),
      elapsedMs: 1,
      changes: JSON.stringify([{ table: "users", id: userId, before: {}, after: { account } }]),
    })
    .execute();
  return account;
}

beforeAll(async () => {
  app = await buildTestApp();
  place = await buildTenant(app);
  own = await buildSide();
  other = await buildSide();
  await traceOf(await buildUser(app, place));
  const permissions = new Set(
    all.flatMap(({ name, operations }) => Object.keys(operations).map((operation) => permissionOf(name, operation))),
  );
  member = actor({
    ...place,
    userId: own.userId,
    account: own.account,
    accountType: AccountType.Member,
    holdsAll: false,
    permissions,
    scope: { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: [own.merchantId] },
  });
});
afterAll(() => app.close());

const read = async (resource: Resource, name: string, input: object = {}) => {
  const { status, result } = await app.as(member).send(resource, name, input);
  return { status, text: JSON.stringify(result ?? null) };
};

describe("a merchant's people, with whatever permissions and data scope", () => {
  test.each(paged.map((resource) => [resource.name, resource] as const))(
    "find nothing of another merchant in the pages of %s",
    async (_name, resource) => {
      // A report is of a period.
      const period = resource.name.startsWith("reportBy") ? { fromDay: "2026-11-01", toDay: "2026-11-30" } : {};
      const { status, text } = await read(resource, "page", { pageSize: 200, ...period });
      expect([200, 403]).toContain(status);
      expect(text).not.toContain(other.merchantId);
      expect(text).not.toContain(other.account);
    },
  );

  const personal = ["sysOnlineUser", "sysLogVis", "sysLogDiff", "sysUser", "sysNotice"];

  test.each(paged.filter(({ name }) => personal.includes(name)).map((resource) => [resource.name, resource] as const))(
    "find their own in the pages of %s, and nobody's of the operator",
    async (_name, resource) => {
      const { result } = await app.as(member).send(resource, "page", {});
      const page = result as { items: object[] };
      expect(page.items).toHaveLength(1);
      expect(JSON.stringify(page.items)).toContain(own.account);
    },
  );

  test("find nothing of another merchant in short lists", async () => {
    for (const resource of all.filter(({ operations }) => operations.list)) {
      const { input, access } = operationOf(resource, "list");
      if (access === "anonymous" || !input.safeParse({}).success) continue;
      const { text } = await read(resource, "list");
      expect(text, resource.name).not.toContain(other.merchantId);
      expect(text, resource.name).not.toContain(other.account);
    }
  });
});
