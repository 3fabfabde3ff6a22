import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, doerName, Flag, field, Instant, Integer, optionalText, Version } from "../../kit/field.ts";
import { between, numbered, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { amounts, Currency, CurrencyCode, idOf, modeFilter, Rate6, signedAmountIn } from "../../payment-fields.ts";
import { ofRealMoney, whereChanged } from "../../platform/second-person.ts";
import { PayoutAccountId } from "../payout-account/payout-account.ts";
import { cashoutMessages } from "./cashout.messages.ts";
import { CashoutFlag, CashoutReturn, CashoutStatus, PayoutDifference, PayoutStatus } from "./cashout-enumerations.ts";
import {
  BatchShare,
  enteredAmount,
  OutboundRemark,
  outboundAbilities,
  outboundForecast,
  outboundMode,
  outboundRefusals,
  outcomeIn,
  pricedOutbound,
  transferCommands,
} from "./outbound.ts";

/** Id of a withdrawal: made by the server, sorts by the time it was asked for. */
export const CashoutId = idOf("cso");
const id = field(z.string(), { kind: "id" });
const words = z.string().nullable();

/** Minutes for which a rate is held, from when it is quoted and again from approval. */
export const quoteMinutes = 30;

/** What the amount, its fee and its exchange come to. */
const priced = {
  ...pricedOutbound,
  targetCurrency: CurrencyCode,
  /** What the account's holder is paid, and what that is worth at the mid rate. */
  targetAmount: signedAmountIn("targetCurrency"),
  midAmount: signedAmountIn("targetCurrency"),
  fxMid: Code.nullable(),
  fxMarkup: Rate6.nullable(),
  fxRate: Code.nullable(),
} as const;

/** A merchant's asking for money of its own, and what became of it. */
export const Cashout = z.object({
  id: CashoutId,
  cashoutNo: Code,
  merchantId: MerchantId,
  merchantName: words,
  mode: PaymentMode.schema,
  ...priced,
  payoutAccountId: id,
  /** Bank and end of the number, as they were. */
  accountLabel: z.string(),
  /** Until when the rate holds. */
  quoteExpireTime: Instant.nullable(),
  status: CashoutStatus.schema,
  /** Set while it is back with whoever asked. */
  returnCause: CashoutReturn.schema.nullable(),
  riskFlags: operatorOnly(field(z.array(CashoutFlag.schema), { kind: "list" })),
  approvalsNeeded: operatorOnly(Integer),
  applyUserName: doerName(),
  applyTime: Instant,
  remark: words,
  ...outcomeIn("targetCurrency"),
});
export type Cashout = z.output<typeof Cashout>;

const Buckets = z.object({
  pending: signedAmountIn("currency"),
  available: signedAmountIn("currency"),
  reserve: signedAmountIn("currency"),
  frozen: signedAmountIn("currency"),
  inTransit: signedAmountIn("currency"),
});
export type CashoutPosition = z.output<typeof Buckets>;

const Approval = z.object({ userName: doerName(), time: Instant, remark: words });

/** What whoever decides has to see, as it stands at this moment; none for the merchant. */
export const CashoutReview = z.object({
  /** What the merchant held in the currency when it had asked, and holds now. */
  before: Buckets,
  now: Buckets,
  isCovered: Flag,
  /** Another currency that is further below zero than agreed. */
  negativeCurrency: CurrencyCode.nullable(),
  /** What the account would be paid by the rate that an approval would lock now, and that rate. */
  targetAmount: signedAmountIn("targetCurrency"),
  askedTargetAmount: signedAmountIn("targetCurrency"),
  fxRate: Code.nullable(),
  isRateWorse: Flag,
  /** There is a rate, where one is needed. */
  isPriced: Flag,
  approvals: z.array(Approval),
  accountStatus: z.object({ isUsable: Flag, lastChangeTime: Instant, holderName: z.string() }),
  payout: z
    .object({
      payoutNo: Code,
      status: PayoutStatus.schema,
      attempts: Integer,
      nextRetryTime: Instant.nullable(),
      providerReference: Code.nullable(),
      fundingAccount: z.string(),
      isByHand: Flag,
      /** What the provider paid, where that is not what it was asked to pay; who bears it, once somebody said so. */
      difference: z
        .object({
          amount: signedAmountIn("currency"),
          currency: CurrencyCode,
          cause: PayoutDifference.schema.nullable(),
        })
        .nullable(),
      /** Set while it waits for money to be paid out of: since when, and what there was. */
      shortSince: Instant.nullable(),
      availableAmount: signedAmountIn("currency").nullable(),
      currency: CurrencyCode,
    })
    .nullable(),
});
export type CashoutReview = z.output<typeof CashoutReview>;

/** A withdrawal with what may be done with it as it stands, whoever is allowed to. */
export const CashoutDetail = Cashout.extend({
  /** The batches that it is made of, the oldest first; none before it is paid. */
  allocations: z.array(BatchShare),
  review: operatorOnly(CashoutReview),
  abilities: z.object(outboundAbilities),
});
export type CashoutDetail = z.output<typeof CashoutDetail>;

/** What may be withdrawn of a currency, and by what terms. */
export const CashoutTerms = z.object({
  currency: CurrencyCode,
  withdrawable: signedAmountIn("currency"),
  available: signedAmountIn("currency"),
  minRetained: signedAmountIn("currency"),
  min: signedAmountIn("currency"),
  max: signedAmountIn("currency").nullable(),
  step: signedAmountIn("currency"),
  /** What is left of today's. */
  dailyLeft: signedAmountIn("currency").nullable(),
  /** Why nothing may be withdrawn now. */
  blockedBy: z.enum(["withdrawalsSuspended", "otherCurrencyNegative", "termsMissing"]).nullable(),
});
export type CashoutTerms = z.output<typeof CashoutTerms>;

/** What a withdrawal would come to. */
export const CashoutPreview = z.object({
  ...priced,
  ...outboundForecast,
});
export type CashoutPreview = z.output<typeof CashoutPreview>;

const spec = {
  filters: {
    mode: modeFilter,
    applyTime: between(Instant),
    merchantId: oneOf(MerchantId),
    cashoutNo: numbered("CO"),
    status: oneOf(CashoutStatus.schema),
    currency: oneOf(CurrencyCode),
    targetCurrency: oneOf(CurrencyCode),
    amount: amounts("currency"),
  },
  sortBy: ["applyTime", "amount"],
  defaultSort: { field: "applyTime", order: "desc" },
} as const;

const ById = z.object({ id: CashoutId });
const idAndVersion = { id: CashoutId, version: Version };
const transfer = transferCommands(CashoutId);

const Amount = enteredAmount("currency");
const asked = { mode: outboundMode, currency: Currency, amount: Amount, payoutAccountId: PayoutAccountId };

/** Why a withdrawal cannot be asked for. */
const askingRefusals = [
  "amountInvalid",
  "dailyLimit",
  "accountNotVerified",
  "accountResting",
  "accountNotUsable",
  "withdrawalsSuspended",
  "otherCurrencyNegative",
  "termsMissing",
] as const;

/** Told when one was asked for or changed. */
export const cashoutTopic = "cashout.changed";

export const cashout = defineResource({
  name: "cashout",
  record: Cashout,
  refusals: {
    ...outboundRefusals,
    accountNotVerified: { status: 409, field: "payoutAccountId" },
    accountResting: { status: 409, field: "payoutAccountId" },
    accountNotUsable: { status: 409, field: "payoutAccountId" },
    accountChanged: { status: 409 },
    withdrawalsSuspended: { status: 403 },
    quoteUnfit: { status: 409 },
    rateWorse: { status: 409 },
    remarkNeeded: { status: 422, field: "remark" },
  },
  operations: {
    /** Withdrawals of one mode, live unless told. */
    page: list(Cashout, spec),
    detail: query(ById, CashoutDetail),
    /** What the caller's merchant may withdraw of a currency. */
    terms: query(z.object({ mode: outboundMode, currency: Currency }), CashoutTerms, { refusals: ["merchantAlone"] }),
    /** What a withdrawal would come to now. Nothing is stored or promised. */
    preview: query(z.object(asked), CashoutPreview, {
      method: "POST",
      refusals: [...askingRefusals, "merchantAlone"],
    }),
    /** {@link preview} with the rate held for half an hour; the id is told where the money is exchanged. */
    quote: command(
      z.object(asked),
      CashoutPreview.extend({ quoteId: Code.nullable(), expireTime: Instant.nullable() }),
      { refusals: [...askingRefusals, "merchantAlone"] },
    ),
    /** Asks for a withdrawal; what it takes is set aside at once. Without a quote, the rate of now is held. */
    add: command(
      z.object({ ...asked, quoteId: field(z.string().max(40), { kind: "id" }).nullish(), remark: optionalText(200) }),
      z.object({ id: CashoutId, cashoutNo: Code, status: CashoutStatus.schema }),
      { stepUp: true, refusals: [...askingRefusals, "merchantAlone", "quoteUnfit"] },
    ),
    /** Takes back what was not approved yet. */
    cancel: command(z.object(idAndVersion), Done, { refusals: ["invalidTransition", "altered", "merchantAlone"] }),
    /** Asks for approval again, at the rate of now, of what was handed back. */
    submit: command(z.object(idAndVersion), z.object({ status: CashoutStatus.schema }), {
      stepUp: true,
      refusals: ["invalidTransition", "altered", "merchantAlone", "dailyLimit", "termsMissing", "amountInvalid"],
    }),
    /** The position is looked at again: what it does not cover any more goes back and is not approved. */
    approve: command(
      z.object({ ...idAndVersion, remark: optionalText(200) }),
      z.object({ status: CashoutStatus.schema, returnCause: CashoutReturn.schema.nullable() }),
      {
        for: "operator",
        stepUp: true,
        refusals: [
          "ownRequest",
          "ownKey",
          "approvedAlready",
          "invalidTransition",
          "accountNotVerified",
          "accountResting",
          "accountNotUsable",
          "accountChanged",
          "withdrawalsSuspended",
          "dailyLimit",
          "amountInvalid",
          "altered",
        ],
      },
    ),
    reject: command(z.object({ ...idAndVersion, reason: OutboundRemark }), Done, {
      for: "operator",
      stepUp: true,
      refusals: ["invalidTransition", "altered"],
    }),
    /** Pays what is approved and found no account of ours to be paid from. */
    execute: command(z.object(idAndVersion), z.object({ status: CashoutStatus.schema }), {
      for: "operator",
      stepUp: true,
      refusals: [
        "invalidTransition",
        "fundingMissing",
        "rateWorse",
        "accountNotVerified",
        "accountResting",
        "accountNotUsable",
        "accountChanged",
        "withdrawalsSuspended",
        "amountInvalid",
        "altered",
      ],
    }),
    markPaid: transfer.markPaid,
    markFailed: transfer.markFailed,
    /**
     * The bank sent it back; what it kept is our cost, and the account has to be verified anew. Of real money two people say
     * so, since the merchant can take it out once more.
     */
    markReturned: command(
      z.object({ ...idAndVersion, amount: enteredAmount("targetCurrency"), remark: OutboundRemark }),
      Done,
      {
        for: "operator",
        stepUp: true,
        secondPerson: whereChanged("cashouts", ["returnedAmount"], ofRealMoney),
        refusals: ["invalidTransition", "returnExceeds", "altered"],
      },
    ),
    resolveDifference: transfer.resolveDifference,
    sync: transfer.sync,
    export: exportOf(spec),
  },
  menu: {
    path: "/finance/withdrawal",
    component: "cashout/cashout.list",
    icon: "hand-coins",
    order: 220,
  },
  messages: cashoutMessages,
});
