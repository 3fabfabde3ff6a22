import { operationOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { balanceFrozen } from "@countinghouse/ledger/settlement.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "../../src/platform/access/actor.ts";
import { actor, buildTestApp, type TestApp } from "../app.ts";
import { buildGateway } from "../gateways.ts";
import { postIn } from "../ledger.ts";
import { buildMerchant, merchantProfile } from "../merchants.ts";
import { buildAttempt, buildOrder } from "../orders.ts";
import { buildRole, buildTenant, buildUser, unique } from "../people.ts";
import { buildBinding, buildChannel, buildCheckoutLine } from "../routes.ts";
import { buildAccountTerms, buildCoinApp, buildFeeRule, buildPaymentType } from "../terms.ts";
import { buildDelivery, buildEndpoint, buildException, buildInbound } from "../webhooks.ts";

const all: readonly Resource[] = resources;

/** Resources that all tenants share, or whose ids are not rows of a tenant. */
const shared: Readonly<Record<string, string>> = {
  sysMenu: "menus are the same for all tenants; grants decide who sees them",
  sysConfig: "settings are the platform's",
  sysDictType: "dictionaries are the platform's",
  sysDictData: "dictionaries are the platform's",
  sysRate: "rates are the platform's",
  sysAuth: "the own sign-in; ids are passkeys of the caller",
  sysOnlineUser: "ids are session words, covered with the sessions",
  sysJobRun: "runs belong to the user who started them, covered with the exports",
  sysUserMenu: "refuses every user id but the caller's own, covered there",
};

type Foreign = Readonly<
  Record<string, { readonly id: number | string; readonly input?: object; readonly row: string }>
>;

let app: TestApp;
let foreign: Foreign;
let intruder: Actor;

/** One row of each resource in a tenant that is not the intruder's. */
async function buildForeign({ tenantId, orgId }: { tenantId: number; orgId: number }): Promise<Foreign> {
  const { db } = app.platform;
  const userId = await buildUser(app, { tenantId, orgId });
  const idOf = (row: { id: number }) => row.id;
  const pos = await db
    .insertInto("positions")
    .values({ tenantId, name: unique("P") })
    .returning("id")
    .executeTakeFirstOrThrow()
    .then(idOf);
  const bankHoliday = await db
    .insertInto("businessDays")
    .values({ tenantId, calendar: "US", day: "2026-12-25", name: "Christmas Day" })
    .returning("id")
    .executeTakeFirstOrThrow()
    .then(idOf);
  const notice = await db
    .insertInto("notices")
    .values({ tenantId, title: "N", content: "C", publicUserId: userId })
    .returning("id")
    .executeTakeFirstOrThrow()
    .then(idOf);
  const schedule = await db
    .insertInto("schedules")
    .values({ tenantId, userId, scheduleTime: "2026-11-21", content: "S" })
    .returning("id")
    .executeTakeFirstOrThrow()
    .then(idOf);
  const entry = await db
    .insertInto("auditEntries")
    .values({
      tenantId,
      operation: "sysPos.add",
      requestId: "r",
      elapsedMs: 1,
      changes: JSON.stringify([{ table: "positions", id: pos, before: null, after: {} }]),
    })
    .returning("id")
    .executeTakeFirstOrThrow()
    .then(idOf);
  const role = await buildRole(app, { tenantId });
  const merchant = await buildMerchant(app, { tenantId, orgId });
  const gateways = await buildGateway(app, { tenantId });
  const order = await buildOrder(app, { merchantId: merchant, tenantId });
  const attempt = await buildAttempt(app, { merchantId: merchant, tenantId, orderId: order });
  const [journal] = await postIn(app, {
    merchantId: merchant,
    book: "live",
    entries: [balanceFrozen({ merchantId: merchant, amount: usd(1) })],
    eventId: "hold",
    orderId: null,
    effectiveDate: "2026-11-21",
    description: "Held",
  });
  const owner = { tenantId, merchantId: merchant };
  const shop = await buildCoinApp(app, owner);
  const channel = await buildChannel(app, { tenantId, paymentMethodId: gateways.paymentMethodId });
  const keyInput = { mode: "live", isEnabled: false, scopes: [], allowedIps: [] };
  const endpoint = await buildEndpoint(app, { merchantId: merchant, tenantId });
  return {
    merchantBalance: { id: `${merchant}.USD`, input: { merchantId: merchant, reason: "r" }, row: "ledger_holds" },
    ledger: { id: journal?.journalId ?? "", input: { merchantId: merchant }, row: "ledger_journals" },
    paymentMethod: {
      id: gateways.paymentMethodId,
      input: { nameEn: "T", nameZhCn: "T", nameZhTw: "T", category: "card", status: "disabled" },
      row: "payment_methods",
    },
    upstreamGateway: {
      id: gateways.upstreamGatewayId,
      input: { name: "Taken", connector: "simulator", mode: "test", status: "disabled" },
      row: "upstream_gateways",
    },
    upstreamGatewayPaymentMethod: {
      id: gateways.upstreamMethodId,
      input: { upstreamCode: "t", flow: "direct", defaultCostPercent: 0, status: "disabled" },
      row: "upstream_methods",
    },
    gateway: { id: gateways.gatewayId, input: { name: "Taken", status: "disabled" }, row: "gateways" },
    gatewayAccount: {
      id: gateways.gatewayAccountId,
      input: {
        name: "Taken",
        upstreamMid: "T",
        currencies: ["USD"],
        settlementCurrency: "USD",
        status: "disabled",
        values: { apiKey: "x" },
        reason: "r",
        changeId: "gc_01JD000000000000000000000A",
        health: "down",
      },
      row: "gateway_accounts",
    },
    gatewayAccountPaymentMethod: {
      id: gateways.gatewayMethodId,
      input: {
        status: "disabled",
        currency: "USD",
        percent: 0,
        validFrom: "2026-12-01",
        costId: "gp_01JD000000000000000000000A",
      },
      row: "gateway_methods",
    },
    channel: {
      id: channel,
      input: { name: "Taken", status: "disabled" },
      row: "channels",
    },
    merGatewayAccountCfg: {
      id: await buildBinding(app, { ...owner, gatewayAccountId: gateways.gatewayAccountId }),
      input: { priority: 1, weight: 1, status: "disabled", reason: "r" },
      row: "mer_gateway_account_cfgs",
    },
    merPayChannelCfg: {
      id: await buildCheckoutLine(app, { ...owner, channelId: channel }),
      input: { isOffered: false, sort: 1, status: "disabled" },
      row: "mer_pay_channel_cfgs",
    },
    coinOrder: { id: order, input: { reason: "r", text: "t" }, row: "coin_orders" },
    paymentAttempt: { id: attempt, row: "payment_attempts" },
    coinApp: {
      id: shop.id,
      input: { name: "Taken", defaultCurrency: "GBP", status: "disabled", ...keyInput },
      row: "coin_apps",
    },
    merchantAccountCfg: {
      id: await buildAccountTerms(app, owner),
      input: { reason: "r" },
      row: "account_terms",
    },
    merPaymentMethodCfg: { id: await buildFeeRule(app, owner), input: { reason: "r" }, row: "fee_rules" },
    merPaymentTypeCfg: {
      id: await buildPaymentType(app, owner),
      input: { status: "disabled" },
      row: "payment_type_terms",
    },
    merchant: { id: merchant, input: { ...merchantProfile(), account: "x", reason: "r" }, row: "merchants" },
    sysTenant: { id: tenantId, row: "tenants" },
    sysOrg: { id: orgId, input: { pid: 0, name: "Taken" }, row: "orgs" },
    sysPos: { id: pos, input: { name: "Taken" }, row: "positions" },
    businessDay: {
      id: bankHoliday,
      input: { calendar: "US", day: "2026-12-28", name: "Taken" },
      row: "business_days",
    },
    sysUser: { id: userId, input: { account: "taken", realName: "Taken", orgId }, row: "users" },
    sysRole: { id: role, input: { name: "Taken", menuIdList: [], dataScope: 4 }, row: "roles" },
    sysNotice: { id: notice, input: { title: "Taken", content: "Taken" }, row: "notices" },
    sysSchedule: { id: schedule, input: { scheduleTime: "2026-11-22", content: "Taken" }, row: "schedules" },
    sysLogDiff: { id: entry, row: "audit_entries" },
    merchantWebhookConfig: {
      id: endpoint,
      input: {
        name: "Taken",
        url: "https://taken.example/",
        events: ["*"],
        from: "2026-01-01T00:00:00.000Z",
        to: "2027-01-01T00:00:00.000Z",
      },
      row: "webhook_endpoints",
    },
    webhook: {
      id: await buildDelivery(app, { merchantId: merchant, tenantId, endpointId: endpoint }),
      row: "webhook_deliveries",
    },
    inboundWebhook: { id: await buildInbound(app, { tenantId }), row: "inbound_notifications" },
    eventExceptionLog: { id: await buildException(app, { tenantId }), row: "event_exceptions" },
  };
}

/** Whether an operation names an existing record by a number. */
function recordField(input: z.ZodType): "id" | "userId" | undefined {
  if (!(input instanceof z.ZodObject)) return undefined;
  const names = Object.keys(input.shape);
  return names.includes("id") ? "id" : names.includes("userId") ? "userId" : undefined;
}

interface Aimed {
  readonly resource: Resource;
  readonly name: string;
  readonly field: "id" | "userId";
}

const aimed: readonly Aimed[] = all.flatMap((resource) =>
  Object.keys(resource.operations).flatMap((name) => {
    const field = recordField(operationOf(resource, name).input);
    // A list takes an id as the place to start from, or as a filter: it answers with nothing instead.
    return field && name !== "list" && !operationOf(resource, name).list ? [{ resource, name, field }] : [];
  }),
);
const swept = aimed.filter(({ resource }) => !(resource.name in shared));

beforeAll(async () => {
  app = await buildTestApp();
  foreign = await buildForeign(await buildTenant(app));
  const mine = await buildTenant(app);
  const permissions = new Set(
    all.flatMap(({ name, operations }) => Object.keys(operations).map((operation) => permissionOf(name, operation))),
  );
  intruder = actor({
    userId: await buildUser(app, { ...mine, accountType: 888 }),
    ...mine,
    accountType: 888,
    holdsAll: false,
    permissions,
    scope: { tenantId: mine.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" },
  });
});
afterAll(() => app.close());

describe("a record of another tenant", () => {
  test("is tried with every operation that takes an id", () => {
    expect(swept.filter(({ resource }) => !(resource.name in foreign)).map(({ resource }) => resource.name)).toEqual(
      [],
    );
    expect(swept.length).toBeGreaterThan(30);
  });

  test.each(swept.map((one) => [permissionOf(one.resource.name, one.name), one] as const))(
    "is not found by %s, whoever asks with whatever permissions, and stays as it is",
    async (_code, { resource, name, field }) => {
      const target = foreign[resource.name];
      if (!target) throw new Error(`no record of ${resource.name}`);
      const read = () =>
        sql`SELECT * FROM ${sql.table(target.row)} WHERE id = ${target.id}`
          .execute(app.platform.db)
          .then(({ rows }) => rows);
      const before = await read();
      const input = { status: 1, roleIdList: [], menuIdList: [], dataScope: 4, ...target.input, [field]: target.id };
      expect(await app.as(intruder).send(resource, name, input)).toMatchObject({
        status: 404,
        bizCode: "platform.notFound",
      });
      expect(await read()).toEqual(before);
    },
  );

  const paged = all.filter(({ operations, name }) => operations.page && !(name in shared));

  test.each(paged.map((resource) => [resource.name, resource] as const))(
    "is in no page of %s, nor counted, whatever the body says",
    async (_name, resource) => {
      const tenantId = foreign.sysTenant?.id;
      for (const more of [
        {},
        { tenantId },
        { filters: [{ field: "tenantId", value: tenantId }] },
        { scope: { tenantId: null } },
      ]) {
        const { result } = await app.as(intruder).send(resource, "page", more);
        const page = result as { items: { id: number | string }[]; total: number } | { id: number | string }[];
        const items = Array.isArray(page) ? page : page.items;
        expect(items.map(({ id }) => id)).not.toContain(foreign[resource.name]?.id);
        if (!Array.isArray(page)) expect(page.total).toBe(items.length);
      }
    },
  );
});

describe("a field that must not be sorted or filtered by", () => {
  test.each(
    all.filter(({ operations }) => operations.page?.list).map((resource) => [resource.name, resource] as const),
  )("is refused in %s", async (_name, resource) => {
    for (const field of ["password", "passwordHash", "tenantId", "id; DROP TABLE users", "__proto__"]) {
      expect(await app.as(intruder).send(resource, "page", { field })).toMatchObject({
        status: 400,
        bizCode: "platform.invalidInput",
      });
    }
  });
});
