import { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantRequest } from "@countinghouse/contract/merchants/merchant-request/merchant-request.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { z } from "zod";
import { recountReports } from "../src/modules/funds/report/index.ts";
import { permissionsOfMerchantRole } from "../src/modules/system/role/index.ts";
import type { Actor } from "../src/platform/access/actor.ts";
import { actor, type TestApp } from "./app.ts";
import { settleHolding } from "./deposits.ts";
import { buildOneOfEach, type OneOfEach } from "./one-of-each.ts";
import { mark, markedAmount, markOperatorSide } from "./operator-marks.ts";
import { buildImport } from "./order-imports.ts";
import { buildOrderStage, type OrderStage } from "./order-stage.ts";
import { buildCashout, buildFxQuote, buildPayoutOrder } from "./payouts.ts";
import { actorOf, buildOrg, buildRole, buildUser } from "./people.ts";
import { buildRefundImport } from "./refund-imports.ts";
import { buildChannel, buildCheckoutLine } from "./routes.ts";
import { buildAccountTerms, buildFeeRule } from "./terms.ts";
import { buildDelivery, buildEndpoint } from "./webhooks.ts";

/** A merchant in business, its owner as a caller, and beside it everything that is not the merchant's. */
export interface MerchantSide {
  readonly stage: OrderStage;
  /** Somebody who signs in for the merchant with the widest role such people get. */
  readonly owner: Actor;
  readonly merchantId: string;
  /** One record of each resource, of another merchant of the same tenant or of the operator. */
  readonly foreign: OneOfEach;
  /** Texts that no answer to the owner may hold. */
  readonly secrets: readonly string[];
}

async function buildOwner(app: TestApp, tenantId: number, merchantId: string, pid: number): Promise<Actor> {
  // Placed below the organisation that looks after the merchant: the name of the own place is told.
  const orgId = await buildOrg(app, { tenantId, pid });
  const permissions = permissionsOfMerchantRole("merchant_owner");
  const roleId = await buildRole(app, { tenantId, permissions, dataScope: 1 });
  const userId = await buildUser(app, { tenantId, orgId, roleIds: [roleId], accountType: AccountType.Member });
  await app.platform.db.updateTable("users").set({ merchantId }).where("id", "=", userId).execute();
  return { ...(await actorOf(app, userId)), provenAt: app.clock.now() };
}

