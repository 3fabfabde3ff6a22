import { newId } from "../src/platform/db/new-id.ts";
import type { TestApp } from "./app.ts";
import { buildBankLine } from "./bank-rows.ts";
import { buildGateway } from "./gateways.ts";
import { buildMerchant } from "./merchants.ts";
import { buildAttempt, buildDue, buildOrder, buildRefund } from "./orders.ts";
import { buildCashout, buildPayoutAccount, buildPayoutOrder } from "./payouts.ts";
import { buildBinding } from "./routes.ts";
import { buildBatch } from "./settlements.ts";
import { buildCoinApp } from "./terms.ts";
import { buildChangeRequest } from "./two-people.ts";
import { buildEndpoint, buildException } from "./webhooks.ts";

interface Waiting {
  readonly tenantId: number;
  readonly orgId: number;
  /** Who asks for what people ask for. */
  readonly asker: number;
  /** Whose files are ready. */
  readonly reader: number;
}

const hourMs = 3_600_000;

/** One thing of every kind of the inbox, in a tenant; answers the merchant. */
export async function plantWaiting(app: TestApp, { tenantId, orgId, asker, reader }: Waiting): Promise<string> {
  const { db } = app.platform;
  const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * hourMs).toISOString();
  const asked = { createUserId: asker, createUserName: "Asker" };
  const id = await buildMerchant(app, { tenantId, orgId, name: "Corner shop" });
  await buildMerchant(app, { tenantId, orgId, status: "under_review", submitUserId: asker, name: "Under review" });
  await buildMerchant(app, { tenantId, orgId, status: "approved", approveUserId: asker, name: "Approved" });
  const owner = { tenantId, merchantId: id };
  const { gatewayAccountId } = await buildGateway(app, { tenantId, mode: "live" });
  await db
    .updateTable("gatewayAccounts")
    .set({ health: "down", healthTime: inHours(-1) })
    .where("id", "=", gatewayAccountId)
    .execute();
  await buildBinding(app, {
    ...owner,
    gatewayAccountId,
    mode: "live",
    proposal: JSON.stringify({ weight: 10 }) as never,
    proposeUserId: asker,
    proposeUserName: "Asker",
    proposeTime: inHours(-2),
  });
  await db
    .insertInto("credentialChanges")
    .values({
      ...asked,
      id: newId("gc", app.clock.now()),
      tenantId,
      gatewayAccountId,
      names: ["apiKey"],
      sealed: "sealed",
      reason: "rotation",
      createTime: inHours(-3),
      createUserId: asker,
    })
    .execute();
  await buildChangeRequest(app, { ...asked, tenantId });
  const orderId = await buildOrder(app, {
    ...owner,
    status: "awaiting",
    awaitingReason: "capture",
    captureDeadline: inHours(5),
  });
  await buildOrder(app, { ...owner, status: "awaiting", awaitingReason: "capture", captureDeadline: inHours(30) });
  await buildOrder(app, { ...owner, status: "awaiting", awaitingReason: "capture", captureDeadline: inHours(200) });
  const attemptId = await buildAttempt(app, { ...owner, orderId });
  await buildDue(app, { ...owner, orderId, attemptId, heldAmount: "9999" });
  await buildDue(app, {
    ...owner,
    orderId,
    attemptId,
    status: "awaiting_approval",
    action: "book",
    proposeUserId: asker,
    proposeUserName: "Asker",
    proposeReason: "agreed",
    proposeTime: inHours(-1),
  });
  const refund = { ...owner, orderId, attemptId, amount: "2500" };
  const review = { status: "review", reviewCause: "above_limit", applicantId: asker, finishedTime: null } as const;
  await buildRefund(app, { ...refund, ...review });
  await buildRefund(app, { ...refund, status: "failed", failureCode: "instrument_closed", finishedTime: inHours(-1) });
  const { batchId } = await buildBatch(app, owner);
  await db.updateTable("settlementBatches").set({ holdReason: "Volume doubled" }).where("id", "=", batchId).execute();
  const { billId: questioned } = await buildBatch(app, owner, { seq: 2, blockedBy: "no_terms" });
  await db
    .updateTable("bills")
    .set({ status: "disputed", queryText: "Why?", queryTime: inHours(-1) })
    .where("id", "=", questioned)
    .execute();
  const payable = { tenantId, merchantId: id } as const;
  const payoutAccountId = await buildPayoutAccount(app, payable);
  await buildCashout(app, payable, { payoutAccountId, status: "approving", applyUserId: asker, finishedTime: null });
  await buildCashout(app, payable, { payoutAccountId, status: "failed", failureCode: "declined" });
  await buildPayoutOrder(app, payable, { status: "review", applyUserId: asker, finishedTime: null });
  await buildPayoutOrder(app, payable, { status: "failed", failureCode: "declined" });
  await db
    .insertInto("unpricedCaptures")
    .values({
      merchantId: id,
      id: newId("cap", app.clock.now()),
      orderId,
      attemptId,
      amount: "500",
      currency: "USD",
      capturedBefore: "0",
      reason: "no_agreement",
      createTime: inHours(-4),
    })
    .execute();
  for (const [currency, days] of [
    ["USD", 70],
    ["EUR", 200],
  ] as const)
    await db
      .insertInto("negativeBalances")
      .values({
        merchantId: id,
        tenantId,
        id: newId("nbl", app.clock.now()),
        mode: "live",
        currency,
        since: inHours(-24 * days),
      })
      .execute();
  await db
    .insertInto("ledgerAdjustments")
    .values({
      ...asked,
      merchantId: id,
      id: newId("adj", app.clock.now()),
      book: "live",
      currency: "USD",
      amount: "700",
      reason: "goodwill",
      evidence: "ticket 7",
    })
    .execute();
  await db
    .insertInto("visitClearings")
    .values({
      id: newId("vcl", app.clock.now()),
      tenantId,
      upTo: inHours(-1),
      rows: 12,
      askUserId: asker,
      askUserName: "Asker",
      askTime: inHours(-1),
    })
    .execute();
  const request = { ...owner, id: newId("mrq", app.clock.now()), note: "New phone", createTime: inHours(-1) };
  await db
    .insertInto("merchantRequests")
    .values({ ...request, wanted: "[]" as never })
    .execute();
  await buildEndpoint(app, { ...owner, mode: "live", status: "auto_disabled" });
  const { live } = await buildCoinApp(app, owner);
  await db
    .updateTable("appKeys")
    .set({ expireTime: inHours(100) })
    .where("appKey", "=", live.appKey)
    .execute();
  await plantReconciliation(app, { ...owner, gatewayAccountId });
  await buildBankLine(app, owner);
  await buildException(app, { tenantId });
  await buildException(app, { tenantId, eventType: "gateway_account.approvals_fallen", source: "connector" });
  await db
    .insertInto("ledgerVerifications")
    .values({
      id: newId("ver", app.clock.now()),
      tenantId,
      status: "failed",
      startedBy: "Asker",
      createdAt: inHours(-1),
      finishedAt: inHours(-1),
      violationCount: 2,
      violations: "[]" as never,
    })
    .execute();
  await db
    .insertInto("jobRuns")
    .values({
      id: newId("run", app.clock.now()),
      kind: "coinOrder.export",
      tenantId,
      userId: reader,
      state: "done",
      input: "{}" as never,
      fileName: "orders.csv",
      filePath: "kept/orders.csv",
      createdAt: inHours(-1),
      finishedAt: inHours(-1),
      expiresAt: inHours(24),
    })
    .execute();
  return id;
}

