import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { paymentCaptured as capturedPayment } from "@countinghouse/ledger/capture.postings.ts";
import { balanceFrozen } from "@countinghouse/ledger/settlement.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import { z } from "zod";
import { newId } from "../src/platform/db/new-id.ts";
import type { TestApp } from "./app.ts";
import { buildBankOnes } from "./bank-rows.ts";
import { buildCardRange } from "./card-ranges.ts";
import { settleHolding } from "./deposits.ts";
import { buildGateway } from "./gateways.ts";
import { postIn } from "./ledger.ts";
import { buildLoggedCall } from "./logged-calls.ts";
import { buildDocument, buildMerchant, buildOwner, merchantProfile } from "./merchants.ts";
import { moneyOutOfEach } from "./one-of-each-out.ts";
import { buildImport } from "./order-imports.ts";
import { buildAttempt, buildCapture, buildDue, buildOrder, buildRefund } from "./orders.ts";
import { buildRole, buildUser, unique } from "./people.ts";
import { buildFileEndpoint, buildReconBatch } from "./recon-rows.ts";
import { buildRefundImport } from "./refund-imports.ts";
import { buildBinding, buildChannel, buildCheckoutLine } from "./routes.ts";
import { buildBatch } from "./settlements.ts";
import { buildSystemOnes } from "./system-rows.ts";
import { buildAccountTerms, buildCoinApp, buildFeeRule, buildPaymentType } from "./terms.ts";
import { buildChangeRequest } from "./two-people.ts";
import { buildDelivery, buildEndpoint, buildException, buildInbound } from "./webhooks.ts";

/** One record of each resource, by the name of the resource: its id, an input its operations take, and its table. */
export type OneOfEach = Readonly<
  Record<string, { readonly id: number | string; readonly input?: object; readonly row: string }>
>;

const importMapping = {
  columns: {},
  timeZone: "UTC",
  dayOrder: "dayFirst",
  decimalSign: ".",
  unit: "major",
  statuses: {},
  methods: {},
};

