import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, doerName, Flag, field, Instant, Integer, Version } from "../../kit/field.ts";
import { between, exact, numbered, oneOf } from "../../kit/list.ts";
import { text3 } from "../../kit/locale.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { CurrencyCode, idOf, modeFilter, Rate6, signedAmountIn } from "../../payment-fields.ts";
import { ofRealMoney, whereChanged } from "../../platform/second-person.ts";
import { reference } from "../../references.ts";
import { BookInput, PositiveAmount, Reason } from "../ledger/ledger-fields.ts";
import { DepositMoveKind, DepositSource, DepositStatus, DepositType } from "./deposit-enumerations.ts";
import { merDepositMessages } from "./mer-deposit.messages.ts";

/** Id of a hold: made by the server. */
export const MerDepositId = idOf("mdp");
/** Id of a time in which a balance is below nothing: made by the server. */
export const NegativeBalanceId = idOf("nbl");
const amount = signedAmountIn("currency");
const words = z.string().nullable();

/** Money of a merchant that is held against losses, with the day on which it goes back. */
export const MerDeposit = z.object({
  id: MerDepositId,
  depositNo: Code,
  merchantId: MerchantId,
  merchantName: words,
  mode: PaymentMode.schema,
  currency: CurrencyCode,
  type: DepositType.schema,
  source: DepositSource.schema,
  /** The batch that it was withheld from; none for a fixed deposit. */
  settlementBatchNo: Code.nullable(),
  /** The share that was in force then. */
  ratio: Rate6.nullable(),
  amount,
  releasedAmount: amount,
  usedAmount: amount,
  /** What is left: the amount less what was released and used. */
  remainAmount: amount,
  /** Calendar days from the day of the hold to its release as they were agreed; none without a date. */
  holdDays: Integer.nullable(),
  holdDate: Day,
  /** A business day of the merchant; none while the merchant's business goes on. */
  releaseDate: Day.nullable(),
  status: DepositStatus.schema,
  freezeReason: operatorOnly(z.string()),
  createTime: Instant,
  version: Version,
});
export type MerDeposit = z.output<typeof MerDeposit>;

/** One thing that happened to a hold. */
export const DepositMove = z.object({
  id: idOf("mdm"),
  depositId: MerDepositId,
  depositNo: Code,
  merchantId: MerchantId,
  merchantName: words,
  kind: DepositMoveKind.schema,
  currency: CurrencyCode,
  /** What moved; none where nothing did. */
  amount: amount.nullable(),
  fromDate: Day.nullable(),
  toDate: Day.nullable(),
  journalId: operatorOnly(Code),
  reason: operatorOnly(z.string()),
  operatorName: doerName(),
  time: Instant,
});
export type DepositMove = z.output<typeof DepositMove>;

/** A hold with what happened to it, and what may be done with it as it stands, whoever is allowed to. */
export const MerDepositDetail = MerDeposit.extend({
  bankAccount: operatorOnly(Code),
  reason: operatorOnly(z.string()),
  journalIds: operatorOnly(z.array(Code)),
  moves: z.array(DepositMove),
  /** The available balance of its merchant and currency now. */
  availableAmount: amount,
  abilities: z.object({ release: Flag, freeze: Flag, unfreeze: Flag, use: Flag, extend: Flag }),
});
export type MerDepositDetail = z.output<typeof MerDepositDetail>;

/** What using holds against a loss would come to now: which hold gives how much, oldest first, and what is left after. */
export const DepositUse = z.object({
  currency: CurrencyCode,
  /** How far the available balance is below nothing. */
  lossAmount: amount,
  /** What holds that are not frozen come to. */
  usableAmount: amount,
  amount,
  availableBefore: amount,
  availableAfter: amount,
  reserveBefore: amount,
  reserveAfter: amount,
  parts: z.array(
    z.object({
      id: MerDepositId,
      depositNo: Code,
      releaseDate: Day.nullable(),
      currency: CurrencyCode,
      remainAmount: amount,
      useAmount: amount,
      leftAmount: amount,
    }),
  ),
});
export type DepositUse = z.output<typeof DepositUse>;

