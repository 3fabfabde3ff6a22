import { type CurrencyCode, isCurrency } from "@countinghouse/money/currency.ts";
import { LedgerError } from "./ledger-error.ts";

/** A ledger account as it is stored: owner, bucket and currency, and for some what it is kept apart by. */
export type AccountCode = `mer:${string}` | `plt:${string}`;

/** The side on which an account's balance counts as positive. */
export type BalanceSide = "debit" | "credit";

/** The five places a merchant's money can be in. */
export const merchantBuckets = ["pending", "available", "reserve", "frozen", "in_transit"] as const;

/** One of the five places a merchant's money can be in. */
export type MerchantBucket = (typeof merchantBuckets)[number];

/** What we earn, by cause. */
export const revenueCauses = [
  "transaction_fee",
  "refund_fee",
  "dispute_penalty",
  "refusal_penalty",
  "withdrawal_fee",
  "payout_fee",
  "fx_markup",
  "gateway_cost_recovery",
  "inquiry_fee",
] as const;

/** A cause of our income. */
export type RevenueCause = (typeof revenueCauses)[number];

/** What we spend, by cause. */
export const costCauses = ["gateway_fee", "dispute_fee", "dispute_loss", "payout_fee", "goodwill"] as const;

/** A cause of our cost. */
export type CostCause = (typeof costCauses)[number];

/** Platform accounts that are neither income nor cost: their side, and whether they are kept apart by a fourth part. */
const PLATFORM = {
  gateway_receivable: { side: "debit", isQualified: true },
  dispute_clearing: { side: "debit", isQualified: true },
  recon_suspense: { side: "debit", isQualified: true },
  payer_funds: { side: "credit", isQualified: true },
  bank: { side: "debit", isQualified: true },
  fx_position: { side: "debit", isQualified: false },
  tax_payable: { side: "credit", isQualified: true },
  fx_gain_loss: { side: "credit", isQualified: false },
} as const satisfies Record<string, { side: BalanceSide; isQualified: boolean }>;

/** The bucket of a platform account that is neither income nor cost. */
export type PlatformBucket = keyof typeof PLATFORM;

/** Every kind of account of the chart. */
export const accountKinds: readonly Account["kind"][] = [
  ...merchantBuckets,
  ...(Object.keys(PLATFORM) as PlatformBucket[]),
  "rev",
  "cost",
];

const NEVER_NEGATIVE: readonly string[] = ["reserve", "frozen", "in_transit"] satisfies MerchantBucket[];

/** A separator inside an id would make two accounts out of one code. */
function part(id: string): string {
  if (!/^[\w.-]+$/.test(id)) throw new LedgerError("account_malformed", `not an account part: "${id}"`);
  return id;
}

/** What the merchant owns in one bucket. Refuses an id with anything but letters, digits, ".", "_" and "-". */
export const merchantAccount = (merchantId: string, bucket: MerchantBucket, currency: CurrencyCode): AccountCode =>
  `mer:${part(merchantId)}:${bucket}:${currency}`;

/** What a gateway owes us for one gateway account. */
export const gatewayReceivable = (currency: CurrencyCode, gatewayAccountId: string): AccountCode =>
  `plt:gateway_receivable:${currency}:${part(gatewayAccountId)}`;

/** What a scheme took from a gateway account while the ruling is open. */
export const disputeClearing = (currency: CurrencyCode, gatewayAccountId: string): AccountCode =>
  `plt:dispute_clearing:${currency}:${part(gatewayAccountId)}`;

/** Differences with a gateway account nobody has explained yet. */
export const reconSuspense = (currency: CurrencyCode, gatewayAccountId: string): AccountCode =>
  `plt:recon_suspense:${currency}:${part(gatewayAccountId)}`;

/** What payers paid over a gateway account and no merchant is entitled to: owed back, or for somebody to decide about. */
export const payerFunds = (currency: CurrencyCode, gatewayAccountId: string): AccountCode =>
  `plt:payer_funds:${currency}:${part(gatewayAccountId)}`;

/** Our money at a bank or payout provider. */
export const bank = (currency: CurrencyCode, payoutAccountId: string): AccountCode =>
  `plt:bank:${currency}:${part(payoutAccountId)}`;

