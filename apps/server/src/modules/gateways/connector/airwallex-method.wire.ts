import type { PayerDetails, PaymentCall } from "./connector.port.ts";

/** A fact of the payer that a method cannot do without and that nobody gave. */
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

/** A code to scan at a desk; on a phone, the wallet itself, which the Alipay family tells apart by system. */
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

/** Methods of the catalogue on this wire: what it calls each, and what it has to be told of the payer. */
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

/** How the payer pays, in this wire's words; a method outside the table goes by the catalogue's own name. */
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

/** What is known of the payer's device; nothing where nothing is. */
export function deviceOnWire(payer: PayerDetails | null): object {
  const data = {
    ...(payer?.deviceId ? { device_id: payer.deviceId } : {}),
    ...(payer?.ip ? { ip_address: payer.ip } : {}),
    ...(payer?.userAgent ? { browser: { user_agent: payer.userAgent } } : {}),
  };
  return Object.keys(data).length === 0 ? {} : { device_data: data };
}

/** A scheme's number of a payment: 15 digits of Visa, 13 to 15 characters of Mastercard. */
const schemeNumber = /^[A-Za-z0-9]{13,15}$/;

/**
 * What the payer agrees to now for payments without them later, or that this is such a payment. The consent is kept
 * here and not by the gateway; the first payment is proven by the scheme's number of it, or by nothing.
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