/** What is held in one currency. */
export const DepositFigures = z.object({
  currency: CurrencyCode,
  heldAmount: amount,
  holds: Integer,
  merchants: Integer,
  /** The reserve bucket of the ledger: the same, or the books do not tie. */
  ledgerAmount: amount,
  frozenAmount: amount,
  frozenHolds: Integer,
  /** The next day on which something is due, with what is released then; frozen holds stay. */
  nextDate: Day.nullable(),
  nextAmount: amount,
  nextHolds: Integer,
  nextFrozenHolds: Integer,
  /** In the month of now. */
  releasedAmount: amount,
  releasedDays: Integer,
  lastReleaseDate: Day.nullable(),
  /** Of fixed terms of the merchant that is asked about; none for several merchants. */
  fixedTarget: amount.nullable(),
  fixedHeldAmount: amount,
});
export type DepositFigures = z.output<typeof DepositFigures>;

/** What goes back on one day, or went back. */
export const DepositDay = z.object({
  /** None for what has no date: fixed deposits of merchants in business. */
  day: Day.nullable(),
  currency: CurrencyCode,
  /** What is due, frozen holds included. */
  amount,
  frozenAmount: amount,
  holds: Integer,
  /** What was released on that day. */
  releasedAmount: amount,
});
export type DepositDay = z.output<typeof DepositDay>;

/** A balance below nothing, and what follows when. */
export const NegativeBalance = z.object({
  id: NegativeBalanceId,
  merchantId: MerchantId,
  merchantName: words,
  mode: PaymentMode.schema,
  currency: CurrencyCode,
  since: Instant,
  availableAmount: amount,
  /** What holds could cover. */
  usableAmount: amount,
  /** From when on the reserve is used, it is to be collected, and it may be written off. */
  offsetTime: Instant,
  collectTime: Instant,
  writeOffTime: Instant,
  version: Version,
});
export type NegativeBalance = z.output<typeof NegativeBalance>;

/** Days that a balance is below nothing before the reserve is used, before it is collected, and before it is written off. */
export const negativeDays = { offset: 14, collect: 60, writeOff: 180 } as const;
/** Days that holds stay at least after their merchant began to close. */
export const closingHoldDays = 180;

const spec = {
  filters: {
    mode: modeFilter,
    merchantId: oneOf(MerchantId),
    currency: oneOf(CurrencyCode),
    type: oneOf(DepositType.schema),
    status: oneOf(DepositStatus.schema),
    releaseDate: between(Day),
    holdDate: between(Day),
    depositNo: numbered("MD"),
    settlementBatchNo: exact(field(z.string().trim().max(40), { kind: "code" })),
  },
  sortBy: ["releaseDate", "holdDate", "amount", "remainAmount"],
  defaultSort: { field: "releaseDate", order: "asc", comingFirst: true },
} as const;

/** The version that was read binds a step to the very hold that was seen. */
const idAndVersion = { id: MerDepositId, version: Version };
const place = { merchantId: MerchantId, currency: CurrencyCode, mode: BookInput };
const narrowing = { mode: BookInput, currency: CurrencyCode.optional(), merchantId: MerchantId.optional() };

/** Told when one was added or changed. */
export const merDepositTopic = "merDeposit.changed";

