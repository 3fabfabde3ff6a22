import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, doerName, Flag, field, Instant, Integer, optionalText, Version } from "../../kit/field.ts";
import { between, numbered, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { amounts, Currency, CurrencyCode, idOf, modeFilter, Rate6, signedAmountIn } from "../../payment-fields.ts";
import { ofRealMoney, whereChanged } from "../../platform/second-person.ts";
import { WithdrawFeeMode } from "../../terms-enumerations.ts";
import { PayoutAccountId } from "../payout-account/payout-account.ts";
import { cashoutMessages } from "./cashout.messages.ts";
import {
  CashoutFlag,
  CashoutReturn,
  CashoutStatus,
  PayoutDifference,
  PayoutFailure,
  PayoutStatus,
} from "./cashout-enumerations.ts";

/** Id of a withdrawal: made by the server, sorts by the time it was asked for. */
export const CashoutId = idOf("cso");
const id = field(z.string(), { kind: "id" });
const words = z.string().nullable();

/** Minutes for which a rate is held, from when it is quoted and again from approval. */
export const quoteMinutes = 30;

/** What the amount, its fee and its exchange come to. */
const priced = {
  currency: CurrencyCode,
  amount: signedAmountIn("currency"),
  feeMode: WithdrawFeeMode.schema,
  feeAmount: signedAmountIn("currency"),
  /** What leaves the balance: the amount, with the fee where it comes on top. */
  debitedAmount: signedAmountIn("currency"),
  /** What is sent, or exchanged: without the fee. */
  sentAmount: signedAmountIn("currency"),
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
  auditUserName: doerName(),
  auditTime: Instant.nullable(),
  auditRemark: words,
  payoutNo: operatorOnly(Code),
  bankReference: Code.nullable(),
  failureCode: PayoutFailure.schema.nullable(),
  /** In the provider's words. */
  failureMessage: operatorOnly(z.string()),
  paidTime: Instant.nullable(),
  returnedTime: Instant.nullable(),
  returnedAmount: signedAmountIn("targetCurrency").nullable(),
  finishedTime: Instant.nullable(),
  /** Whether the reader asked for it, and so cannot approve it. */
  isOwn: Flag,
  version: Version,
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

/** What of a withdrawal one batch had brought; no batch where that is null. */
const Allocation = z.object({
  batchId: idOf("bat").nullable(),
  batchNo: Code.nullable(),
  date: Day.nullable(),
  amount: signedAmountIn("currency"),
  currency: CurrencyCode,
});

/** A withdrawal with what may be done with it as it stands, whoever is allowed to. */
export const CashoutDetail = Cashout.extend({
  /** The batches that it is made of, the oldest first; none before it is paid. */
  allocations: z.array(Allocation),
  review: operatorOnly(CashoutReview),
  abilities: z.object({
    cancel: Flag,
    submit: Flag,
    approve: Flag,
    reject: Flag,
    execute: Flag,
    mark: Flag,
    markReturned: Flag,
    resolveDifference: Flag,
    sync: Flag,
  }),
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
  withdrawable: signedAmountIn("currency"),
  availableAfter: signedAmountIn("currency"),
  /** Whether somebody has to approve it. */
  takesApproval: Flag,
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
const naming = { id: CashoutId, version: Version };
const Remark = field(z.string().trim().min(1).max(200), { kind: "longText" });
const mode = PaymentMode.schema.default("live");

/** As it was typed, in minor units: what is wrong with it is said in the words that merchants know. */
const typed = (currencyField: string) => field(z.string().max(40), { kind: "money", currencyField });
const Amount = typed("currency");
const asked = { mode, currency: Currency, amount: Amount, payoutAccountId: PayoutAccountId };

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
    amountInvalid: { status: 422, field: "amount" },
    dailyLimit: { status: 422, field: "amount" },
    accountNotVerified: { status: 409, field: "payoutAccountId" },
    accountResting: { status: 409, field: "payoutAccountId" },
    accountNotUsable: { status: 409, field: "payoutAccountId" },
    accountChanged: { status: 409 },
    withdrawalsSuspended: { status: 403 },
    otherCurrencyNegative: { status: 409 },
    termsMissing: { status: 409 },
    quoteUnfit: { status: 409 },
    merchantAlone: { status: 403 },
    invalidTransition: { status: 409 },
    ownRequest: { status: 403 },
    ownKey: { status: 403 },
    approvedAlready: { status: 409 },
    fundingMissing: { status: 409 },
    rateWorse: { status: 409 },
    remarkNeeded: { status: 422, field: "remark" },
    returnExceeds: { status: 422, field: "amount" },
    noDifference: { status: 409 },
    otherCurrency: { status: 422, field: "cause" },
    nothingToAsk: { status: 409 },
    sentByProvider: { status: 409 },
    altered: { status: 409 },
  },
  operations: {
    /** Withdrawals of one mode, live unless told. */
    page: list(Cashout, spec),
    detail: query(ById, CashoutDetail),
    /** What the caller's merchant may withdraw of a currency. */
    terms: query(z.object({ mode, currency: Currency }), CashoutTerms, { refusals: ["merchantAlone"] }),
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
    cancel: command(z.object(naming), Done, { refusals: ["invalidTransition", "altered", "merchantAlone"] }),
    /** Asks for approval again, at the rate of now, of what was handed back. */
    submit: command(z.object(naming), z.object({ status: CashoutStatus.schema }), {
      stepUp: true,
      refusals: ["invalidTransition", "altered", "merchantAlone", "dailyLimit", "termsMissing", "amountInvalid"],
    }),
    /** The position is looked at again: what it does not cover any more goes back and is not approved. */
    approve: command(
      z.object({ ...naming, remark: optionalText(200) }),
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
          "amountInvalid",
          "altered",
        ],
      },
    ),
    reject: command(z.object({ ...naming, reason: Remark }), Done, {
      for: "operator",
      refusals: ["invalidTransition", "altered"],
    }),
    /** Pays what is approved and found no account of ours to be paid from. */
    execute: command(z.object(naming), z.object({ status: CashoutStatus.schema }), {
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
    /** Paid at a bank by hand, with the bank's number of it. */
    markPaid: command(
      z.object({ ...naming, bankReference: field(z.string().trim().min(1).max(64), { kind: "code" }) }),
      Done,
      { for: "operator", stepUp: true, refusals: ["invalidTransition", "sentByProvider", "altered"] },
    ),
    /** Not paid and not to be paid: a transfer whose outcome nobody knows is asked about first. */
    markFailed: command(z.object({ ...naming, failureCode: PayoutFailure.schema, remark: Remark }), Done, {
      for: "operator",
      stepUp: true,
      // What was on its way, through a provider or by hand, is given up by two people: the merchant has it again.
      secondPerson: whereChanged("payouts", ["status"], ofRealMoney),
      refusals: ["invalidTransition", "sentByProvider", "altered"],
    }),
    /**
     * The bank sent it back; what it kept is our cost, and the account has to be verified anew. Of real money two people say
     * so, since the merchant can take it out once more.
     */
    markReturned: command(z.object({ ...naming, amount: typed("targetCurrency"), remark: Remark }), Done, {
      for: "operator",
      stepUp: true,
      secondPerson: whereChanged("cashouts", ["returnedAmount"], ofRealMoney),
      refusals: ["invalidTransition", "returnExceeds", "altered"],
    }),
    /** Says who bears what the provider paid otherwise than asked, and books it there. Real money takes a second person. */
    resolveDifference: command(z.object({ ...naming, cause: PayoutDifference.schema, note: Remark }), Done, {
      for: "operator",
      stepUp: true,
      secondPerson: whereChanged("payouts", ["differenceCause"], ofRealMoney),
      refusals: ["noDifference", "otherCurrency", "altered"],
    }),
    /** Asks the provider now how the payout stands. */
    sync: command(ById, Done, { for: "operator", refusals: ["nothingToAsk"] }),
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
