import type { DeclineCategoryName, DeclineCodeName } from "./decline-codes.ts";
import { type LocalizedText, text3 } from "./kit/locale.ts";

/** Next step for a payment with the payer present. */
export type OneOffAction =
  /** Another gateway account, immediately. */
  | "failover"
  /** Another gateway account, once. */
  | "failover_once"
  /** One new attempt on the same account with forced 3-D Secure. */
  | "step_up"
  /** The payer corrects the details or uses another payment method. */
  | "fix"
  /** The payer may simply retry. */
  | "payer_retry"
  /** Query the gateway; no second attempt before its answer. */
  | "query"
  /** This payment method is not retried. */
  | "no"
  /** Like `no`, and reported to risk control. */
  | "block";

/** Next step for a subscription payment without the payer. */
export type RecurringAction =
  /** Retry, not before `afterSeconds`. */
  | { readonly action: "later"; readonly afterSeconds: number }
  /** `send_payer_link` asks the payer to authenticate, `update_card` for new card details. */
  | {
      readonly action: "no" | "failover" | "query" | "send_payer_link" | "update_card" | "cancel_subscription" | "none";
    };

/** Advice to the payer: a sentence per kind of remedy. It never reveals more than the payer may know. */
export const payerAdvice = {
  otherMethod: text3(
    "The payment was declined. Please use another card or payment method.",
    "支付未成功，请换一张卡或其他支付方式。",
    "付款未成功，請改用其他卡片或付款方式。",
  ),
  checkDetails: text3(
    "Please check the card number, expiry date and security code, and try again.",
    "请核对卡号、有效期和安全码后重试。",
    "請確認卡號、有效期限與安全碼後再試一次。",
  ),
  moreFunds: text3(
    "The balance or the limit of the card does not cover this amount. Please use another card or payment method.",
    "账户余额或额度不足，请换一张卡或其他支付方式。",
    "帳戶餘額或額度不足，請改用其他卡片或付款方式。",
  ),
  authenticate: text3(
    "Your bank could not confirm that it is you. Please try again and complete its check.",
    "银行未能确认您的身份，请重试并完成银行验证。",
    "銀行未能確認您的身分，請再試一次並完成銀行驗證。",
  ),
  tryAgain: text3("The payment was not made. Please try again.", "支付未完成，请重试。", "付款未完成，請再試一次。"),
  tryLater: text3(
    "The payment cannot be made right now. Please try again in a few minutes.",
    "暂时无法支付，请几分钟后重试。",
    "目前無法付款，請幾分鐘後再試。",
  ),
  wait: text3(
    "We are checking your payment. Please do not pay again.",
    "正在确认您的支付结果，请勿重复支付。",
    "正在確認您的付款結果，請勿重複付款。",
  ),
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** Name of a piece of advice. */
export type PayerAdvice = keyof typeof payerAdvice;

/** Handling of a decline code. */
export interface DeclineRule {
  readonly category: DeclineCategoryName;
  /** ISO 8583 field 39 response codes with this meaning, including network extensions. */
  readonly iso: readonly string[];
  readonly oneOff: OneOffAction;
  readonly recurring: RecurringAction;
  readonly payer: PayerAdvice;
  /** Attempts of the same card with this result in one order, before it counts as `no`. */
  readonly triesMax?: number;
  /** Who needs to be alerted: a mistake of ours or of the gateway. */
  readonly alert?: "operator" | "exception" | "health_down";
}

const hour = 3_600;
const day = 24 * hour;
const later = (afterSeconds: number): RecurringAction => ({ action: "later", afterSeconds });
const recur = (action: Exclude<RecurringAction["action"], "later">): RecurringAction => ({ action });

const notNow = (iso: readonly string[], oneOff: OneOffAction, days: number, payer: PayerAdvice): DeclineRule => ({
  category: "not_now",
  iso,
  oneOff,
  recurring: later(days * day),
  payer,
});
const never = (iso: readonly string[], oneOff: OneOffAction = "no"): DeclineRule => ({
  category: "never",
  iso,
  oneOff,
  recurring: recur("no"),
  payer: "otherMethod",
});

/**
 * Meaning and handling of every decline code: the single table for routing, orders, subscriptions, the open API and the
 * console. Where a card network gives advice of its own, `nextStep` lets it prevail.
 */
export const declineRules: Readonly<Record<DeclineCodeName, DeclineRule>> = {
  insufficient_funds: notNow(["51"], "fix", 3, "moreFunds"),
  do_not_honor: {
    category: "generic",
    iso: ["05"],
    oneOff: "failover_once",
    recurring: later(3 * day),
    payer: "otherMethod",
  },
  generic_decline: {
    category: "generic",
    iso: ["06"],
    oneOff: "failover_once",
    recurring: later(3 * day),
    payer: "otherMethod",
  },
  exceeds_limit: notNow(["61", "65"], "fix", 1, "moreFunds"),
  issuer_unavailable: notNow(["91", "92"], "failover", 1, "tryLater"),
  system_malfunction: notNow(["96", "19"], "failover", 1, "tryLater"),
  processor_error: { category: "technical", iso: [], oneOff: "failover", recurring: later(day), payer: "tryLater" },
  gateway_timeout_unknown: {
    category: "technical",
    iso: [],
    oneOff: "query",
    recurring: recur("query"),
    payer: "wait",
  },
  rate_limited: { category: "technical", iso: [], oneOff: "failover", recurring: later(hour), payer: "tryLater" },
  authentication_required: {
    category: "authentication",
    iso: ["1A"],
    oneOff: "step_up",
    recurring: recur("send_payer_link"),
    payer: "authenticate",
  },
  authentication_failed: {
    category: "authentication",
    iso: [],
    oneOff: "fix",
    recurring: recur("none"),
    payer: "authenticate",
  },
  authentication_abandoned: {
    category: "authentication",
    iso: [],
    oneOff: "payer_retry",
    recurring: recur("none"),
    payer: "authenticate",
  },
  invalid_cvc: {
    category: "data",
    iso: ["N7", "82"],
    oneOff: "fix",
    recurring: recur("none"),
    payer: "checkDetails",
    triesMax: 3,
  },
  expired_card: {
    category: "data",
    iso: ["54"],
    oneOff: "fix",
    recurring: recur("update_card"),
    payer: "checkDetails",
  },
  invalid_card_number: { category: "data", iso: ["14"], oneOff: "fix", recurring: recur("no"), payer: "checkDetails" },
  no_such_issuer: never(["15"]),
  incorrect_pin: {
    category: "data",
    iso: ["55", "75"],
    oneOff: "fix",
    recurring: recur("none"),
    payer: "checkDetails",
  },
  avs_mismatch: { category: "data", iso: [], oneOff: "fix", recurring: recur("none"), payer: "checkDetails" },
  card_not_supported: never([]),
  transaction_not_permitted: never(["57", "58", "93"]),
  restricted_card: never(["62"]),
  lost_card: never(["41"], "block"),
  stolen_card: never(["43"], "block"),
  pickup_card: never(["04", "07"], "block"),
  account_closed: never(["78", "46"]),
  suspected_fraud: {
    category: "not_now",
    iso: ["59", "34"],
    oneOff: "no",
    recurring: recur("no"),
    payer: "otherMethod",
  },
  revoke_consent: { ...never(["R1", "R3"]), recurring: recur("cancel_subscription") },
  stop_payment: { ...never(["R0"]), recurring: recur("cancel_subscription") },
  invalid_merchant: {
    ...never(["03"], "failover"),
    recurring: recur("failover"),
    payer: "tryLater",
    alert: "operator",
  },
  invalid_transaction: { ...never(["12"]), alert: "exception" },
  invalid_amount: {
    category: "data",
    iso: ["13"],
    oneOff: "no",
    recurring: recur("no"),
    payer: "otherMethod",
    alert: "exception",
  },
  duplicate_transaction: {
    category: "technical",
    iso: ["94"],
    oneOff: "query",
    recurring: recur("query"),
    payer: "wait",
  },
  currency_not_supported: {
    category: "technical",
    iso: [],
    oneOff: "failover",
    recurring: recur("failover"),
    payer: "otherMethod",
  },
  limit_on_account: {
    category: "technical",
    iso: [],
    oneOff: "failover",
    recurring: recur("failover"),
    payer: "otherMethod",
  },
  risk_declined_upstream: { category: "never", iso: [], oneOff: "no", recurring: recur("no"), payer: "otherMethod" },
  payer_canceled: { category: "payer", iso: [], oneOff: "payer_retry", recurring: recur("none"), payer: "tryAgain" },
  checkout_expired: { category: "payer", iso: [], oneOff: "payer_retry", recurring: recur("none"), payer: "tryAgain" },
  wallet_balance_insufficient: notNow([], "fix", 2, "moreFunds"),
  bank_rejected: notNow([], "fix", 2, "otherMethod"),
  configuration_error: {
    category: "technical",
    iso: [],
    oneOff: "failover",
    recurring: recur("failover"),
    payer: "tryLater",
    alert: "health_down",
  },
};

const byIso: ReadonlyMap<string, DeclineCodeName> = new Map(
  Object.entries(declineRules).flatMap(([code, { iso }]) => iso.map((one) => [one, code as DeclineCodeName] as const)),
);

/** The decline code of a response code of ISO 8583 field 39; undefined for one that is not in the table. */
export function declineOfIso(response: string, brand?: string): DeclineCodeName | undefined {
  // Mastercard asks for authentication with the code that others use for a limit.
  if (response === "65" && brand === "mastercard") return "authentication_required";
  return byIso.get(response.toUpperCase());
}

/** What is done next, for either kind of payment. */
export interface NextStep {
  readonly oneOff: OneOffAction;
  readonly recurring: RecurringAction;
}

/**
 * What is done about a decline. A card network's advice code overrules the table where it forbids to try again
 * (Mastercard merchant advice 03 and 21), asks for new particulars (01) or names the wait (24 to 30).
 */
export function nextStep(code: DeclineCodeName, adviceCode?: string | null): NextStep {
  const { oneOff, recurring } = declineRules[code];
  const isRetried = oneOff === "failover" || oneOff === "failover_once";
  const withoutRetry: OneOffAction = isRetried ? "fix" : oneOff;
  switch (adviceCode) {
    case "01":
      return { oneOff: withoutRetry, recurring: recur("update_card") };
    case "03":
      return { oneOff: isRetried ? "no" : oneOff, recurring: recur("no") };
    case "21":
      return { oneOff: isRetried ? "no" : oneOff, recurring: recur("cancel_subscription") };
    default: {
      const waitSeconds = adviceCode ? adviceWaits[adviceCode] : undefined;
      return { oneOff, recurring: waitSeconds && recurring.action === "later" ? later(waitSeconds) : recurring };
    }
  }
}

/** How long Mastercard's advice codes 24 to 30 ask to wait. */
const adviceWaits: Readonly<Record<string, number>> = {
  "24": hour,
  "25": day,
  "26": 2 * day,
  "27": 4 * day,
  "28": 6 * day,
  "29": 8 * day,
  "30": 10 * day,
};

/** Days over which card schemes count the declines of one card at one merchant (acquiring reference 6.5). */
export const declinesCountedDays = 30;

/**
 * Whether an issuer's answer is the end of a card: sent again within thirty days, it breaks the rules of the schemes
 * (acquiring reference 6.5 and 7.4). Only an issuer's own answer is final; a mistake of ours, or the gateway's judgement,
 * says nothing of the card.
 */
export function isFinalDecline(code: string): boolean {
  const rule = Object.hasOwn(declineRules, code) ? declineRules[code as DeclineCodeName] : undefined;
  return rule?.category === "never" && rule.iso.length > 0 && rule.alert === undefined;
}