/** Our open position in a currency: positive when we are owed it. */
export const fxPosition = (currency: CurrencyCode): AccountCode => `plt:fx_position:${currency}`;

/** What rates gained us in a currency; negative for a loss. */
export const fxGainLoss = (currency: CurrencyCode): AccountCode => `plt:fx_gain_loss:${currency}`;

/** Tax on our fees, owed to a country (ISO 3166-1 alpha-2). */
export const taxPayable = (currency: CurrencyCode, country: string): AccountCode =>
  `plt:tax_payable:${currency}:${part(country)}`;

/** Our income from one cause. */
export const revenue = (cause: RevenueCause, currency: CurrencyCode): AccountCode => `plt:rev:${cause}:${currency}`;

/** Our cost of one cause. */
export const cost = (cause: CostCause, currency: CurrencyCode): AccountCode => `plt:cost:${cause}:${currency}`;

/** What a code says about its account. */
export interface Account {
  readonly code: AccountCode;
  /** The owning merchant; null for a platform account. */
  readonly merchantId: string | null;
  readonly kind: MerchantBucket | PlatformBucket | "rev" | "cost";
  /** The cause of income or cost; else null. */
  readonly cause: RevenueCause | CostCause | null;
  readonly currency: CurrencyCode;
  /** The gateway account, payout account or country it is kept apart by; else null. */
  readonly qualifier: string | null;
  readonly side: BalanceSide;
  readonly mayGoNegative: boolean;
}

const includes = <Item extends string>(items: readonly Item[], text: string): text is Item =>
  (items as readonly string[]).includes(text);

const isPlatformBucket = (text: string): text is PlatformBucket => Object.hasOwn(PLATFORM, text);

/** Accounts read before: a book names few, each of them for every posting. */
const read = new Map<string, Account>();
const readMax = 4_096;

/** Reads an account code; throws `account_malformed` for anything the chart does not hold. */
export function parseAccount(code: string): Account {
  const known = read.get(code);
  if (known) return known;
  const account = accountOf(code);
  if (read.size >= readMax) read.clear();
  read.set(code, account);
  return account;
}

function accountOf(code: string): Account {
  const account = parseMerchant(code) ?? parseCause(code) ?? parsePlatform(code);
  if (!account) throw new LedgerError("account_malformed", `not in the chart: "${code}"`);
  return account;
}

function parseMerchant(code: string): Account | null {
  const [owner, merchantId = "", kind = "", currency = "", ...rest] = code.split(":");
  if (owner !== "mer" || !merchantId || !includes(merchantBuckets, kind)) return null;
  if (!isCurrency(currency) || rest.length > 0) return null;
  const mayGoNegative = !NEVER_NEGATIVE.includes(kind);
  const account = merchantAccount(merchantId, kind, currency);
  return { code: account, merchantId, kind, cause: null, currency, qualifier: null, side: "credit", mayGoNegative };
}

function parseCause(code: string): Account | null {
  const [owner, kind, cause = "", currency = "", ...rest] = code.split(":");
  if (owner !== "plt" || !isCurrency(currency) || rest.length > 0) return null;
  const common = { merchantId: null, currency, qualifier: null, mayGoNegative: true };
  if (kind === "rev" && includes(revenueCauses, cause)) {
    return { ...common, code: revenue(cause, currency), kind, cause, side: "credit" };
  }
  if (kind === "cost" && includes(costCauses, cause)) {
    return { ...common, code: cost(cause, currency), kind, cause, side: "debit" };
  }
  return null;
}

function parsePlatform(code: string): Account | null {
  const [owner, kind = "", currency = "", qualifier = "", ...rest] = code.split(":");
  if (owner !== "plt" || !isPlatformBucket(kind) || !isCurrency(currency) || rest.length > 0) return null;
  const { side, isQualified } = PLATFORM[kind];
  const expected = `plt:${kind}:${currency}${isQualified ? `:${qualifier}` : ""}` as const;
  if (code !== expected || (isQualified && !/^[\w.-]+$/.test(qualifier))) return null;
  const apart = isQualified ? qualifier : null;
  return { code: expected, merchantId: null, kind, cause: null, currency, qualifier: apart, side, mayGoNegative: true };
}

/** The side on which an account's balance counts as positive; throws `account_malformed`. */
export const sideOf = (code: AccountCode): BalanceSide => parseAccount(code).side;
