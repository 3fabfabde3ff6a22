import type { PayerDetails, PaymentCall } from "./connector.port.ts";

/** A required fact about the payer is missing. */
export interface MissingPayerFact {
  readonly missing: "payer_name" | "payer_country";
}

type PaymentMethodDetails = Readonly<Record<string, string>>;
type Method = readonly [
  type: string,
  detailsOf: (payer: PayerDetails | null) => PaymentMethodDetails | MissingPayerFact,
];

const systemOf = (userAgent: string | null | undefined): "android" | "ios" | null => {
  if (/iPhone|iPad|iPod/i.test(userAgent ?? "")) return "ios";
  return /Android/i.test(userAgent ?? "") ? "android" : null;
};

/** QR code on a desktop; on a phone, the wallet app, which the Alipay family distinguishes by operating system. */
const flowOf = (payer: PayerDetails | null, isTold: boolean): PaymentMethodDetails => {
  const system = systemOf(payer?.userAgent);
  if (system === null) return { flow: "qrcode" };
  return { flow: "mobile_web", ...(isTold ? { os_type: system } : {}) };
};
const alipay = (payer: PayerDetails | null): PaymentMethodDetails => flowOf(payer, true);
const wechat = (payer: PayerDetails | null): PaymentMethodDetails => flowOf(payer, false);

const withName = (payer: PayerDetails | null): PaymentMethodDetails | MissingPayerFact =>
  payer?.name ? { shopper_name: payer.name } : { missing: "payer_name" };
const withCountry = (payer: PayerDetails | null): PaymentMethodDetails | MissingPayerFact =>
  payer?.country ? { country_code: payer.country } : { missing: "payer_country" };

function withBoth(payer: PayerDetails | null): PaymentMethodDetails | MissingPayerFact {
  const [name, country] = [withName(payer), withCountry(payer)];
  if ("missing" in name) return name;
  return "missing" in country ? country : { ...name, ...country };
}

/** The catalogue's methods at Airwallex: its name for each, and the required facts about the payer. */
const methods: Readonly<Record<string, Method>> = {
  alipay: ["alipaycn", alipay],
  alipay_hk: ["alipayhk", alipay],
  dana: ["dana", alipay],
  gcash: ["gcash", alipay],
  kakaopay: ["kakaopay", alipay],
  klarna: ["klarna", withCountry],
  paynow: ["pay_now", withName],
  paypal: ["paypal", withBoth],
  rabbit_line_pay: ["rabbit_line_pay", alipay],
  tng: ["tng", alipay],
  truemoney: ["truemoney", alipay],
  wechat: ["wechatpay", wechat],
  wechat_pay: ["wechatpay", wechat],
};

/** The payment method in Airwallex terms; a method outside the table keeps the catalogue's code. */
export function methodOnWire({ method, card, payer }: PaymentCall): object | MissingPayerFact {
  if (card)
    return {
      type: "card",
      card: {
        number: card.number,
        expiry_month: String(card.expMonth).padStart(2, "0"),
        expiry_year: String(card.expYear),
        ...(card.cvc === null ? {} : { cvc: card.cvc }),
        ...(card.holderName === null ? {} : { name: card.holderName }),
      },
    };
  const [type, detailsOf] = methods[method] ?? [method, (): PaymentMethodDetails => ({})];
  const details = detailsOf(payer);
  return "missing" in details ? details : { type, [type]: details };
}

/** Data about the payer's device; undefined where there is none. */
export function deviceOnWire(payer: PayerDetails | null): object {
  const data = {
    ...(payer?.deviceId ? { device_id: payer.deviceId } : {}),
    ...(payer?.ip ? { ip_address: payer.ip } : {}),
    ...(payer?.userAgent ? { browser: { user_agent: payer.userAgent } } : {}),
  };
  return Object.keys(data).length === 0 ? {} : { device_data: data };
}

/** Scheme transaction id: 15 digits for Visa, 13 to 15 characters for Mastercard. */
const schemeNumber = /^[A-Za-z0-9]{13,15}$/;

/**
 * The payer's consent to later payments, or the reference to it in such a payment. We store the consent, not the
 * gateway; the first payment is proven by its scheme transaction id, or not at all.
 */
export function agreementOnWire({ storeFor, renewalOf }: PaymentCall): object {
  if (renewalOf !== null) {
    const original = schemeNumber.test(renewalOf) ? { original_transaction_id: renewalOf } : {};
    return {
      external_recurring_data: { triggered_by: "merchant", merchant_trigger_reason: "scheduled", ...original },
    };
  }
  if (storeFor === null) return {};
  const reason = storeFor === "recurring" ? "scheduled" : "unscheduled";
  return { external_recurring_data: { triggered_by: "customer", merchant_trigger_reason: reason } };
}
