import type { Hash } from "@countinghouse/ledger/seal.ts";
import { factsOf, type Tables } from "../db/tables.ts";
import { sealedText } from "./sealed-text.policy.ts";

/** From when to when a version holds, and who asked for it and who agreed. */
const decided = [
  "validFrom",
  "validTo",
  "decision",
  "decideTime",
  "createTime",
  "createUserId",
  "approveUserId",
] as const;

/**
 * What a row's seal covers: what it is, what it belongs to, by what it is priced, and what no other row says. Sums that
 * journals prove are left to them. The order of the columns is part of the digest, for ever.
 */
export const sealedColumns = {
  // What an order was asked to be; what became of it is compared with its attempts, captures and story.
  coinOrders: [
    "merchantId",
    "id",
    "tenantId",
    "orderNo",
    "appId",
    "merchantOrderNo",
    "contentHash",
    "mode",
    "type",
    "paymentType",
    "currency",
    "amount",
    "email",
    "country",
    "ip",
    "domain",
    "captureMethod",
    "maxAttempts",
    "orderTime",
    "origin",
    "importId",
  ],
  paymentAttempts: [
    "merchantId",
    "id",
    "attemptNo",
    "orderId",
    "mode",
    "seq",
    "gatewayId",
    "gatewayAccountId",
    "paymentMethod",
    "methodCategory",
    "amount",
    "currency",
    "cardCountry",
    "agreement",
    "startedTime",
    "upstreamIntentId",
    "upstreamAttemptId",
  ],
  captures: [
    "merchantId",
    "id",
    "captureNo",
    "orderId",
    "attemptId",
    "mode",
    "seq",
    "isFinal",
    "amount",
    "currency",
    "gatewayAccountId",
    "gatewayKey",
    "upstreamId",
    "askedTime",
    "isPriced",
    "fxRate",
    "fx",
    "feeRule",
    "dueDate",
  ],
  paymentDues: [
    "merchantId",
    "id",
    "dueNo",
    "orderId",
    "attemptId",
    "mode",
    "kind",
    "gatewayAccountId",
    "upstreamPaymentId",
    "amount",
    "currency",
    "expectedAmount",
    "expectedCurrency",
    "needsApproval",
    "createTime",
    "action",
    "proposeUserId",
    "proposeTime",
    "decideUserId",
    "decideTime",
  ],
  feeRules: [
    "id",
    "tenantId",
    "merchantId",
    "method",
    "methodCategory",
    "gatewayAccountId",
    "currency",
    "cardRegion",
    "percent",
    "fixed",
    "minFee",
    "maxFee",
    "feesMayExceed",
    "tierMode",
    "tiers",
    "refundFee",
    "refundFeePercent",
    "returnFeeOnRefund",
    "inquiryFee",
    "disputePenalty",
    "disputePenaltyRefundOnWin",
    "refusalPenalty",
    "settlementDays",
    "reserveRatio",
    "reserveDays",
    "gatewayFeeMode",
    "minAmount",
    "maxAmount",
    "dailyAmount",
    "threeDsPolicy",
    ...decided,
  ],
  accountTerms: [
    "id",
    "tenantId",
    "merchantId",
    "settlementCurrency",
    "settlementDays",
    "settlementFrequency",
    "settlementDay",
    "calendars",
    "settlementZone",
    "cutoffTime",
    "minSettlementAmount",
    "autoSettle",
    "reserveType",
    "reserveRatio",
    "reserveDays",
    "reserveCap",
    "fixedDepositTarget",
    "negativeBalanceLimit",
    "withdrawMin",
    "withdrawMax",
    "withdrawDailyMax",
    "withdrawStep",
    "withdrawFeePercent",
    "withdrawFeeFixed",
    "withdrawFeeMode",
    "autoApproveLimit",
    "minRetained",
    "fxMarkup",
    "gatewayFeeMode",
    "refundSource",
    "lateSuccessPolicy",
    ...decided,
  ],
  // Pair, source, time and revision name a rate; its id is given by the database.
  rates: ["baseCurrency", "quoteCurrency", "rate", "source", "effectiveTime", "revision", "fetchTime"],
  orderRefunds: [
    "merchantId",
    "id",
    "refundNo",
    "merchantRefundNo",
    "orderId",
    "attemptId",
    "dueId",
    "tradeNo",
    "mode",
    "gatewayAccountId",
    "amount",
    "currency",
    "settleAmount",
    "settleCurrency",
    "fxRate",
    "parts",
    "sourceBucket",
    "dueDate",
    "reason",
    "retryOf",
    "refundTime",
    "reviewCause",
    "applicantType",
    "applicantId",
    "decideUserId",
    "decideTime",
    "upstreamRefundId",
    "isReversed",
    "keyMakerIds",
  ],
  settlementBatches: [
    "merchantId",
    "id",
    "batchNo",
    "mode",
    "currency",
    "date",
    "seq",
    "status",
    "periodFrom",
    "periodTo",
    "grossAmount",
    "feeAmount",
    "refundAmount",
    "disputeAmount",
    "penaltyAmount",
    "taxAmount",
    "adjustmentAmount",
    "amount",
    "reserveAmount",
    "reserveRatio",
    "reserveReleaseDate",
    "lineCount",
    "checksum",
    "termsId",
    "holdReason",
    "closedTime",
    "confirmedTime",
    "settledTime",
    "journalId",
    "voidCause",
    "createTime",
  ],
  bills: [
    "merchantId",
    "id",
    "mode",
    "batchId",
    "billingDate",
    "depositReleasedAmount",
    "checksum",
    "status",
    "invoiceNo",
    "issuedTime",
    "confirmedTime",
    "confirmUserName",
    "queryText",
    "queryTime",
    "answerText",
    "answerTime",
    "createTime",
  ],
  // A hold changes a few times in its life, so that its sums and its state are covered as well.
  merDeposits: [
    "merchantId",
    "id",
    "depositNo",
    "mode",
    "currency",
    "type",
    "source",
    "settlementBatchId",
    "settlementBatchNo",
    "ratio",
    "bankAccount",
    "amount",
    "releasedAmount",
    "usedAmount",
    "remainAmount",
    "holdDays",
    "holdDate",
    "releaseDate",
    "status",
    "createTime",
  ],
  payoutAccounts: [
    "id",
    "tenantId",
    "merchantId",
    "kind",
    "mode",
    "holderType",
    "holderName",
    "currency",
    "country",
    "bankName",
    "swift",
    "routingNo",
    "numberKind",
    "numberSealed",
    "gatewayAccountId",
    "status",
    "verifyStatus",
    "verifyUserId",
    "verifyTime",
    "lastChangeTime",
    "lastChangeUserId",
  ],
  cashouts: [
    "merchantId",
    "id",
    "cashoutNo",
    "mode",
    "currency",
    "amount",
    "feeMode",
    "feeAmount",
    "debitedAmount",
    "sentAmount",
    "payoutAccountId",
    "targetCurrency",
    "targetAmount",
    "midAmount",
    "fxMid",
    "fxMarkup",
    "fxRate",
    "status",
    "approvalsNeeded",
    "approvals",
    "applyUserId",
    "applyTime",
    "auditUserId",
    "auditTime",
    "payoutId",
    "returnedAmount",
  ],
  payouts: [
    "merchantId",
    "id",
    "payoutNo",
    "mode",
    "sourceType",
    "sourceId",
    "fundingAccountId",
    "gatewayAccountId",
    "currency",
    "amount",
    "beneficiary",
    "status",
    "providerReference",
    "createTime",
  ],
} as const satisfies { readonly [T in keyof Tables]?: readonly (keyof Tables[T])[] };

