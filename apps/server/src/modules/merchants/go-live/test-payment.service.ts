import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { type goLive, testOrderPrefix } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { currency as knownCurrency, minorPerMajor } from "@countinghouse/money/currency.ts";
import { money } from "@countinghouse/money/money.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { OrderingApp, PaymentDetails } from "../../payments/order-acceptance/index.ts";
import { beginNewPayment } from "../../payments/order-processing/index.ts";
import { lockMerchant, type MerchantRow } from "../merchant/index.ts";
import { enabledApps, enabledTypes, lastTestOrder } from "./go-live.store.ts";

type Operations = typeof goLive.operations;

/** Queue of test payments to send. */
export const testPaymentQueue = "go-live.test-payment";

/** Approved card of the gateway simulator, issued in the United States. */
const testCard = { number: "4008400010000004", expMonth: 12, cvc: "987", holderName: "Test Payment" };

/** Payment details as of the day of payment. */
export const detailsAt = (now: Date): PaymentDetails => ({
  method: "card",
  card: { ...testCard, expYear: now.getUTCFullYear() + 2 },
});

/** Payment types in which a payer can enter a card, the preferred first. */
const byCard = ["hosted_page", "payment_link", "virtual_page", "server_to_server", "moto"] as const;

/** The app and payment type of the test payment. */
async function ordering(ctx: Context, { id: merchantId, tenantId, name }: MerchantRow) {
  const [app] = await enabledApps(ctx, merchantId);
  if (!app) throw refuse("goLive.noApp", { name });
  const types = await enabledTypes(ctx, merchantId);
  const paymentType = byCard.find((one) =>
    types.some((type) => type.paymentType === one && (type.coinAppId ?? app.id) === app.id),
  );
  if (!paymentType) throw refuse("goLive.noType", { name });
  const made: OrderingApp & Pick<MerchantRow, "tenantId"> = {
    tenantId,
    merchantId,
    appId: app.id,
    mode: "test",
    maxAttempts: 1,
    orderExpireMinutes: app.orderExpireMinutes,
    descriptor: app.descriptorSuffix,
    defaultReturnUrl: app.returnUrl,
    defaultCancelUrl: app.cancelUrl,
    defaultNotifyUrl: app.notifyUrl,
  };
  return { app: made, paymentType };
}

const running: readonly string[] = ["created", "awaiting", "pending"];

/** Creates the order and starts its payment; a job sends it, since no gateway is called inside a transaction. */
export const testPayment =
  (platform: Platform) =>
  async (ctx: Context, input: InputOf<Operations["testPayment"]>): Promise<ResultOf<Operations["testPayment"]>> => {
    const merchant = await lockMerchant(ctx, input.merchantId);
    const { id: merchantId, name, currency } = merchant;
    const last = await lastTestOrder(ctx, merchantId);
    if (last && running.includes(last.status)) throw refuse("goLive.testRunning", { name });
    const { app, paymentType } = await ordering(ctx, merchant);
    const asked = {
      merchantOrderNo: businessNumber(testOrderPrefix, ctx.now),
      amount: money(minorPerMajor(knownCurrency(currency)), knownCurrency(currency)),
      paymentType,
      payer: {},
    };
    const { order, attempt } = await beginNewPayment({ platform }, ctx, app, asked, detailsAt(ctx.now));
    const orderId = order.id;
    await ctx.enqueue({ queue: testPaymentQueue, data: { merchantId, orderId, attemptId: attempt.id } });
    return { orderId };
  };
