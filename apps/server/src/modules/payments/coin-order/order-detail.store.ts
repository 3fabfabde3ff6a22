import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { OrderCapture } from "@countinghouse/contract/payments/capture/capture.ts";
import { phaseOf } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import type {
  CoinOrderDetail,
  OrderExchange,
  TimelineEntry,
} from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { seededNameIn } from "@countinghouse/contract/platform/seeded-names.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { sql } from "kysely";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { from } from "../../../platform/db/scoped.ts";
import { readShaped } from "../../../platform/db/shaped.ts";
import { readOf } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isCapable } from "../../gateways/gateway-account/index.ts";
import { describedOfOrder } from "../capture/index.ts";
import { abilitiesOf, releasedOf } from "../order-record/index.ts";
import { attemptsOfOrder } from "../payment-attempt/index.ts";
import { duesOfOrder } from "../payment-due/index.ts";
import { describedOrders, ordersInScope } from "./order-list.store.ts";
import { masked } from "./personal.policy.ts";

/** The merchant of an order in the actor's scope; an order's other rows are read by merchant and order. */
export async function findMerchantOfOrder(ctx: Context, id: string, named?: string | null): Promise<string> {
  let query = ordersInScope(ctx).select("coinOrders.merchantId").where("coinOrders.id", "=", id);
  if (named) query = query.where("coinOrders.merchantId", "=", named);
  const row = await query.executeTakeFirst();
  if (!row) throw notFound("coinOrder", id);
  return row.merchantId;
}

const moreColumns = [
  "coinOrders.authorizedAmount",
  "coinOrders.disputedAmount",
  "coinOrders.surplusAmount",
  "coinOrders.cardFingerprint",
  "coinOrders.threeDs",
  "coinOrders.riskScore",
  "coinOrders.fxRate",
  "coinOrders.feeTaxAmount",
  "coinOrders.gatewayCostAmount",
  "coinOrders.gatewayCostCurrency",
  "coinOrders.dueDate",
  "coinOrders.failureMessage",
] as const;

/** Captured amount not claimed by refunds, less disputed amounts. */
const refundable = (
  { disputedAmount }: Pick<CoinOrderDetail, "disputedAmount">,
  captures: readonly OrderCapture[],
): string => {
  const left = captures.reduce((sum, { refundableAmount }) => sum + BigInt(refundableAmount), -BigInt(disputedAmount));
  return String(left > 0n ? left : 0n);
};

type Attempts = Awaited<ReturnType<typeof attemptsOfOrder>>;

/** Whether the gateway that holds the authorisation allows several partial captures. */
async function takesInParts({ db }: Context, attempts: Attempts): Promise<boolean> {
  const holder = attempts.find(({ status }) => status === "authorized");
  if (!holder?.gatewayAccountId) return false;
  const { gatewayAccountId, paymentMethod } = holder;
  return isCapable({ db }, { gatewayAccountId, paymentMethod, capability: "multi_capture" });
}

/** Number of the settlement batch with the order's captures, or with the fees of failed ones; the latest of several. */
const batchOfOrder = sql<string | null>`(
  SELECT b.batch_no FROM ledger_journals j
    JOIN settlement_lines l ON l.merchant_id = j.merchant_id AND l.journal_id = j.id
      AND (l.line_type = 'capture' OR j.event = 'J02')
    JOIN settlement_batches b ON b.merchant_id = l.merchant_id AND b.id = l.batch_id
   WHERE j.merchant_id = coin_orders.merchant_id AND j.order_id = coin_orders.id
   ORDER BY b.date DESC LIMIT 1)`;

/** Payer and shop details of an order; every order has them. */
async function readParticulars(ctx: Context, merchantId: string, orderId: string) {
  const [particulars] = await readShaped(ctx, "particulars of an order", { merchantId, orderId }, (given) =>
    from(ctx, "coinOrderParticulars")
      .selectAll()
      .where("merchantId", "=", given.merchantId)
      .where("orderId", "=", given.orderId)
      .compile(),
  );
  if (!particulars) throw new Error(`the order ${orderId} has no particulars`);
  return particulars;
}