export const merDeposit = defineResource({
  name: "merDeposit",
  record: MerDeposit,
  refusals: {
    invalidTransition: { status: 409 },
    exceedsRemaining: { status: 422, field: "amount" },
    aboveTarget: { status: 422, field: "amount" },
    bankAccountNeeded: { status: 422, field: "bankAccount" },
    bankAccountUnfit: { status: 422, field: "bankAccount" },
    dateNotLater: { status: 422, field: "releaseDate" },
    noLoss: { status: 409 },
    exceedsLoss: { status: 422, field: "amount" },
    exceedsUsable: { status: 422, field: "amount" },
    altered: { status: 409 },
    notNegative: { status: 409 },
    tooEarly: { status: 409 },
  },
  operations: {
    /** Holds of one mode, live unless told; what is released next comes first. */
    page: list(MerDeposit, spec),
    detail: query(z.object({ id: MerDepositId }), MerDepositDetail),
    /** What is held, a currency at a time, that with the most first. */
    figures: query(z.object({ mode: BookInput, merchantId: MerchantId.optional() }), z.array(DepositFigures)),
    /** What goes back when: what is held by its day, and of the past what went back. */
    schedule: query(
      z.object({ ...narrowing, from: Day.optional(), to: Day.optional() }),
      z.object({ days: z.array(DepositDay), closed: z.array(Day) }),
    ),
    /** What happened to holds lately, the latest first. */
    moves: query(z.object(narrowing), z.array(DepositMove)),
    /** Balances below nothing, the longest first. */
    negatives: query(z.object({ mode: BookInput }), z.array(NegativeBalance), { for: "operator" }),
    usePreview: query(z.object({ id: MerDepositId, amount: PositiveAmount.optional() }), DepositUse, {
      for: "operator",
    }),
    /** Adds a fixed deposit, from the balance or paid in by bank; real money paid in takes a second person. */
    add: command(
      z.object({
        ...place,
        source: z.enum(["balance_transfer", "merchant_topup"]),
        amount: PositiveAmount,
        /** Of ours, into which it was paid: a verified funding account. */
        bankAccount: reference("fundingAccount").nullish(),
        /** Held until told otherwise where it has none. */
        releaseDate: Day.nullish(),
        reason: Reason,
      }),
      z.object({ id: MerDepositId, depositNo: Code }),
      {
        for: "operator",
        stepUp: true,
        secondPerson: whereChanged("merDeposits", ["bankAccount"], ofRealMoney),
        refusals: ["aboveTarget", "bankAccountNeeded", "bankAccountUnfit", "dateNotLater"],
      },
    ),
    /** Releases before the day, all that is left or a part. On its day a hold is released by itself. */
    release: command(z.object({ ...idAndVersion, amount: PositiveAmount.nullish(), reason: Reason }), Done, {
      for: "operator",
      stepUp: true,
      secondPerson: whereChanged("merDeposits", ["releasedAmount"], ofRealMoney),
      refusals: ["invalidTransition", "exceedsRemaining", "altered"],
    }),
    freeze: command(z.object({ ...idAndVersion, reason: Reason }), Done, {
      for: "operator",
      stepUp: true,
      refusals: ["invalidTransition", "altered"],
    }),
    unfreeze: command(z.object({ ...idAndVersion, reason: Reason }), Done, {
      for: "operator",
      stepUp: true,
      refusals: ["invalidTransition", "altered"],
    }),
    /** Covers a loss of the merchant of a hold: the oldest hold gives first. All of the loss unless told. */
    use: command(
      z.object({ id: MerDepositId, amount: PositiveAmount.nullish(), reason: Reason }),
      z.object({ amount: z.string() }),
      {
        for: "operator",
        stepUp: true,
        refusals: ["noLoss", "exceedsLoss", "exceedsUsable", "altered"],
      },
    ),
    /** Moves the release to a later day, and on to the next business day. */
    extend: command(z.object({ ...idAndVersion, releaseDate: Day, reason: Reason }), Done, {
      for: "operator",
      stepUp: true,
      refusals: ["invalidTransition", "dateNotLater", "altered"],
    }),
    /** Gives up what a merchant owes since half a year. */
    writeOff: command(z.object({ negativeId: NegativeBalanceId, version: Version, reason: Reason }), Done, {
      for: "operator",
      stepUp: true,
      secondPerson: whereChanged("negativeBalances", ["writtenOffAmount"], ofRealMoney),
      refusals: ["notNegative", "tooEarly"],
    }),
    export: exportOf(spec),
  },
  menu: {
    path: "/finance/deposit",
    component: "mer-deposit/mer-deposit.list",
    icon: "piggy-bank",
    order: 130,
    ownTitle: text3("Reserve", "保证金", "保證金"),
  },
  messages: merDepositMessages,
});
