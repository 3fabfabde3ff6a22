import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { add, equals, exceeds, type Money, money, zero } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { sha256 } from "../../../platform/crypto/digest.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { together } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { PaymentTypeTerms } from "../../merchants/mer-payment-type-cfg/index.ts";
import {
  findByMerchantNo,
  insertOrder,
  insertParticulars,
  mayBePaid,
  type NewOrderRow,
  type NewTimelineEntry,
  type OrderRow,
  orderLifeMaxMs,
  type PreparedOrder,
  publishOrderEvent,
  voucherLifeMaxMs,
  writeTimeline,
} from "../order-record/index.ts";
import { type MerchantSettings, readSettings } from "./acceptance.service.ts";

/** The app through which an order is made, with its defaults. */
export interface OrderingApp {
  readonly merchantId: string;
  readonly appId: string;
  readonly mode: "live" | "test";
  readonly maxAttempts: number;
  readonly orderExpireMinutes: number;
  readonly descriptor: string | null;
  readonly defaultReturnUrl: string | null;
  readonly defaultCancelUrl: string | null;
  readonly defaultNotifyUrl: string | null;
}

export interface OrderLine {
  readonly sku: string | null;
  readonly name: string;
  readonly quantity: number;
  readonly unitAmount: Money;
  readonly amount: Money;
}

type OrderAddress = Readonly<Record<string, string>>;

/** An order as requested by a merchant. */
export interface NewOrder {
  readonly merchantOrderNo: string;
  readonly amount: Money;
  readonly type?: OrderRow["type"];
  readonly paymentType: OrderRow["paymentType"];
  readonly items?: readonly OrderLine[];
  /** Besides the items: tax and shipping less discount. */
  readonly adjustment?: Money;
  readonly payer: {
    readonly account?: string | null;
    readonly email?: string | null;
    readonly name?: string | null;
    readonly phone?: string | null;
  };
  readonly billingAddress?: OrderAddress | null;
  readonly shippingAddress?: OrderAddress | null;
  readonly ip?: string | null;
  readonly ipCountry?: string | null;
  readonly deviceId?: string | null;
  readonly userAgent?: string | null;
  readonly acceptLanguage?: string | null;
  readonly returnUrl?: string | null;
  readonly cancelUrl?: string | null;
  readonly notifyUrl?: string | null;
  readonly captureMethod?: "automatic" | "manual";
  readonly descriptor?: string | null;
  readonly expireMinutes?: number | null;
  readonly domain?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Canonical form: sorted keys, amounts as text, so that equivalent bodies have equal text. */
function canonical(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined && one !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, canonical(one)]));
}

/** Fingerprint of a new order: tells a retry from a conflicting reuse of the merchant's order number. */
const contentHash = (app: OrderingApp, order: NewOrder): string =>
  sha256(JSON.stringify([app.appId, canonical(order)]));

/** Refuses an item whose amount is not quantity times unit price, naming its position from 1 and its name. */
function assertLine({ name, quantity, unitAmount, amount }: OrderLine, index: number, language: Locale): void {
  const product = money(unitAmount.amountMinor * BigInt(quantity), unitAmount.currency);
  if (equals(product, amount)) return;
  const text = (value: Money): string => formatMoney(value, { language });
  throw refuse(
    "coinOrder.itemDiffers",
    {
      number: index + 1,
      name,
      quantity,
      unit: text(unitAmount),
      product: text(product),
      amount: text(amount),
    },
    { field: `items.${index}.amount` },
  );
}

function assertItems({ items, adjustment, amount }: NewOrder, locale: Locale): void {
  if (!items || items.length === 0) return;
  for (const [index, line] of items.entries()) assertLine(line, index, locale);
  const sum = items.reduce((total, line) => add(total, line.amount), adjustment ?? zero(amount.currency));
  if (equals(sum, amount)) return;
  const values = { sum: formatMoney(sum, { language: locale }), amount: formatMoney(amount, { language: locale }) };
  throw refuse("coinOrder.itemsDiffer", values);
}

function assertWithinType(
  terms: PaymentTypeTerms | undefined,
  { paymentType, amount, captureMethod }: NewOrder,
  locale: Locale,
): asserts terms is PaymentTypeTerms {
  const isOffered = terms !== undefined && (captureMethod !== "manual" || terms.allowManualCapture);
  if (!isOffered) throw refuse("coinOrder.typeNotOffered", { type: paymentType });
  const limit = terms.limits.find(({ currency }) => currency === amount.currency)?.perTransactionMax;
  if (limit && exceeds(amount, limit))
    throw refuse("coinOrder.amountAboveMaximum", { limit: formatMoney(limit, { language: locale }) });
}

const minutesMax = (paymentType: NewOrder["paymentType"]): number =>
  (paymentType === "server_to_server" || paymentType === "moto" ? orderLifeMaxMs : voucherLifeMaxMs) / 60_000;

function rowOf(
  ctx: Pick<Context, "now">,
  app: OrderingApp,
  order: NewOrder,
  terms: PaymentTypeTerms,
  tenantId: number,
): NewOrderRow {
  const { amount, payer, billingAddress } = order;
  const asked = order.expireMinutes ?? terms.orderExpireMinutes ?? app.orderExpireMinutes;
  const minutes = Math.min(asked, minutesMax(order.paymentType));
  return {
    merchantId: app.merchantId,
    id: newId("ord", ctx.now),
    tenantId,
    orderNo: businessNumber("OR", ctx.now),
    appId: app.appId,
    merchantOrderNo: order.merchantOrderNo,
    contentHash: contentHash(app, order),
    mode: app.mode,
    type: order.type ?? "one_time",
    paymentType: order.paymentType,
    status: "created",
    awaitingReason: null,
    currency: amount.currency,
    amount: toWire(amount),
    email: payer.email?.trim().toLowerCase() || null,
    country: billingAddress?.country ?? order.ipCountry ?? null,
    ip: order.ip ?? null,
    domain: order.domain ?? null,
    captureMethod: order.captureMethod ?? "automatic",
    maxAttempts: terms.maxAttempts ?? app.maxAttempts,
    orderTime: ctx.now.toISOString(),
    expireTime: new Date(ctx.now.getTime() + minutes * 60_000).toISOString(),
    timelineSeq: 1,
    eventSeq: 1,
  };
}

