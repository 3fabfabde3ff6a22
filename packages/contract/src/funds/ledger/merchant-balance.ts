import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, Flag, Instant, requiredText } from "../../kit/field.ts";
import { exact, listInput, oneOf } from "../../kit/list.ts";
import { text3 } from "../../kit/locale.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { Currency, modeFilter } from "../../payment-fields.ts";
import { AdjustmentStatus } from "./ledger-enumerations.ts";
import {
  BookedCurrency,
  BookInput,
  Difference,
  JournalId,
  PositiveAmount,
  Reason,
  SignedAmount,
} from "./ledger-fields.ts";
import { AccountMovements, BucketInput, bucketAmounts, Explanation, Hold, Movement } from "./ledger-movements.ts";
import { merchantBalanceMessages } from "./merchant-balance.messages.ts";

/** What a merchant owns in one currency, by where it is. */
export const MerchantBalance = z.object({
  /** Merchant and currency. */
  id: Code,
  merchantId: MerchantId,
  merchantName: z.string(),
  merchantNo: Code,
  mode: PaymentMode.schema,
  currency: BookedCurrency,
  ...bucketAmounts,
  isNegative: Flag,
  isNonZero: Flag,
});
export type MerchantBalance = z.output<typeof MerchantBalance>;

/** A balance with what proves it. */
export const MerchantBalanceDetail = MerchantBalance.extend({
  /** What may be taken out at most: what is available, less what always stays and what a negative pending amount costs. */
  withdrawableAmount: SignedAmount,
  /** How far the merchant's own debits may take the available balance below nothing. */
  negativeLimit: operatorOnly(SignedAmount),
  /** The instant the amounts are of; null for now. */
  asOf: Instant.nullable(),
  lastJournalId: operatorOnly(JournalId),
  lastPostedAt: Instant.nullable(),
  /** SHA-256 over the five accounts and their amounts. */
  checksum: operatorOnly(Code),
  /** Corrections by hand that nobody has decided on. */
  pendingAdjustments: z.number().int(),
});
export type MerchantBalanceDetail = z.output<typeof MerchantBalanceDetail>;

/** What falls due on one day, by what it is made of. */
export const ExpectedSettlement = z.object({
  /** Null for what nobody can date yet: captures without a price. */
  dueDate: Day.nullable(),
  currency: BookedCurrency,
  captureAmount: SignedAmount,
  refundAmount: SignedAmount,
  /** Taxes included. */
  feeAmount: SignedAmount,
  disputeAmount: SignedAmount,
  adjustmentAmount: SignedAmount,
  /** What they come to. */
  amount: SignedAmount,
  lines: z.number().int(),
});
export type ExpectedSettlement = z.output<typeof ExpectedSettlement>;

/** A correction by hand: one person asks for it, another books it. */
export const Adjustment = z.object({
  id: Code,
  merchantId: MerchantId,
  merchantName: z.string(),
  mode: PaymentMode.schema,
  currency: BookedCurrency,
  amount: SignedAmount,
  reason: z.string(),
  evidence: z.string(),
  status: AdjustmentStatus.schema,
  journalId: JournalId.nullable(),
  decideUserName: z.string().nullable(),
  decideTime: Instant.nullable(),
  decideReason: z.string().nullable(),
  /** Whether the caller asked for it, and so may not decide on it. */
  isOwn: Flag,
  ...auditFields,
});
export type Adjustment = z.output<typeof Adjustment>;

const spec = {
  filters: {
    merchantId: exact(MerchantId),
    currency: oneOf(Currency),
    mode: modeFilter,
    isNegative: exact(Flag),
    isNonZero: exact(Flag),
  },
  sortBy: ["merchantName", "currency", "availableAmount", "pendingAmount", "totalAmount"],
  defaultSort: { field: "merchantName", order: "asc" },
} as const;

/** The list, also as it was at an instant. */
const page = { ...list(MerchantBalance, spec), input: listInput(spec).extend({ asOf: Instant.nullish() }) };

