import { z } from "zod";
import { Code, Day, doerName, Flag, field, Instant, Version } from "../../kit/field.ts";
import { command, Done } from "../../kit/operation.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { CurrencyCode, idOf, signedAmountIn } from "../../payment-fields.ts";
import { ofRealMoney, whereChanged } from "../../platform/second-person.ts";
import { WithdrawFeeMode } from "../../terms-enumerations.ts";
import { PayoutDifference, PayoutFailure } from "./cashout-enumerations.ts";

/** What the amount of money on its way out and its fee come to. */
export const pricedOutbound = {
  currency: CurrencyCode,
  amount: signedAmountIn("currency"),
  feeMode: WithdrawFeeMode.schema,
  feeAmount: signedAmountIn("currency"),
  /** What leaves the balance: the amount, with the fee where it comes on top. */
  debitedAmount: signedAmountIn("currency"),
  /** What is sent, or exchanged: without the fee. */
  sentAmount: signedAmountIn("currency"),
} as const;

/** What was decided about it, and what became of its transfer. */
export const outcomeIn = (currencyField: string) => ({
  auditUserName: doerName(),
  auditTime: Instant.nullable(),
  auditRemark: z.string().nullable(),
  payoutNo: operatorOnly(Code),
  bankReference: Code.nullable(),
  failureCode: PayoutFailure.schema.nullable(),
  /** In the provider's words. */
  failureMessage: operatorOnly(z.string()),
  paidTime: Instant.nullable(),
  returnedTime: Instant.nullable(),
  returnedAmount: signedAmountIn(currencyField).nullable(),
  finishedTime: Instant.nullable(),
  /** Whether the reader asked for it, and so cannot approve it. */
  isOwn: Flag,
  version: Version,
});

/** What of it one batch had brought; no batch where that is null. */
export const BatchShare = z.object({
  batchId: idOf("bat").nullable(),
  batchNo: Code.nullable(),
  date: Day.nullable(),
  amount: signedAmountIn("currency"),
  currency: CurrencyCode,
});

/** What may be done with it as it stands, whoever is allowed to. */
export const outboundAbilities = {
  cancel: Flag,
  submit: Flag,
  approve: Flag,
  reject: Flag,
  execute: Flag,
  mark: Flag,
  markReturned: Flag,
  resolveDifference: Flag,
  sync: Flag,
};

/** What is left of the balance by a price, and whether somebody has to approve it. */
export const outboundForecast = {
  withdrawable: signedAmountIn("currency"),
  availableAfter: signedAmountIn("currency"),
  /** Whether somebody has to approve it. */
  takesApproval: Flag,
};

/** Why it cannot be asked for, approved or paid, and why its transfer takes no such step. */
export const outboundRefusals = {
  amountInvalid: { status: 422, field: "amount" },
  dailyLimit: { status: 422, field: "amount" },
  otherCurrencyNegative: { status: 409 },
  termsMissing: { status: 409 },
  merchantAlone: { status: 403 },
  invalidTransition: { status: 409 },
  ownRequest: { status: 403 },
  ownKey: { status: 403 },
  approvedAlready: { status: 409 },
  fundingMissing: { status: 409 },
  returnExceeds: { status: 422, field: "amount" },
  noDifference: { status: 409 },
  otherCurrency: { status: 422, field: "cause" },
  nothingToAsk: { status: 409 },
  sentByProvider: { status: 409 },
  referenceTaken: { status: 409, field: "bankReference" },
  altered: { status: 409 },
} as const;

/** Why somebody says or decides something. */
export const OutboundRemark = field(z.string().trim().min(1).max(200), { kind: "longText" });

/** Live unless told. */
export const outboundMode = PaymentMode.schema.default("live");

/** As it was typed, in minor units: what is wrong with it is said in the words that merchants know. */
export const enteredAmount = (currencyField: string) => field(z.string().max(40), { kind: "money", currencyField });

/** What is done about its transfer, whoever it goes to. */
export const transferCommands = <Id extends z.ZodType<string>>(id: Id) => {
  const naming = { id, version: Version };
  return {
    /** Paid at a bank by hand, with the bank's number of it. */
    markPaid: command(
      z.object({ ...naming, bankReference: field(z.string().trim().min(1).max(64), { kind: "code" }) }),
      Done,
      { for: "operator", stepUp: true, refusals: ["invalidTransition", "sentByProvider", "referenceTaken", "altered"] },
    ),
    /** Not paid and not to be paid: a transfer whose outcome nobody knows is asked about first. */
    markFailed: command(z.object({ ...naming, failureCode: PayoutFailure.schema, remark: OutboundRemark }), Done, {
      for: "operator",
      stepUp: true,
      // What was on its way, through a provider or by hand, is given up by two people: the merchant has it again.
      secondPerson: whereChanged("payouts", ["status"], ofRealMoney),
      refusals: ["invalidTransition", "sentByProvider", "altered"],
    }),
    /** Says who bears what the provider paid otherwise than asked, and books it there. Real money takes a second person. */
    resolveDifference: command(z.object({ ...naming, cause: PayoutDifference.schema, note: OutboundRemark }), Done, {
      for: "operator",
      stepUp: true,
      secondPerson: whereChanged("payouts", ["differenceCause"], ofRealMoney),
      refusals: ["noDifference", "otherCurrency", "altered"],
    }),
    /** Asks the provider now how the payout stands. */
    sync: command(z.object({ id }), Done, { for: "operator", refusals: ["nothingToAsk"] }),
  };
};
