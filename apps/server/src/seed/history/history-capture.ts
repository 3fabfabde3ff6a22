import type { Agreement } from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import { currency as codeOf } from "@countinghouse/money/currency.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { regionOf } from "../../modules/gateways/routing/index.ts";
import { previousOf } from "../../modules/integration/webhook/index.ts";
import { monthsAt } from "../../modules/merchants/mer-payment-method-cfg/index.ts";
import { priceFor, rateOfCapture } from "../../modules/payments/agreement/index.ts";
import { type CaptureRow, captureObject } from "../../modules/payments/capture/index.ts";
import {
  bookingOf,
  changeOf,
  entriesOf,
  figuresOf,
  nothingBefore,
  priceBy,
} from "../../modules/payments/capture-booking/index.ts";
import { bookedEntry, saleOf } from "../../modules/payments/order-outcome/index.ts";
import { captureAsked } from "../../modules/payments/order-processing/index.ts";
import type { NewTimelineEntry, OrderChange } from "../../modules/payments/order-record/index.ts";
import type { AttemptRow } from "../../modules/payments/payment-attempt/index.ts";
import type { Context } from "../../platform/http/context.ts";
import { outcomeOf } from "../demo-orders.ts";
import type { MerchantHistory } from "./history-merchant.ts";
import { type HistoryOrder, move } from "./history-order.ts";
import { take } from "./history-payment.ts";

/** What taking money makes of an order. */
export interface TakenMoney {
  readonly capture: CaptureRow | undefined;
  readonly change: OrderChange;
  readonly timeline: readonly NewTimelineEntry[];
}

interface MoneyToTake {
  readonly attempt: AttemptRow;
  readonly amount: Money;
  /** The capture that was asked for; a sale has none before. */
  readonly open: CaptureRow | undefined;
}

/** Books money that a gateway took, priced by the agreement of its attempt: a sale, or the capture that was asked for. */
export async function bookSale(
  history: MerchantHistory,
  ctx: Context,
  order: HistoryOrder,
  { attempt, amount, open }: MoneyToTake,
): Promise<TakenMoney> {
  const { row } = order;
  const sale = open ?? saleOf(ctx, { order: row, attempt }, { amount, upstreamId: null, seq: 1 });
  const agreement = history.prices.agreementOf(attempt);
  const toPrice = { id: sale.id, amount, before: nothingBefore(row), at: ctx.now };
  const rates = await rateOfCapture(ctx, agreement, amount.currency, ctx.now);
  const { tierMode, settlementDays } = priceFor(agreement, regionOf(agreement.country, attempt.cardCountry)).fee;
  const volumes = tierMode === "none" ? null : volumesAt(history, agreement, ctx.now);
  const dueDate = await history.prices.dueDate(agreement, settlementDays, ctx.now);
  const priced = priceBy(agreement, attempt.cardCountry, toPrice, { rates, volumes, dueDate });
  history.countVolume(monthsAt(ctx.now.getTime(), agreement.timezone).month, priced.price.value);
  const posted = history.book.post(ctx, {
    ...bookingOf(row, sale, ctx.now),
    entries: entriesOf(row, attempt.gatewayAccountId, priced),
    description: `${row.orderNo} ${attempt.attemptNo}`,
    dueDate,
  });
  const at = ctx.now.toISOString();
  const before = { ...sale };
  Object.assign(sale, figuresOf(priced), { status: "succeeded", finishedTime: at });
  if (open) tellOfCapture(history, order, sale, before);
  else keepCapture(history, order, sale);
  const events = posted.map(({ event }) => event);
  const change = { ...changeOf(row, priced), capturedAmount: toWire(amount), settlementStatus: "unsettled" } as const;
  return { capture: sale, change, timeline: [bookedEntry(events, amount)] };
}

/** What the merchant had captured before, for tiers to go by. */
function volumesAt(history: MerchantHistory, { settlement, timezone }: Agreement, at: Date) {
  const code = codeOf(settlement.currency);
  const { month, before } = monthsAt(at.getTime(), timezone);
  const captured = (name: string): Money => money(history.volumes.get(`${name} ${code}`) ?? 0n, code);
  return { monthToDate: captured(month), lastMonth: captured(before) };
}

function keepCapture(history: MerchantHistory, order: HistoryOrder, capture: CaptureRow): void {
  order.captures.push(capture);
  history.rows.add("captures", capture);
  history.sealLast("captures", capture);
}

/** Of a capture that was asked for the merchant's servers are told; of a sale the order's own event tells. */
function tellOfCapture(history: MerchantHistory, { row }: HistoryOrder, capture: CaptureRow, before: CaptureRow): void {
  const { id: objectId, captureNo: objectNo } = capture;
  const object = captureObject(capture);
  const previous = previousOf(captureObject(before), object);
  history.tell({
    appId: row.appId,
    type: "capture.succeeded",
    objectType: "capture",
    objectId,
    objectNo,
    objectSeq: 1,
    object,
    previous,
  });
}

/** Takes what is reserved for an order, as `requestCapture` and `sendCapture` do. */
export async function captureReserved(history: MerchantHistory, order: HistoryOrder): Promise<void> {
  const ctx = history.ctx();
  const attempt = order.attempts.find(({ status }) => status === "authorized");
  if (!attempt) return;
  const amount = fromWire(attempt.amount, attempt.currency);
  const { values, move: asked } = captureAsked(ctx, { order: order.row, attempt, amount });
  const at = ctx.now.toISOString();
  const open = {
    ...saleOf(ctx, { order: order.row, attempt }, { amount, upstreamId: null, seq: 1 }),
    ...values,
    finishedTime: null,
    sentTime: at,
    sendCount: 1,
  } as CaptureRow;
  keepCapture(history, order, open);
  Object.assign(attempt, { status: "capture_pending" });
  move(history, ctx, order, asked);
  const outcome = outcomeOf({ kind: "captured" }, { attemptNo: attempt.attemptNo, amount }, attempt.cardCountry);
  await take(history, ctx, order, { attempt, outcome, next: undefined, open });
}
