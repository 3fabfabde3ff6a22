import { z } from "zod";
import { Code, doerName, Flag, field, Instant, Integer } from "../../kit/field.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { CountryCode, CurrencyCode, idOf, signedAmountIn } from "../../payment-fields.ts";
import { storedReference } from "../../references.ts";
import { CashoutReview } from "../cashout/cashout.ts";
import { BatchShare, outboundAbilities, outboundForecast, outcomeIn, pricedOutbound } from "../cashout/outbound.ts";
import { HolderType } from "../payout-account/payout-account-enumerations.ts";
import { ScreeningMatch } from "../screening/screening.ts";
import {
  PayoutMethod,
  PayoutOrderFlag,
  PayoutOrderReturn,
  PayoutOrderStatus,
  PayoutPurpose,
  PayoutRowVerdict,
} from "./payout-order-enumerations.ts";

/** Id of a payout order: made by the server, sorts by the time it was asked for. */
export const PayoutOrderId = idOf("pyo");
const words = z.string().nullable();

/** A merchant's asking for its money to be paid to somebody else, and what became of it. */
export const PayoutOrder = z.object({
  id: PayoutOrderId,
  payoutOrderNo: Code,
  /** The merchant's own number of it: one order for each. */
  merchantPayoutNo: Code,
  merchantId: MerchantId,
  merchantName: words,
  appId: storedReference("coinApp").nullable(),
  appName: words,
  mode: PaymentMode.schema,
  ...pricedOutbound,
  method: PayoutMethod.schema,
  beneficiaryType: HolderType.schema,
  beneficiaryName: field(z.string(), { kind: "text", personal: true }),
  country: CountryCode,
  /** Bank or wallet, and the end of the number. */
  accountLabel: z.string(),
  purpose: PayoutPurpose.schema,
  /** What the beneficiary's statement shows. */
  reference: words,
  status: PayoutOrderStatus.schema,
  /** Set while it is back with whoever asked. */
  returnCause: PayoutOrderReturn.schema.nullable(),
  riskFlags: operatorOnly(field(z.array(PayoutOrderFlag.schema), { kind: "list" })),
  approvalsNeeded: operatorOnly(Integer),
  /** The file that it came with. */
  fileName: words,
  applyUserName: doerName(),
  applyTime: Instant,
  ...outcomeIn("currency"),
});
export type PayoutOrder = z.output<typeof PayoutOrder>;

/** What whoever decides has to see, as it stands at this moment; none for the merchant. */
export const PayoutOrderReview = CashoutReview.pick({
  before: true,
  now: true,
  isCovered: true,
  negativeCurrency: true,
  approvals: true,
  payout: true,
}).extend({
  /** Names and countries of the screening lists that the beneficiary is like, by the lists of now. */
  screened: z.array(ScreeningMatch),
  /** How often this merchant paid the same account before. */
  paidBefore: Integer,
});
export type PayoutOrderReview = z.output<typeof PayoutOrderReview>;

/** A payout order with what may be done with it as it stands, whoever is allowed to. */
export const PayoutOrderDetail = PayoutOrder.extend({
  /** The batches that it is made of, the oldest first; none before it is paid. */
  allocations: z.array(BatchShare),
  review: operatorOnly(PayoutOrderReview),
  abilities: z.object({ ...outboundAbilities, retry: Flag }),
});
export type PayoutOrderDetail = z.output<typeof PayoutOrderDetail>;

/** What a payout order would come to. */
export const PayoutOrderPreview = z.object({
  ...pricedOutbound,
  ...outboundForecast,
});
export type PayoutOrderPreview = z.output<typeof PayoutOrderPreview>;

/** One row of a file: what would become of it. */
export const PayoutFileRow = z.object({
  /** Row of the file; the heading is row 1. */
  row: Integer,
  verdict: PayoutRowVerdict.schema,
  /** Why it is refused. */
  refusal: words,
  merchantPayoutNo: Code.nullable(),
  beneficiaryName: words,
  country: CountryCode.nullable(),
  currency: CurrencyCode.nullable(),
  amount: signedAmountIn("currency").nullable(),
  feeAmount: signedAmountIn("currency").nullable(),
  debitedAmount: signedAmountIn("currency").nullable(),
});
export type PayoutFileRow = z.output<typeof PayoutFileRow>;

/** What a file would come to, by verdict and currency. */
const PayoutFileTotal = z.object({
  verdict: PayoutRowVerdict.schema,
  currency: CurrencyCode.nullable(),
  count: Integer,
  amount: signedAmountIn("currency").nullable(),
  feeAmount: signedAmountIn("currency").nullable(),
  debitedAmount: signedAmountIn("currency").nullable(),
});

/** What a file would come to, row by row. */
export const PayoutFileCheck = z.object({ rows: z.array(PayoutFileRow), totals: z.array(PayoutFileTotal) });
export type PayoutFileCheck = z.output<typeof PayoutFileCheck>;