/** What an operator does about a merchant, with words that are the operator's own. */
async function actAsOperator(stage: OrderStage): Promise<void> {
  const { app, merchantId, place } = stage;
  const person = (realName: string) =>
    app.as(actor({ ...place, realName: `${mark}${realName}`, provenAt: app.clock.now() }));
  const [maker, checker] = [person("maker"), person("checker")];
  const checkerId = await buildUser(app, { ...place, accountType: AccountType.SysAdmin });
  const other = app.as(actor({ ...place, userId: checkerId, realName: `${mark}checker`, provenAt: app.clock.now() }));
  const order = await stage.create();
  const paid = await stage.pay("001");
  const back = { orderId: paid.id, amount: "100", reason: "duplicate" } as const;
  await maker.call(orderRefund, "add", { ...back, merchantRefundNo: "R-1" });
  const reserved = await stage.pay("001", { captureMethod: "manual" });
  await maker.call(coinOrder, "void", { id: reserved.id, reason: `${mark}reason of a release` });
  const taken = await stage.pay("001", { captureMethod: "manual" });
  await maker.call(coinOrder, "capture", { id: taken.id, reason: `${mark}reason of a capture` });
  await checker.call(coinOrder, "addNote", { id: order.id, text: `${mark}note`, visibility: "operator" });
  await maker.call(coinOrder, "cancel", { id: order.id, reason: `${mark}reason of a cancellation` });
  const own = { merchantId, mode: "test", currency: "USD" } as const;
  const reason = `${mark}reason of a correction`;
  const { id } = await maker.call(merchantBalance, "adjust", {
    ...own,
    amount: "5000",
    reason,
    evidence: `${mark}mail`,
  });
  await other.call(merchantBalance, "approve", { merchantId, id });
  await maker.call(merchantBalance, "freeze", { ...own, amount: "1000", reason: `${mark}reason of a hold` });
  const batch = await maker.call(settlements, "close", own);
  const { billId } = await maker.call(settlements, "detail", { id: batch.id });
  await maker.call(billing, "issue", { id: billId ?? "", version: 1 });
  await maker.call(settlements, "hold", { id: batch.id, version: 2, reason: `${mark}reason of a held batch` });
  const held = await settleHolding(app, {
    merchantId,
    book: "test",
    net: 5_000n,
    reserve: 500n,
    releaseDate: "2027-05-20",
  });
  await maker.call(merDeposit, "freeze", { id: held, version: 1, reason: `${mark}reason of a frozen hold` });
  await buildCashout(app, { merchantId, tenantId: place.tenantId });
  await buildCashout(app, { merchantId, tenantId: place.tenantId }, { mode: "test" });
  await buildPayoutOrder(app, { merchantId, tenantId: place.tenantId });
  await buildPayoutOrder(app, { merchantId, tenantId: place.tenantId }, { mode: "test" });
  await buildFxQuote(app, merchantId);
  const endpointId = await buildEndpoint(app, { merchantId, tenantId: place.tenantId });
  const delivery = { merchantId, tenantId: place.tenantId, endpointId };
  const due = { status: "queued", doneTime: null, nextAttemptTime: app.clock.now().toISOString() } as const;
  const waiting = await buildDelivery(app, { ...delivery, ...due });
  await buildDelivery(app, delivery);
  const requestId = await maker.call(merchantRequest, "add", { merchantId, note: "Another name, please" });
  await maker.call(merchantRequest, "decline", { id: requestId, reason: "Needs a document" });
  const told = "Until the documents are there";
  await maker.call(merchant, "suspend", { id: merchantId, canPay: true, reason: told });
  await maker.call(merchant, "resume", { id: merchantId, reason: told });
  await maker.call(webhook, "skip", { ids: [waiting], reason: `${mark}reason of a skip` });
}