/** Makes one record of each resource in a tenant; what belongs to a merchant, of a merchant of its own. */
export async function buildOneOfEach(
  app: TestApp,
  { tenantId, orgId }: { readonly tenantId: number; readonly orgId: number },
): Promise<OneOfEach> {
  const { db } = app.platform;
  const userId = await buildUser(app, { tenantId, orgId });
  const idOf = (row: { id: number }) => row.id;
  const pos = await db
    .insertInto("positions")
    .values({ tenantId, name: unique("P") })
    .returning("id")
    .executeTakeFirstOrThrow()
    .then(idOf);
  const screened = await db
    .insertInto("screeningEntries")
    .values({
      ...{ tenantId, kind: "individual", name: unique("N"), country: null, decision: "review", list: "OFAC-SDN" },
      ...{ reference: null, remark: null, keys: ["n"] },
    })
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
  const reportInput = {
    name: "Every morning",
    report: "reportByDomain",
    span: "yesterday",
    groupBy: "domain",
    timeZone: "UTC",
    cadence: "daily",
    atTime: "08:00",
  } as const;
  const reportSchedule = newId("rps", app.platform.clock.now());
  await db
    .insertInto("reportSchedules")
    .values({
      ...reportInput,
      id: reportSchedule,
      tenantId,
      userId,
      mode: "live",
      format: "csv",
      locale: "en",
      recipients: "[]",
      nextTime: "2026-12-01T08:00:00.000Z",
    })
    .execute();
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
  const ranges = await buildCardRange(app, { tenantId, low: "451234", country: "DE" });
  const member = await buildUser(app, { tenantId, orgId, accountType: AccountType.Member });
  await db.updateTable("users").set({ merchantId: merchant }).where("id", "=", member).execute();
  const request = newId("mrq", app.platform.clock.now());
  await db
    .insertInto("merchantRequests")
    .values({ merchantId: merchant, tenantId, id: request, wanted: JSON.stringify([]) as never, note: "N" })
    .execute();
  const order = await buildOrder(app, { merchantId: merchant, tenantId });
  const attempt = await buildAttempt(app, { merchantId: merchant, tenantId, orderId: order });
  const [journal] = await postIn(app, {
    merchantId: merchant,
    book: "live",
    entries: [balanceFrozen({ merchantId: merchant, amount: usd(1) })],
    eventId: "hold",
    orderId: null,
    effectiveDate: app.clock.now().toISOString().slice(0, 10),
    description: "Held",
  });
  const [captured] = await postIn(app, {
    merchantId: merchant,
    book: "live",
    entries: [capturedPayment({ merchantId: merchant, gatewayAccountId: gateways.gatewayAccountId, amount: usd(1) })],
    eventId: "capture",
    orderId: order,
    effectiveDate: app.clock.now().toISOString().slice(0, 10),
    description: "Captured",
  });
  const owner = { tenantId, merchantId: merchant };
  const settled = await buildBatch(app, owner);
  const reconciled = await buildReconBatch(app, { ...owner, gatewayAccountId: gateways.gatewayAccountId });
  const shop = await buildCoinApp(app, owner);
  const channel = await buildChannel(app, { tenantId, paymentMethodId: gateways.paymentMethodId });
  const keyInput = { mode: "live", isEnabled: false, scopes: [], allowedIps: [] };
  const endpoint = await buildEndpoint(app, { merchantId: merchant, tenantId });
  return {
    merchantBalance: { id: `${merchant}.USD`, input: { merchantId: merchant, reason: "r" }, row: "ledger_holds" },
    merDeposit: {
      id: await settleHolding(app, { merchantId: merchant, net: 100n, reserve: 10n, releaseDate: "2027-05-20" }),
      input: {
        version: 1,
        reason: "r",
        releaseDate: "2027-06-01",
        negativeId: "nbl_01JD000000000000000000000A",
      },
      row: "mer_deposits",
    },
    reportSchedule: { id: reportSchedule, input: { ...reportInput, status: "disabled" }, row: "report_schedules" },
    settlementLine: { id: captured?.journalId ?? "", row: "settlement_lines" },
    settlements: {
      id: settled.batchId,
      input: { version: 1, reason: "r", currency: "USD", amount: "100", payoutAccountId: `poa_${"0".repeat(26)}` },
      row: "settlement_batches",
    },
    billing: { id: settled.billId, input: { version: 1, text: "t", currency: "USD", percent: 25_000 }, row: "bills" },
    merchantBilling: { id: settled.billId, input: { version: 1, text: "t" }, row: "bills" },
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
      input: { flow: "direct", defaultCostPercent: 0, status: "disabled" },
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
    orderImport: {
      id: await buildImport(app, owner),
      input: { part: 1, data: "YQ==", encoding: "utf-8", delimiter: ",", mapping: importMapping },
      row: "order_imports",
    },
    refundImport: {
      id: await buildRefundImport(app, owner),
      input: { fileName: "a.csv", data: "YQ==" },
      row: "refund_imports",
    },
    cardRange: { id: ranges.rangeId, row: "card_ranges" },
    cardRangeFile: { id: ranges.fileId, input: { part: 1, data: "YQ==" }, row: "card_range_files" },
    paymentAttempt: { id: attempt, row: "payment_attempts" },
    capture: { id: await buildCapture(app, { ...owner, orderId: order, attemptId: attempt }), row: "captures" },
    paymentDue: {
      id: await buildDue(app, { ...owner, orderId: order, attemptId: attempt }),
      input: { version: 1, reason: "r" },
      row: "payment_dues",
    },
    orderRefund: {
      id: await buildRefund(app, { ...owner, orderId: order, attemptId: attempt }),
      input: { cause: "goodwill", outcome: "given", note: "n", version: 1, reason: "r" },
      row: "order_refunds",
    },
    ...(await moneyOutOfEach(app, { ...owner, tenantId })),
    recon: {
      id: reconciled.batchId,
      input: { version: 1, reason: "r", payoutAccountId: "poa_01JD000000000000000000000A" },
      row: "recon_batches",
    },
    reconItem: {
      id: reconciled.itemId,
      input: { version: 1, reason: "r", ourRefType: "capture", ourRefId: "cap_1" },
      row: "recon_items",
    },
    ...(await buildBankOnes(app, owner)),
    fileEndpoint: {
      id: await buildFileEndpoint(app, owner),
      input: { name: "Theirs", url: "sftp://files.bank.example", userName: "books", status: "disabled" },
      row: "file_endpoints",
    },
    ...(await buildSystemOnes(app, { tenantId, orgId, userId })),
    reconSource: { id: reconciled.sourceId, input: { isFetched: false }, row: "recon_sources" },
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
    merchantStaff: {
      id: member,
      input: { merchantId: merchant, account: "taken.too", realName: "N", role: "merchant_viewer" },
      row: "users",
    },
    merchantRequest: { id: request, input: { merchantId: merchant, note: "n", reason: "r" }, row: "merchant_requests" },
    merchant: { id: merchant, input: { ...merchantProfile(), account: "x", reason: "r" }, row: "merchants" },
    merchantOwner: {
      id: await buildOwner(app, owner),
      input: { name: "Taken", role: "owner", country: "GB", share: 1 },
      row: "merchant_owners",
    },
    merchantDocument: {
      id: await buildDocument(app, owner),
      input: { part: 1, data: "YQ==", reason: "r" },
      row: "merchant_documents",
    },
    sysTenant: { id: tenantId, row: "tenants", input: { name: "Elsewhere" } },
    sysOrg: { id: orgId, input: { pid: 0, name: "Taken" }, row: "orgs" },
    sysPos: { id: pos, input: { name: "Taken" }, row: "positions" },
    businessDay: {
      id: bankHoliday,
      input: { calendar: "US", day: "2026-12-28", name: "Taken" },
      row: "business_days",
    },
    screening: {
      id: screened,
      input: { kind: "individual", name: "Taken", list: "OFAC-SDN" },
      row: "screening_entries",
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
    changeRequest: {
      id: await buildChangeRequest(app, { tenantId, createUserId: userId }),
      input: { reason: "Taken" },
      row: "change_requests",
    },
    sysLogVis: {
      id: await db
        .insertInto("visitClearings")
        .values({
          id: newId("vcl", app.clock.now()),
          tenantId,
          upTo: app.clock.now().toISOString(),
          rows: 1,
          askUserId: userId,
          askUserName: "Asker",
          askTime: app.clock.now().toISOString(),
        } as never)
        .returning("id")
        .executeTakeFirstOrThrow()
        .then((row) => row.id),
      row: "visit_clearings",
    },
    sysLogOp: { id: await buildLoggedCall(app, "operationLogs", tenantId), row: "operation_logs" },
    sysLogEx: { id: await buildLoggedCall(app, "exceptionLogs", tenantId), row: "exception_logs" },
    eventExceptionLog: { id: await buildException(app, { tenantId }), row: "event_exceptions" },
  };
}

/** Whether an operation names an existing record by a number. */
function recordField(input: z.ZodType): "id" | "userId" | undefined {
  if (!(input instanceof z.ZodObject)) return undefined;
  const names = Object.keys(input.shape);
  return names.includes("id") ? "id" : names.includes("userId") ? "userId" : undefined;
}

/** An operation with the field by which it names an existing record. */
export interface Aimed {
  readonly resource: Resource;
  readonly name: string;
  readonly field: "id" | "userId";
}

/** Every operation of the product that names an existing record. */
export const aimed: readonly Aimed[] = (resources as readonly Resource[]).flatMap((resource) =>
  Object.keys(resource.operations).flatMap((name) => {
    const field = recordField(operationOf(resource, name).input);
    // A list takes an id as the place to start from, or as a filter: it answers with nothing instead.
    return field && name !== "list" && !operationOf(resource, name).list ? [{ resource, name, field }] : [];
  }),
);