const place = { merchantId: MerchantId, currency: BookedCurrency, mode: BookInput };
const cursor = z.string().max(64).optional();
const Movements = z.object({ items: z.array(Movement), nextCursor: z.string().nullable() });
const decided = { merchantId: MerchantId, id: z.string().max(64) };

export const merchantBalance = defineResource({
  name: "merchantBalance",
  record: MerchantBalance,
  refusals: {
    ownAdjustment: { status: 403 },
    adjustmentDecided: { status: 409 },
    expiresInPast: { field: "expireTime" },
    holdNotOpen: { status: 409 },
    holdNotManual: { status: 409 },
    releaseExceedsHold: { status: 409 },
  },
  operations: {
    page,
    /** What all merchants in reach own together, a currency at a time. */
    totals: query(
      z.object({ mode: BookInput }),
      z.array(z.object({ currency: BookedCurrency, ...bucketAmounts, merchants: z.number().int() })),
    ),
    detail: query(z.object({ ...place, asOf: Instant.optional() }), MerchantBalanceDetail),
    /** The postings of all five buckets, or of one, newest first. */
    entries: query(z.object({ ...place, bucket: BucketInput.optional(), asOf: Instant.optional(), cursor }), Movements),
    /** Why a bucket holds what it holds, now or at an instant. */
    explain: query(z.object({ ...place, bucket: BucketInput, asOf: Instant.optional(), cursor }), Explanation),
    /** Opening, movements and closing of each bucket by effective dates, the first included and the last not. */
    statement: query(z.object({ ...place, from: Day, to: Day }), z.array(AccountMovements), {
      refusals: ["periodReversed"],
    }),
    /** What of the pending bucket falls due when, the next day first; all of them together are the bucket. */
    expected: query(z.object(place), z.array(ExpectedSettlement)),
    /** What the frozen bucket is made of. */
    holds: query(z.object(place), z.array(Hold)),
    /** Corrections by hand, those to be decided first; of every merchant in reach unless told. */
    adjustments: query(
      z.object({ merchantId: MerchantId.optional(), currency: BookedCurrency.optional(), mode: BookInput }),
      z.array(Adjustment),
      { for: "operator" },
    ),
    /** Asks for a correction of the available balance; positive is in the merchant's favour. */
    adjust: command(
      z.object({ ...place, amount: Difference, reason: Reason, evidence: requiredText(256) }),
      z.object({ id: z.string() }),
      { for: "operator" },
    ),
    /** Books a correction. Never by whoever asked for it. */
    approve: command(z.object(decided), z.object({ journalId: JournalId }), {
      for: "operator",
      refusals: ["ownAdjustment", "adjustmentDecided"],
      stepUp: true,
    }),
    reject: command(z.object({ ...decided, reason: Reason }), Done, {
      for: "operator",
      refusals: ["ownAdjustment", "adjustmentDecided"],
    }),
    /** Moves an available amount to the frozen bucket, until a time or until it is released. */
    freeze: command(
      z.object({ ...place, amount: PositiveAmount, reason: Reason, expireTime: Instant.nullish() }),
      z.object({ id: z.string() }),
      { for: "operator", stepUp: true, refusals: ["expiresInPast"] },
    ),
    /** Releases what was frozen by hand, whole or in part. What a refund or a dispute holds is theirs. */
    unfreeze: command(
      z.object({ merchantId: MerchantId, id: z.string().max(64), amount: PositiveAmount.nullish(), reason: Reason }),
      Done,
      { for: "operator", stepUp: true, refusals: ["holdNotOpen", "holdNotManual", "releaseExceedsHold"] },
    ),
    export: exportOf(spec),
  },
  menu: {
    path: "/finance/balance",
    component: "ledger/merchant-balance.list",
    icon: "wallet",
    order: 100,
    ownTitle: text3("Balance", "余额", "餘額"),
  },
  messages: merchantBalanceMessages,
});
