import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { exceeds, isZero, type Money, subtract, sum } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isCapable, refundSupportOf } from "../../gateways/gateway-account/index.ts";
import { type CaptureRow, capturesOfOrders } from "../capture/index.ts";
import { type MerchantFacts, mayRefund, merchantFacts, type OrderRow } from "../order-record/index.ts";
import { type AttemptRow, attemptRows } from "../payment-attempt/index.ts";
import { allotRefund, type RefundShare, refundableOf } from "../refund-booking/index.ts";

/** A requested refund of an order. */
export interface RequestedRefund {
  readonly captureId?: string | null;
  /** The payment whose captures are meant; any of the order's by default. */
  readonly attemptId?: string | null;
  /** Everything that is left by default. */
  readonly amount?: Money | null;
  /** Returns money that should not have arrived: neither the merchant's rights nor the refund period are checked. */
  readonly isOurs?: boolean;
}

/** A planned refund: its shares and fees. */
export interface RefundPlan {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  readonly merchant: MerchantFacts;
  readonly shares: readonly RefundShare<CaptureRow>[];
  readonly amount: Money;
  /** Total refundable amount. */
  readonly refundable: Money;
  readonly settle: Money;
  readonly fxRate: string | null;
  /** Until when the payment can be refunded, ISO 8601; null where the method sets no limit, or it was not checked. */
  readonly refundableUntil: string | null;
}

const dayMs = 86_400_000;

/** Plans a refund of an order's captures, or returns the refusal. The caller may hold the order's lock. */
export async function planRefund(ctx: Context, order: OrderRow, asked: RequestedRefund): Promise<RefundPlan> {
  const { merchantId, id: orderId } = order;
  const merchant = await merchantFacts(ctx, merchantId);
  if (!asked.isOurs && isOfMerchant(ctx.actor) && !mayRefund(merchant, order.mode))
    throw refuse("orderRefund.merchantMayNotRefund");
  const captures = (await capturesOfOrders(ctx, merchantId, [orderId])).filter(({ status }) => status === "succeeded");
  const meant = captures.filter(
    ({ id, attemptId }) =>
      (!asked.captureId || id === asked.captureId) && (!asked.attemptId || attemptId === asked.attemptId),
  );
  if (meant.length === 0) throw refuse("orderRefund.notRefundable");
  for (const capture of meant)
    if (!(await ctx.seals.isGenuine(ctx.db, "captures", capture))) throw refuse("orderRefund.altered");
  if (meant.some(({ isPriced }) => !isPriced)) throw refuse("orderRefund.captureNotPriced");
  const { refundable, amount, shares } = chosen(ctx, order, meant, asked.amount ?? null);
  const attempt = (await attemptRows(ctx, merchantId, orderId)).find(({ id }) => id === shares[0]?.capture.attemptId);
  if (!attempt || !(await ctx.seals.isGenuine(ctx.db, "paymentAttempts", attempt))) throw refuse("orderRefund.altered");
  const refundableUntil = await assertOffered(ctx, { order, attempt, amount, captures, isOurs: asked.isOurs === true });
  const code = shares[0]?.capture.settleCurrency ?? order.currency;
  const settle = sum(
    code,
    shares.map((share) => share.settle),
  );
  const rates = new Set(shares.map(({ capture }) => capture.fxRate));
  const [fxRate = null] = rates.size === 1 ? rates : [];
  return { order, attempt, merchant, shares, amount, refundable, settle, fxRate, refundableUntil };
}

/** The amount and the captures. */
function chosen(ctx: Context, order: OrderRow, captures: readonly CaptureRow[], asked: Money | null) {
  const disputed = fromWire(order.disputedAmount, order.currency);
  const refundable = refundableOf(captures, order.currency, disputed);
  const amount = asked ?? refundable;
  const shares =
    amount.currency !== order.currency || isZero(amount) || exceeds(amount, refundable)
      ? undefined
      : allotRefund(captures, amount);
  if (shares) return { refundable, amount, shares };
  const shown = formatMoney(refundable, { language: ctx.request.locale });
  const extras = { refundable: Number(refundable.amountMinor), currency: order.currency };
  throw refuse("orderRefund.exceedsRefundable", { refundable: shown, orderNo: order.orderNo }, { extras });
}

/** Refuses where the gateway does not offer refunds for the method, or not any more; answers until when it does. */
async function assertOffered(
  ctx: Context,
  {
    order,
    attempt,
    amount,
    captures,
    isOurs,
  }: {
    readonly order: OrderRow;
    readonly attempt: AttemptRow;
    readonly amount: Money;
    readonly captures: readonly CaptureRow[];
    readonly isOurs: boolean;
  },
): Promise<string | null> {
  const { gatewayAccountId, paymentMethod } = attempt;
  if (!(await isCapable(ctx, { gatewayAccountId, paymentMethod, capability: "refund" })))
    throw refuse("orderRefund.methodNotRefundable");
  const own = captures.filter(({ attemptId }) => attemptId === attempt.id);
  const whole = sum(
    order.currency,
    own.map((capture) => fromWire(capture.amount, order.currency)),
  );
  const isPart = !isZero(subtract(whole, amount));
  if (isPart && !(await isCapable(ctx, { gatewayAccountId, paymentMethod, capability: "partial_refund" })))
    throw refuse("orderRefund.partNotOffered", { refundable: formatMoney(whole, { language: ctx.request.locale }) });
  if (isOurs) return null;
  const { windowDays } = await refundSupportOf(ctx, {
    gatewayAccountId,
    method: paymentMethod,
    currency: order.currency,
  });
  const paid = Date.parse(order.paidTime ?? order.orderTime);
  if (windowDays === null) return null;
  const until = paid + windowDays * dayMs;
  if (ctx.now.getTime() > until) throw refuse("orderRefund.windowClosed", { days: windowDays });
  return new Date(until).toISOString();
}

/** Settlement date of a refund's lines: that of its captures, and never before today. */
export function dueDateOf({ shares }: Pick<RefundPlan, "shares">, now: Date): string {
  const today = now.toISOString().slice(0, 10);
  return shares.reduce(
    (latest, { capture }) => (capture.dueDate && capture.dueDate > latest ? capture.dueDate : latest),
    today,
  );
}