/** All details of one order that the caller may see. */
export async function readOrder(ctx: Context, id: string): Promise<CoinOrderDetail> {
  const [row] = await readShaped(ctx, "order with everything", { id }, (given) =>
    describedOrders(ctx)
      .select(moreColumns)
      .select(batchOfOrder.as("batchNo"))
      .where("coinOrders.id", "=", given.id)
      .compile(),
  );
  if (!row) throw notFound("coinOrder", id);
  const [particulars, attempts, captures, dues] = await Promise.all([
    readParticulars(ctx, row.merchantId, id),
    attemptsOfOrder(ctx, row.merchantId, id),
    describedOfOrder(ctx, { merchantId: row.merchantId, orderId: id }),
    duesOfOrder(ctx, { merchantId: row.merchantId, orderId: id }),
  ]);
  const { merchantId: _merchant, orderId: _order, ...more } = particulars;
  const abilities = abilitiesOf({ phase: phaseOf(row), captureDeadline: row.captureDeadline, attempts }, ctx.now);
  return masked({
    ...row,
    ...more,
    refundableAmount: refundable(row, captures),
    releasedAmount: String(releasedOf(row)),
    attempts,
    captures,
    dues,
    abilities: { ...abilities, captureInParts: abilities.capture && (await takesInParts(ctx, attempts)) },
  });
}

/** The order's personal data unmasked. The audit trail records the order and the merchant. */
export async function revealOrder(ctx: Context, id: string) {
  const merchantId = await findMerchantOfOrder(ctx, id);
  const { orderNo, merchantName, ...row } = await from(ctx, "coinOrders")
    .innerJoin("merchants", "merchants.id", "coinOrders.merchantId")
    .select(["coinOrders.email", "coinOrders.ip", "coinOrders.orderNo", "merchants.name as merchantName"])
    .where("coinOrders.merchantId", "=", merchantId)
    .where("coinOrders.id", "=", id)
    .executeTakeFirstOrThrow();
  const particulars = await from(ctx, "coinOrderParticulars")
    .select(["payerName", "phone", "payerAccount", "billingAddress", "shippingAddress"])
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", id)
    .executeTakeFirstOrThrow();
  ctx.recordChange(readOf({ table: "coinOrders", id, number: orderNo, owner: merchantName }));
  return { ...row, ...particulars };
}

/** An order's timeline, oldest first; a merchant's user gets the entries meant for merchants. */
export async function readTimeline(ctx: Context, id: string): Promise<TimelineEntry[]> {
  const merchantId = await findMerchantOfOrder(ctx, id);
  let query = from(ctx, "orderTimeline")
    .select([
      "seq",
      "time",
      "receivedTime",
      "kind",
      "title",
      "detail",
      "actorType",
      "actorName",
      "amount",
      "currency",
      "refType",
      "refId",
      "visibility",
    ])
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", id)
    .orderBy("seq");
  if (isOfMerchant(ctx.actor)) query = query.where("visibility", "=", "all");
  const entries: TimelineEntry[] = await query.execute();
  const story = entries[0]?.seq === 1 ? entries : [...(await beginningOfImported(ctx, merchantId, id)), ...entries];
  return isOfMerchant(ctx.actor) ? story.map(asMerchantsSee) : story.map((entry) => asNamed(ctx, entry));
}

/** An entry with the account a payment went over as its reader knows it: it is kept as it was called then. */
const asNamed = ({ request }: Context, { detail, ...entry }: TimelineEntry): TimelineEntry => ({
  ...entry,
  detail:
    typeof detail.account === "string"
      ? { ...detail, account: seededNameIn(request.locale, "gatewayAccount", detail.account) }
      : detail,
});

