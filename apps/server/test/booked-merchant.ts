import type { StoredAgreement } from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import { gatewayCostAccrued, paymentCaptured, transactionFeeCharged } from "@countinghouse/ledger/capture.postings.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import { addCapturedVolume } from "../src/modules/merchants/mer-payment-method-cfg/index.ts";
import type { TestApp } from "./app.ts";
import { booksOf, postIn } from "./ledger.ts";
import { buildMerchant } from "./merchants.ts";
import { buildAttempt, buildCapture, buildDue, buildOrder } from "./orders.ts";
import { buildTenant } from "./people.ts";

/** A merchant with paid orders and what was booked for them. */
export interface BookedMerchant {
  readonly tenantId: number;
  readonly merchantId: string;
  readonly orderIds: readonly string[];
  /** One for each order. */
  readonly captureIds: readonly string[];
  /** Money of the first order that came too late and goes back. */
  readonly dueId: string;
  /** In the order of the book; three to an order: capture, fee, cost. */
  readonly journalIds: readonly string[];
}

/** What the agreement asks for. */
const agreedCharge = { fee: 290, tax: 20 };
const cost = 180;

/** By which a payment of 100.00 costs that. */
const agreement: StoredAgreement = {
  version: 1,
  country: "DE",
  timezone: "Europe/London",
  settlement: { termsId: "mac_1", currency: "USD", days: 3, zone: "Europe/London" },
  tax: { rate: 70_000, isInclusive: false },
  price: { fee: { id: "fee_1", from: "2025-11-21T00:00:00.000Z", percent: 29_000 }, cost: { percent: 18_000 } },
};

/** How a charge came about. */
const chargeOf = ({ fee, tax }: typeof agreedCharge) => ({
  ruleId: "fee_1",
  percent: 29_000,
  amount: "10000",
  currency: "USD",
  percentPart: String(fee),
  charged: String(fee + tax),
  returnable: String(fee),
  tax: { country: "DE" },
});

/** What an order repeats of the attempt that paid it. */
const paidBy = (gatewayAccountId: string) =>
  ({ paymentMethod: "card_visa", methodCategory: "card", gatewayAccountId }) as const;

interface Paid {
  readonly tenantId: number;
  readonly merchantId: string;
  readonly orderId: string;
  readonly gatewayAccountId: string;
}

const orderNoOf = async ({ platform: { db } }: TestApp, id: string): Promise<string> =>
  (await db.selectFrom("coinOrders").select("orderNo").where("id", "=", id).executeTakeFirstOrThrow()).orderNo;

/** The attempt by which all of an order was taken. */
const takenAttempt = (app: TestApp, of: Paid, minor: number): Promise<string> =>
  buildAttempt(app, {
    ...of,
    id: `att_${of.orderId}`,
    status: "captured",
    amount: String(minor),
    capturedAmount: String(minor),
    agreement: JSON.stringify(agreement) as never,
  });