const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);

function particularsOf(app: OrderingApp, order: NewOrder, orderId: string) {
  const items = (order.items ?? []).map((line) => ({
    ...line,
    unitAmount: toWire(line.unitAmount),
    amount: toWire(line.amount),
  }));
  return {
    merchantId: app.merchantId,
    orderId,
    items: JSON.stringify(items),
    payerName: order.payer.name ?? null,
    phone: order.payer.phone ?? null,
    payerAccount: order.payer.account ?? null,
    billingAddress: json(order.billingAddress),
    shippingAddress: json(order.shippingAddress),
    ipCountry: order.ipCountry ?? null,
    deviceId: order.deviceId ?? null,
    userAgent: order.userAgent ?? null,
    acceptLanguage: order.acceptLanguage ?? null,
    descriptor: (order.descriptor ?? app.descriptor)?.slice(0, 22) ?? null,
    returnUrl: order.returnUrl ?? app.defaultReturnUrl,
    cancelUrl: order.cancelUrl ?? app.defaultCancelUrl,
    notifyUrl: order.notifyUrl ?? app.defaultNotifyUrl,
    metadata: JSON.stringify(order.metadata ?? {}),
  };
}

/** Database defaults of a new order, for checks before it is written. */
const untouched = {
  attemptCount: 0,
  authorizedAmount: "0",
  capturedAmount: "0",
  refundedAmount: "0",
  paymentMethod: null,
  cardBrand: null,
  cardLast4: null,
  cardCountry: null,
  captureDeadline: null,
  failureCode: null,
  failureMessage: null,
  lateSuccess: false,
  paidTime: null,
  canceledTime: null,
  version: 1,
} satisfies Partial<OrderRow>;

const createdEntry = ({ id, amount, currency }: OrderRow): NewTimelineEntry => ({
  kind: "status",
  title: "eventOrderCreated",
  step: { objectId: id, from: null, action: "create", to: "created" },
  amount: { amount, currency },
});

/** An order not written yet, with its inputs, for a payment that begins in the same transaction. */
export interface DraftOrder extends PreparedOrder {
  readonly particulars: ReturnType<typeof particularsOf>;
  readonly settings: MerchantSettings;
}

/** Runs every check on a new order and returns the order as it would be written. */
export async function draftOrder(ctx: Context, app: OrderingApp, asked: NewOrder): Promise<DraftOrder> {
  const { merchantId, appId } = app;
  return draftBy(ctx, app, asked, await readSettings(ctx, { merchantId, appId, type: asked.paymentType }));
}

/** {@link draftOrder} with settings read before. */
export function draftBy(
  ctx: Pick<Context, "now" | "request">,
  app: OrderingApp,
  asked: NewOrder,
  settings: MerchantSettings,
): DraftOrder {
  const { merchant, terms } = settings;
  if (!mayBePaid(merchant, app.mode)) throw refuse("coinOrder.merchantMayNotPay");
  assertWithinType(terms, asked, ctx.request.locale);
  assertItems(asked, ctx.request.locale);
  const values = rowOf(ctx, app, asked, terms, merchant.tenantId);
  const order = { ...untouched, ...values } as OrderRow;
  const particulars = particularsOf(app, asked, order.id);
  return { values, order, particulars, timeline: createdEntry(order), settings };
}

/** A new order with its particulars; they are not read for an order that existed already. */
export interface CreatedOrder {
  readonly order: OrderRow;
  readonly particulars: DraftOrder["particulars"] | undefined;
}

/** The existing order with the merchant's number, if it was requested with the same fingerprint. */
async function existing(ctx: Context, app: OrderingApp, order: NewOrder): Promise<OrderRow> {
  const { merchantOrderNo } = order;
  const row = await findByMerchantNo(ctx, { ...app, merchantOrderNo });
  if (row?.contentHash === contentHash(app, order)) return row;
  throw refuse("coinOrder.duplicateMerchantOrder", { merchantOrderNo });
}

/**
 * Makes an order in the caller's transaction, once per merchant, mode and merchant's number. A retry with the same
 * content answers the existing order; other content under the same number is refused with
 * `coinOrder.duplicateMerchantOrder`. `bind` is given the order's id in either case.
 */
export async function makeOrder(
  ctx: Context,
  app: OrderingApp,
  order: NewOrder,
  bind?: (ctx: Context, orderId: string) => Promise<void>,
): Promise<CreatedOrder> {
  const { values, particulars, timeline } = await draftOrder(ctx, app, order);
  const row = await insertOrder(ctx, values);
  if (!row) {
    const known = await existing(ctx, app, order);
    await bind?.(ctx, known.id);
    return { order: known, particulars: undefined };
  }
  await insertParticulars(ctx, particulars);
  await writeTimeline(ctx, { merchantId: row.merchantId, orderId: row.id, after: 0 }, [timeline]);
  await together([publishOrderEvent(ctx, row, "order.created"), bind?.(ctx, row.id)]);
  return { order: row, particulars };
}

/** {@link makeOrder}, for callers that need the order only. */
export const createOrder = async (ctx: Context, app: OrderingApp, order: NewOrder): Promise<OrderRow> =>
  (await makeOrder(ctx, app, order)).order;