/** Titles that name what is kept from merchants, and the titles they read instead. */
const merchantsTitles: Readonly<Record<string, string>> = {
  eventAttemptStarted: "eventAttemptMade",
  eventVoidAsked: "eventReleaseRequested",
};

/**
 * A timeline entry without the payment's gateway account; of an operator user's act also without the person and the
 * reason. A note addressed to the merchant is kept whole.
 */
function asMerchantsSee(entry: TimelineEntry): TimelineEntry {
  const { account, excluded: _left, ...detail } = entry.detail;
  const isOfOperator = entry.actorType === "operator";
  const isRetitled = account !== undefined || (isOfOperator && entry.title === "eventVoidAsked");
  const title = (isRetitled && merchantsTitles[entry.title]) || entry.title;
  if (!isOfOperator) return { ...entry, title, detail };
  if (entry.kind === "note") return { ...entry, actorName: null };
  const { text: _text, reason, ...rest } = detail;
  // Our own reason codes say by whom it was cancelled; any other text was typed by a person.
  const told = typeof reason === "string" && /^reason[A-Z][a-z]+$/.test(reason) ? { reason } : {};
  return { ...entry, title, actorName: null, detail: { ...rest, ...told } };
}

/** The first timeline entry of an imported order: the import, read from its own row. */
async function beginningOfImported(ctx: Context, merchantId: string, id: string): Promise<TimelineEntry[]> {
  const row = await from(ctx, "coinOrders")
    .innerJoin("orderImports", (join) =>
      join
        .onRef("orderImports.merchantId", "=", "coinOrders.merchantId")
        .onRef("orderImports.id", "=", "coinOrders.importId"),
    )
    .select([
      "coinOrders.amount",
      "coinOrders.currency",
      "orderImports.id as refId",
      "orderImports.fileName",
      "orderImports.startTime",
      "orderImports.createTime",
      "orderImports.createUserName",
      sql<boolean>`EXISTS (SELECT 1 FROM users own
        WHERE own.id = order_imports.create_user_id AND own.merchant_id = order_imports.merchant_id)`.as(
        "isColleagues",
      ),
    ])
    .where("coinOrders.merchantId", "=", merchantId)
    .where("coinOrders.id", "=", id)
    .executeTakeFirst();
  if (!row) return [];
  return [
    {
      seq: 1,
      time: row.startTime ?? row.createTime,
      receivedTime: null,
      kind: "status",
      title: "eventOrderImported",
      detail: { file: row.fileName },
      actorType: "system",
      actorName: isOfMerchant(ctx.actor) && !row.isColleagues ? null : row.createUserName,
      amount: row.amount,
      currency: currency(row.currency),
      refType: "orderImport",
      refId: row.refId,
      visibility: "all",
    },
  ];
}

/** Most exchanges shown for one order; a payment queried for a day has some thirty. */
const exchangesMax = 500;

/** An order's exchanges with merchant and gateway, oldest first; a merchant's user gets its own only. */
export async function readExchanges(ctx: Context, id: string): Promise<OrderExchange[]> {
  const merchantId = await findMerchantOfOrder(ctx, id);
  let query = from(ctx, "orderExchanges")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", id)
    .orderBy("id")
    .limit(exchangesMax);
  if (isOfMerchant(ctx.actor)) query = query.where("direction", "in", ["merchant_in", "merchant_out"]);
  const [rows, attempts] = await Promise.all([query.execute(), attemptsOfOrder(ctx, merchantId, id)]);
  const numbers = new Map(attempts.map((attempt) => [attempt.id, attempt.attemptNo]));
  return rows.map((row) => ({
    ...row,
    attemptNo: row.attemptId ? (numbers.get(row.attemptId) ?? null) : null,
  }));
}

/** The terms that priced the order; the caller has found the order in the actor's scope. */
export const readTerms = (ctx: Context, merchantId: string, id: string) =>
  from(ctx, "coinOrders")
    .select(["feeRule", "fx"])
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
