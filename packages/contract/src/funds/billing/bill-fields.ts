import { z } from "zod";
import { Code, Day, doerName, Flag, field, Instant, Integer, Version } from "../../kit/field.ts";
import { between, exact, listInput, numbered, oneOf, pageOf } from "../../kit/list.ts";
import { query } from "../../kit/operation.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { amounts, Currency, idOf, modeFilter, Rate6, signedAmountIn } from "../../payment-fields.ts";
import { LedgerEvent } from "../ledger/ledger-enumerations.ts";
import { BookedCurrency } from "../ledger/ledger-fields.ts";
import { SettlementLine } from "../ledger/settlement-line.ts";
import { batchLinesSpec } from "../settlements/settlements.ts";
import { BillCategory, BillStatus } from "./bill-enumerations.ts";

/** Id of a bill. */
export const BillId = idOf("bil");

const amount = signedAmountIn("currency");
const words = z.string().nullable();

/** What a bill, and each of its lines, counts and adds up. */
export const billedAmounts = {
  orderCount: Integer,
  /** What was captured. */
  grossAmount: amount,
  /** Our fee without tax, less what of it went back. */
  transactionFee: amount,
  /** What gateways keep, where the merchant bears it. */
  gatewayFee: amount,
  refundCount: Integer,
  refundAmount: amount,
  refundHandlingFee: amount,
  disputeCount: Integer,
  disputeAmount: amount,
  /** Penalties and fees of disputes and inquiries. */
  disputePenalty: amount,
  refusalToPayPenalty: amount,
  /** Tax on all of these fees and penalties. */
  taxAmount: amount,
  adjustmentAmount: amount,
  /** What all of it comes to. */
  netAmount: amount,
};

/** What an operator sees beside them: what gateways are expected to keep, and what is left of our fees. */
export const costAmounts = { gatewayCostAmount: amount, marginAmount: amount };

/** The bill of a settlement batch: how what was captured became what is settled. */
export const billShape = {
  id: BillId,
  batchId: Code,
  /** Number of the settlement batch. */
  batch: Code,
  merchantId: MerchantId,
  merchantName: words,
  mode: PaymentMode.schema,
  /** The day its batch was closed, in the merchant's settlement zone. */
  billingDate: Day,
  /** The day its batch is settled. */
  settlementDate: Day,
  periodFrom: Instant,
  periodTo: Instant,
  currency: BookedCurrency,
  ...billedAmounts,
  /** The share of the gross amount that is withheld as reserve. */
  depositRatio: Rate6,
  depositAmount: amount,
  /** Reserve of earlier batches that was released in the period. */
  depositReleasedAmount: amount,
  /** What becomes available: the net amount less the reserve. */
  settlementAmount: amount,
  status: BillStatus.schema,
  /** Given when it is issued. */
  invoiceNo: Code.nullable(),
  issuedTime: Instant.nullable(),
  confirmedTime: Instant.nullable(),
  confirmUserName: doerName(),
  /** What its merchant questions. */
  queryText: words,
  queryTime: Instant.nullable(),
  queryUserName: doerName(),
  answerText: words,
  answerTime: Instant.nullable(),
  version: Version,
};

/** What a bill says of the payments of one category; the total is the line of all. */
export const billLineShape = { paymentCategory: BillCategory.schema, currency: BookedCurrency, ...billedAmounts };

const movements = z.array(z.object({ event: LedgerEvent.schema, count: Integer, amount, currency: BookedCurrency }));

/** What moved the available balance in the period beside the batch; information, no part of the bill's sum. */
export const DirectMovements = z.object({
  currency: BookedCurrency,
  openingAmount: amount,
  movements,
  closingAmount: amount,
  /** What moved in periods before, of bills that were made void since. */
  earlier: movements,
});
export type DirectMovements = z.output<typeof DirectMovements>;

/** What may be done about a bill as it stands, whoever is allowed to. */
export const billAbilities = z.object({
  issue: Flag,
  recompute: Flag,
  confirm: Flag,
  query: Flag,
  answer: Flag,
});

/** What bills are found and sorted by. */
export const billSpec = {
  filters: {
    mode: modeFilter,
    billingDate: between(Day),
    merchantId: oneOf(MerchantId),
    batch: numbered("BT"),
    invoiceNo: numbered("IV"),
    currency: oneOf(Currency),
    /** Bills with a line of it. */
    paymentCategory: exact(BillCategory.schema),
    status: oneOf(BillStatus.schema),
    isNegative: exact(Flag),
    settlementAmount: amounts("currency"),
  },
  sortBy: ["billingDate", "settlementAmount", "grossAmount"],
  defaultSort: { field: "billingDate", order: "desc" },
} as const;

/** The settlement lines that a bill sums up, a page of them at a time. */
export const billedLines = query(z.object({ ...listInput(batchLinesSpec).shape, id: BillId }), pageOf(SettlementLine), {
  method: "POST",
});

/** What a bill is named by, and what a decision about it is bound to: the version that was read. */
export const ById = z.object({ id: BillId });
export const idAndVersion = { id: BillId, version: Version };

/** The bill as a PDF in the reader's language. */
export const billDownload = query(ById, z.unknown(), { answer: "file", refusals: ["altered"] });

/** What somebody writes about a bill. */
export const BillText = field(z.string().trim().min(1).max(1000), { kind: "longText" });