/** Pays another order of 100.00 USD: fee 2.90, tax 0.20, gateway cost 1.80. */
export async function payOrder(
  app: TestApp,
  of: { readonly tenantId: number; readonly merchantId: string },
  { fee, tax } = agreedCharge,
) {
  const { tenantId, merchantId } = of;
  const orderId = await buildOrder(app, {
    tenantId,
    merchantId,
    status: "paid",
    paidTime: app.clock.now().toISOString(),
    settlementStatus: "unsettled",
    ...paidBy("gac_1"),
    capturedAmount: "10000",
    settleCurrency: "USD",
    settleAmount: "10000",
    feeAmount: String(fee),
    feeTaxAmount: String(tax),
    netAmount: String(10_000 - fee - tax),
    gatewayCostAmount: String(cost),
    gatewayCostCurrency: "USD",
    feeRule: JSON.stringify(chargeOf({ fee, tax })) as never,
    dueDate: "2026-11-24",
    attemptCount: 1,
  });
  const at = { merchantId, gatewayAccountId: "gac_1" };
  const captureId = await buildCapture(app, {
    ...at,
    tenantId,
    orderId,
    orderNo: await orderNoOf(app, orderId),
    attemptId: await takenAttempt(app, { ...at, tenantId, orderId }, 10_000),
    gatewayKey: `key_${orderId}`,
    upstreamId: "up_1",
    fxRate: null,
    isPriced: true,
    settleCurrency: "USD",
    settleAmount: "10000",
    feeAmount: String(fee),
    feeTaxAmount: String(tax),
    netAmount: String(10_000 - fee - tax),
    gatewayCostAmount: String(cost),
    gatewayCostCurrency: "USD",
    feeRule: JSON.stringify({ ...chargeOf({ fee, tax }), fee: String(fee), feeTax: String(tax) }) as never,
    dueDate: "2026-11-24",
  });
  await postIn(app, {
    merchantId,
    book: "live",
    entries: [
      paymentCaptured({ ...at, amount: usd(10_000) }),
      transactionFeeCharged({ merchantId, fee: usd(fee), tax: usd(tax), taxCountry: "DE" }),
      gatewayCostAccrued({ ...at, amount: usd(cost) }),
    ],
    eventId: captureId,
    orderId,
    effectiveDate: "2026-11-21",
    description: "Sale",
    dueDate: "2026-11-24",
  });
  const counted = { merchantId, mode: "live", amount: usd(10_000), at: app.clock.now() } as const;
  await addCapturedVolume(app.context(), { ...counted, timezone: "Europe/London" });
  return orderId;
}

/** Pays an order that is booked whole, without a price; `more` is booked with it. Answers the order's id. */
export async function payWhole(
  app: TestApp,
  of: { readonly tenantId: number; readonly merchantId: string },
  minor: number,
  more: readonly Entry[] = [],
): Promise<string> {
  const { tenantId, merchantId } = of;
  const at = { merchantId, gatewayAccountId: "gwa_1" };
  const settled = { settleCurrency: "USD" as const, settleAmount: String(minor) };
  const orderId = await buildOrder(app, {
    tenantId,
    merchantId,
    status: "paid",
    paidTime: app.clock.now().toISOString(),
    settlementStatus: "unsettled",
    ...paidBy("gwa_1"),
    amount: String(minor),
    capturedAmount: String(minor),
    attemptCount: 1,
    netAmount: String(minor),
    ...settled,
  });
  const amount = { amount: String(minor), ...settled };
  const attemptId = await takenAttempt(app, { ...at, tenantId, orderId }, minor);
  const captureId = await buildCapture(app, {
    ...at,
    tenantId,
    orderId,
    orderNo: await orderNoOf(app, orderId),
    attemptId,
    ...amount,
  });
  await postIn(app, {
    merchantId,
    book: "live",
    entries: [paymentCaptured({ ...at, amount: usd(minor) }), ...more],
    eventId: captureId,
    orderId,
    effectiveDate: "2026-11-21",
    description: "Sale",
    dueDate: null,
  });
  return orderId;
}

/** A merchant of a new tenant with three paid orders, nothing of it sealed yet. */
export async function buildBookedMerchant(app: TestApp): Promise<BookedMerchant> {
  const place = await buildTenant(app);
  const merchantId = await buildMerchant(app, place);
  const of = { tenantId: place.tenantId, merchantId };
  const orderIds = [];
  for (let paid = 0; paid < 3; paid += 1) {
    app.clock.forward(1);
    orderIds.push(await payOrder(app, of));
  }
  const [orderId = ""] = orderIds;
  const late = { kind: "late_success", status: "to_return", amount: "100" } as const;
  const dueId = await buildDue(app, { ...of, orderId, attemptId: `att_${orderId}`, ...late });
  await app.platform.db.updateTable("coinOrders").set({ surplusAmount: "100" }).where("id", "=", orderId).execute();
  const { journals } = await booksOf(app, merchantId);
  const captureIds = [...new Set(journals.map(({ eventId }) => eventId))];
  return { ...of, orderIds, captureIds, dueId, journalIds: journals.map(({ id }) => id) };
}
