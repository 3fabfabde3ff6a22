import { createHmac } from "node:crypto";
import { returnTextToSign, signedReturn } from "@countinghouse/contract/integration/open-api/signed-return.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { type Actor, anonymousActor } from "../../../platform/access/actor.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import { openContext } from "../../../platform/http/open-context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { deviceOf, paymentMethodsFor } from "../../gateways/routing/index.ts";
import { findOrder, type OrderWithParts, payerAccess, type TokenSubject } from "../../integration/open-api/index.ts";
import { brandOfApp, findAppOf, logoOfApp } from "../../merchants/coin-app/index.ts";
import { syncOrder } from "../order-follow-up/index.ts";
import { cancelOrder, confirmOrder, type OrderNode } from "../order-processing/index.ts";
import { mayBePaid, merchantFacts } from "../order-record/index.ts";
import type { PayableOrder, TypedCard } from "./pay.policy.ts";
import type { PayPageOrder } from "./pay.service.ts";
import { merchantNameOf } from "./pay.store.ts";

/** The payer as actor: reaches one merchant's orders; the caller reads the token's order only. */
const payerOf = (merchantId: string): Actor => ({
  ...anonymousActor,
  account: "payer",
  realName: "Payer",
  scope: { tenantId: null, orgIds: "all", selfOnly: false, merchantIds: [merchantId] },
});

/** The shop's name and state for an order. */
type Shown = Pick<PayableOrder, "merchantName" | "isTakingPayments" | "brandColor" | "logoChecksum">;

async function shownOf(node: OrderNode, { merchantId, appId, mode }: OrderWithParts, locale: Locale): Promise<Shown> {
  const brand = appId === null ? undefined : await brandOfApp(node, appId);
  return {
    isTakingPayments: mayBePaid(await merchantFacts(node, merchantId), mode),
    merchantName: brand?.payerNames?.[locale] ?? (await merchantNameOf(node, merchantId, locale)),
    brandColor: brand?.brandColor ?? null,
    logoChecksum: brand?.logoChecksum ?? null,
  };
}

function payable(row: OrderWithParts, shown: Shown): PayableOrder {
  const { nextAction: action } = row;
  const items = row.items ?? [];
  return {
    orderNo: row.orderNo,
    merchantOrderNo: row.merchantOrderNo,
    ...shown,
    mode: row.mode,
    status: row.status,
    awaitingReason: row.awaitingReason,
    amount: fromWire(row.amount, row.currency),
    items: items.map(({ name, quantity, amount }) => ({ name, quantity, amount: fromWire(amount, row.currency) })),
    expireTime: row.expireTime,
    returnUrl: row.returnUrl,
    cancelUrl: row.cancelUrl,
    failureCode: row.failureCode,
    paymentMethod: row.paymentMethod,
    cardLast4: row.cardLast4,
    paidTime: row.paidTime,
    action: action
      ? {
          type: action.type === "3ds" ? "redirect" : action.type,
          url: action.url,
          data: action.data,
          expireTime: action.expiresAt,
        }
      : null,
  };
}

const cardDetailsOf = ({ number, expiryMonth, expiryYear, cvc, holderName }: TypedCard) => ({
  number,
  expMonth: expiryMonth,
  expYear: expiryYear,
  cvc,
  holderName,
});

/** Connects the payment page to the platform's orders. */
export function buildPayPageOrder(platform: Platform, node: OrderNode): PayPageOrder {
  const readingOf = (merchantId: string, request?: RequestFacts) =>
    openContext(node, { actor: payerOf(merchantId), request: request ?? nobody, setHeader: () => {} }, node.db).ctx;
  const rowOf = async ({ merchantId, orderNo }: TokenSubject): Promise<OrderWithParts> => {
    const row = await findOrder(readingOf(merchantId), { merchantId, orderNo });
    if (!row) throw new Error(`the order ${orderNo} is gone`);
    return row;
  };
  const refOf = async (subject: TokenSubject) => ({
    merchantId: subject.merchantId,
    orderId: (await rowOf(subject)).id,
  });
  const callerOf = ({ merchantId }: TokenSubject, request: RequestFacts) => ({ actor: payerOf(merchantId), request });

  return {
    find: async (subject, locale) => {
      const row = await findOrder(readingOf(subject.merchantId), subject);
      return row ? payable(row, await shownOf(node, row, locale)) : undefined;
    },

    logo: async (subject) => {
      const { appId } = await rowOf(subject);
      return appId === null ? undefined : logoOfApp(node, appId);
    },

    methods: async (subject, order, { locale, userAgent }) => {
      const { merchantId, appId, mode, country } = await rowOf(subject);
      const asked = { merchantId, appId, mode, amount: order.amount, country, device: deviceOf(userAgent) };
      const offered = await paymentMethodsFor(readingOf(merchantId), { ...asked, at: node.clock.now() });
      return offered.map(({ method, category, label }) => ({ code: method, category, name: label[locale] }));
    },

    pay: async (subject, { method, card, deviceId }, request) => {
      const order = await rowOf(subject);
      const returnUrl = `${payerAccess(platform, order, request).paymentUrl}/return`;
      const details = {
        method,
        card: card && cardDetailsOf(card),
        returnUrl,
        sender: "payer" as const,
        browser: { deviceId, userAgent: request.userAgent },
      };
      const ref = { merchantId: order.merchantId, orderId: order.id };
      await confirmOrder(node, callerOf(subject, request), ref, details);
    },

    cancel: async (subject, request) => {
      await cancelOrder(node, callerOf(subject, request), await refOf(subject), { by: "reasonPayer" });
    },

    look: async (subject, request) => {
      await syncOrder(node, callerOf(subject, request), await refOf(subject));
    },

    backUrl: async (subject, order) => {
      const target = order.status === "canceled" ? (order.cancelUrl ?? order.returnUrl) : order.returnUrl;
      if (target === null) return null;
      const { appId, mode } = await rowOf(subject);
      const app = appId === null ? undefined : await findAppOf(platform, { appId, mode });
      return returnAddress(target, order, app?.secrets[0], node.clock.now());
    },
  };
}

/**
 * The merchant's return URL with the order's numbers and status, signed with the app's secret; without a secret, the
 * numbers only.
 */
function returnAddress(target: string, order: PayableOrder, secret: string | undefined, now: Date): string {
  if (secret === undefined) return signedReturn(target, order, undefined);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac("sha256", secret).update(returnTextToSign(order, timestamp), "utf8").digest("hex");
  return signedReturn(target, order, { timestamp, signature });
}

const nobody: RequestFacts = {
  id: "pay",
  method: "GET",
  path: "/pay",
  ip: "",
  userAgent: "",
  locale: "en",
  queryNames: [],
  headers: {},
};