/**
 * The last columns that came to a table when rows of it were sealed already. One that holds nothing is left out of the
 * digest, so that the seals of those rows fit.
 */
const laterColumns: { readonly [T in SealedTable]?: readonly string[] } = { orderRefunds: ["keyMakerIds"] };

/** How many of the columns, from the first, a seal of the first scheme covers; all where none is told. */
const coveredByFirst: { readonly [T in SealedTable]?: number } = { paymentAttempts: 15, paymentDues: 15 };

/** A table whose rows carry a seal. */
export type SealedTable = keyof typeof sealedColumns;

/** The tables that a price is made from. */
export const priceTables = ["feeRules", "accountTerms", "rates"] as const satisfies readonly SealedTable[];
export type PriceTable = (typeof priceTables)[number];

/** The tables of payments whose rows carry a seal: those of one merchant's book. */
export type BookTable = Exclude<SealedTable, PriceTable>;

/** What of a row its seal covers. */
export type SealedRow<T extends SealedTable> = Readonly<Record<(typeof sealedColumns)[T][number], unknown>>;

/** Which key a seal was made with, and whether with the row or when the installation began to seal rows. */
export interface SealNaming {
  readonly mark: "w" | "u";
  readonly keyId: string;
  /** Seals of the first scheme stay what they are; only the second is made. */
  readonly scheme: 1 | 2;
}

/** As many hexadecimal digits of the HMAC are kept: 128 bits (RFC 2104, section 5). */
const keptDigits = 32;

const markOf = ({ mark, scheme }: Pick<SealNaming, "mark" | "scheme">): string => (scheme === 1 ? mark : `${mark}2`);

/** The keyed digest of a row. */
export function rowDigest<T extends SealedTable>(
  { mark, keyId, scheme }: SealNaming,
  table: T,
  row: SealedRow<T>,
  hash: Hash,
): string {
  const json: readonly string[] = factsOf(table).json ?? [];
  const values: Readonly<Record<string, unknown>> = row;
  const columns: readonly string[] = sealedColumns[table].slice(0, scheme === 1 ? coveredByFirst[table] : undefined);
  const later: readonly string[] = laterColumns[table] ?? [];
  const texts = columns
    .map((column) => ({ column, text: sealedText(values[column], json.includes(column)) }))
    .filter(({ column, text }) => text !== null || !later.includes(column))
    .map(({ text }) => text);
  return hash(JSON.stringify(["row", table, markOf({ mark, scheme }), keyId, texts])).slice(0, keptDigits);
}

/** A new seal of a row, as it is stored. */
export function newSeal<T extends SealedTable>(
  by: Omit<SealNaming, "scheme">,
  table: T,
  row: SealedRow<T>,
  hash: Hash,
): string {
  const naming = { ...by, scheme: 2 } as const;
  return `${markOf(naming)}:${naming.keyId}:${rowDigest(naming, table, row, hash)}`;
}

/** Whether a seal is of a scheme that came after this release. */
export const isOfLaterScheme = (seal: string | null): boolean => /^[wu](?:[3-9]|[1-9]\d+):/.test(seal ?? "");

/** A seal's parts; undefined where there is none, or something else. */
export function sealParts(seal: string | null): (SealNaming & { readonly digest: string }) | undefined {
  const [, mark, two, keyId, digest] = /^([wu])(2?):([^:]+):([0-9a-f]{32})$/.exec(seal ?? "") ?? [];
  if (!mark || !keyId || !digest) return undefined;
  return { mark: mark as SealNaming["mark"], keyId, scheme: two ? 2 : 1, digest };
}