/** Tells somebody something, in the name of an operator's person and organisation. */
async function publishNotice(app: TestApp, { tenantId, orgId }: OrderStage["place"], { userId }: Actor): Promise<void> {
  const publisherId = await buildUser(app, { tenantId, orgId, accountType: AccountType.SysAdmin });
  const publisher = { publicUserId: publisherId, publicUserName: `${mark}publisher`, publicOrgId: orgId };
  const { db, clock } = app.platform;
  const { id: noticeId } = await db
    .insertInto("notices")
    .values({
      tenantId,
      title: "Holidays",
      content: "Payouts wait until Monday",
      status: 1,
      publicTime: clock.now().toISOString(),
      ...publisher,
      publicOrgName: `${mark}desk`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("noticeUsers").values({ tenantId, noticeId, userId }).execute();
}

/** Names by which the operator knows accounts and whom it deals with, and their ids. */
async function secretsOf({ platform: { db } }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM gateway_accounts UNION SELECT id FROM gateways UNION SELECT id FROM upstream_gateways`.execute(db);
  return [mark, String(markedAmount), "sim_main", "sim_backup", ...rows.map(({ id }) => id)];
}

/** Sets a merchant's side beside the operator's, everything of which is marked. Close the stage in `afterAll`. */
export async function buildMerchantSide(): Promise<MerchantSide> {
  const stage = await buildOrderStage();
  return setSide(stage).catch(async (error: unknown) => {
    await stage.close();
    throw error;
  });
}

async function setSide(stage: OrderStage): Promise<MerchantSide> {
  const { app, merchantId, place } = stage;
  const { tenantId } = place;
  const own = { merchantId, tenantId };
  const owner = await buildOwner(app, tenantId, merchantId, place.orgId);
  // Paid, declined, failed over: decisions that name accounts, exchanges, postings and costs.
  for (const scenario of ["001", "002", "101", "201"]) await stage.pay(scenario);
  const foreign = await buildOneOfEach(app, place);
  await buildCheckoutLine(app, {
    ...own,
    channelId: await buildChannel(app, { tenantId, paymentMethodId: String(foreign.paymentMethod?.id) }),
  });
  await buildImport(app, own);
  await buildRefundImport(app, own);
  await buildFeeRule(app, own, { decision: "pending", percent: markedAmount });
  await buildAccountTerms(app, own, { decision: "pending", withdrawFeePercent: markedAmount });
  await actAsOperator(stage);
  await recountReports(app.platform.db, app.clock.now());
  await publishNotice(app, place, owner);
  const { userId, orgId } = owner;
  await markOperatorSide(app.database.ownerUrl, { ...own, userId, orgId });
  return { stage, owner, merchantId, foreign, secrets: [...(await secretsOf(app)), String(foreign.merchant?.id)] };
}

/** A read of the contract. */
export interface Read {
  readonly resource: Resource;
  readonly name: string;
}

/** Reads that are no reads: they open, close or prove the caller's own session. */
const ofSession = ["refreshToken", "unLockScreen", "stepUp", "changePassword"];

/** Every read of the product that is made by somebody signed in. */
export const reads: readonly Read[] = (resources as readonly Resource[]).flatMap((resource) =>
  Object.entries(resource.operations)
    .filter(([, { kind, access }]) => kind === "query" && access !== "anonymous")
    .filter(([name]) => resource.name !== "sysAuth" || !ofSession.includes(name))
    .map(([name]) => ({ resource, name })),
);

/** Values for inputs by their names, the first that fits. */
const valuesFor = ({ merchantId, owner }: MerchantSide): Readonly<Record<string, readonly unknown[]>> => ({
  merchantId: [merchantId, [merchantId]],
  mode: ["test", ["test"]],
  currency: ["USD"],
  bucket: ["available"],
  from: ["2026-11-01T00:00:00.000Z", "2026-11-01"],
  before: ["2026-10-01T00:00:00.000Z"],
  to: ["2026-11-30T00:00:00.000Z", "2026-11-30"],
  fromDay: ["2026-05-20"],
  toDay: ["2026-06-20"],
  format: ["csv"],
  amount: ["10000"],
  payoutAccountId: ["poa_00000000000000000000000000"],
  method: ["bank_local", "card_visa"],
  country: ["US"],
  text: ["10000"],
  step: ["day"],
  typeName: ["CommonConst"],
  code: ["org_type"],
  path: ["/system/role"],
  userId: [owner.userId],
});

/** Inputs that are sent although they may be left out: they narrow the read to what is there. */
const alwaysSent = ["merchantId", "mode"];

function filled(side: MerchantSide, shape: Readonly<Record<string, z.ZodType>>): Record<string, unknown> {
  const values = valuesFor(side);
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      if (!alwaysSent.includes(name) && schema.safeParse(undefined).success) return [];
      const value = values[name]?.find((one) => schema.safeParse(one).success);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Ids of the merchant's own records of a resource; without any, that of somebody else's. */
async function idsOf({ stage, merchantId, foreign }: MerchantSide, resource: string): Promise<(string | number)[]> {
  const target = foreign[resource];
  if (resource === "merchant") return [merchantId];
  if (!target) return [];
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(target.row)} AS row WHERE to_jsonb(row) ->> 'merchant_id' = ${merchantId} LIMIT 20`.execute(
    stage.app.platform.db,
  );
  return rows.length > 0 ? rows.map(({ id }) => id) : [target.id];
}

/** The inputs with which a read is made: one for each own record where it names one. */
export async function inputsOf(side: MerchantSide, { resource, name }: Read): Promise<object[]> {
  const { input } = operationOf(resource, name);
  if (!(input instanceof z.ZodObject)) return [{}];
  const { id: idSchema, importId, orderId, ...shape } = input.shape as Readonly<Record<string, z.ZodType>>;
  const base = filled(side, shape);
  if (importId) return (await idsOf(side, "orderImport")).map((id) => ({ ...base, importId: id }));
  if (orderId && !orderId.safeParse(undefined).success)
    return (await idsOf(side, "coinOrder")).map((id) => ({ ...base, orderId: id }));
  if (!idSchema || idSchema.safeParse(undefined).success) return [base];
  return (await idsOf(side, resource.name)).map((id) => ({ ...base, id }));
}