/** A settlement file that was never paid, with a difference that is open and one that has stood in suspense for days. */
async function plantReconciliation(
  app: TestApp,
  of: { readonly tenantId: number; readonly merchantId: string; readonly gatewayAccountId: string },
): Promise<void> {
  const { db } = app.platform;
  const now = app.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const batchId = newId("rcb", now);
  const amounts = { grossAmount: "1000", feeAmount: "0", netAmount: "1000" };
  await db
    .insertInto("reconBatches")
    .values({
      ...of,
      ...amounts,
      id: batchId,
      reconNo: "RC1",
      mode: "live",
      batchNo: 1,
      currency: "USD",
      fileName: "settlement.csv",
      fileHash: "0".repeat(64),
      fileDate: daysAgo(9).slice(0, 10),
      source: "upload",
      lineCount: 1,
      payoutAmount: "1000",
      openCount: 1,
      openAmount: "1000",
      status: "exceptions",
    })
    .execute();
  const line = {
    ...of,
    ...amounts,
    batchId,
    mode: "live",
    type: "settled",
    upstreamRef: "up_1",
    merchantRef: "",
    modificationRef: "",
    bookingDate: daysAgo(9).slice(0, 10),
    currency: "USD",
    lineCurrency: "USD",
    interchangeAmount: "0",
    schemeFeeAmount: "0",
    markupAmount: "0",
    matchStatus: "missing_local",
    difference: "1000",
    resolveTime: daysAgo(8),
    approvalLimit: "0",
    since: daysAgo(8),
    createTime: daysAgo(9),
  } as const;
  await db
    .insertInto("reconItems")
    .values([
      {
        ...line,
        id: newId("rci", now),
        lineNo: 1,
        status: "suspended",
        resolution: "suspense",
        suspenseAmount: "1000",
      },
      { ...line, id: newId("rci", now), lineNo: 2, status: "claimed", resolution: "claim", suspenseAmount: "0" },
    ])
    .execute();
}
