import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, doerName, Flag, field, Instant, Integer, Version } from "../../kit/field.ts";
import { between, exact, oneOf } from "../../kit/list.ts";
import { command, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { amounts, CurrencyCode, idOf, modeFilter, signedAmountIn } from "../../payment-fields.ts";
import { ofRealMoney, type SecondPersonPolicy, whereChanged } from "../../platform/second-person.ts";
import { reference, storedReference } from "../../references.ts";
import { Reason } from "../ledger/ledger-fields.ts";
import {
  BankLineStatus,
  BankLineType,
  BankMatch,
  BankRefType,
  BankResolution,
  BankSuspenseCause,
} from "./bank-enumerations.ts";
import { bankLineMessages } from "./bank-line.messages.ts";
import { BankStatementId } from "./bank-statement.ts";

/** Id of a line of a bank statement: made by the server. */
const BankLineId = idOf("bsl");
const amount = signedAmountIn("currency");
const words = z.string().nullable();

/** Lines that are ended at once. */
const bankLinesAtOnce = 200;

/** One line of a bank statement beside what our books say. More than none came in, less went out. */
export const BankLine = z.object({
  id: BankLineId,
  statementId: BankStatementId,
  statementNo: Code,
  mode: PaymentMode.schema,
  payoutAccountId: storedReference("fundingAccount"),
  accountName: z.string(),
  lineNo: Integer,
  type: BankLineType.schema,
  bookingDate: Day,
  valueDate: Day,
  currency: CurrencyCode,
  amount,
  /** The bank's code of what it did, its number of the line, and the number that whoever paid gave it. */
  bankCode: Code,
  bankRef: Code,
  endToEndId: Code,
  partyName: field(z.string(), { kind: "text", personal: true }),
  /** The last characters of the other account's number; the rest is not kept. */
  partyAccount: Code,
  remittance: field(z.string(), { kind: "text", personal: true }),
  ourMerchantId: MerchantId.nullable(),
  merchantName: words,
  ourRefType: BankRefType.schema.nullable(),
  ourRefId: Code.nullable(),
  ourRefNo: Code.nullable(),
  /** By which it is opened: the withdrawal of a transfer, the reconciliation of a file. */
  ourSourceId: Code.nullable(),
  ourSourceNo: Code.nullable(),
  /** Another currency than the line's where an account of ours paid what is booked at another one. */
  ourCurrency: CurrencyCode,
  ourAmount: signedAmountIn("ourCurrency").nullable(),
  ourDate: Day.nullable(),
  matchStatus: BankMatch.schema.nullable(),
  /** What the bank says was ordered in another currency than the line's. */
  toldCurrency: CurrencyCode.nullable(),
  toldAmount: signedAmountIn("toldCurrency").nullable(),
  /** The mid rate of an exchange, and what it differs from that: more than none for a loss. */
  exchangeRate: z.string().nullable(),
  exchangeAmount: amount.nullable(),
  /** What of the line is not in our books. */
  difference: amount,
  /** What was booked as a charge, as a loss, and what stands in suspense: more than none for what we are short of. */
  chargeAmount: amount,
  lossAmount: amount,
  suspenseAmount: amount,
  status: BankLineStatus.schema,
  resolution: BankResolution.schema.nullable(),
  remark: words,
  resolveUserName: doerName(),
  resolveTime: Instant.nullable(),
  since: Instant,
  version: Version,
});
export type BankLine = z.output<typeof BankLine>;

/** What ending lines would do. */
export const BankPlan = z.object({
  count: Integer,
  currency: CurrencyCode,
  amount,
  effects: z.array(
    z.object({
      resolution: BankResolution.schema,
      /** The event that is booked; none where nothing is. */
      event: Code.nullable(),
      count: Integer,
      currency: CurrencyCode,
      amount,
      /** What rates cost us: more than none for a loss; null where nothing is exchanged. */
      exchangeAmount: amount.nullable(),
    }),
  ),
  /** Whether a second person has to agree. */
  takesTwo: Flag,
});
export type BankPlan = z.output<typeof BankPlan>;

/** A record of ours that a line may stand against. */
export const BankCandidate = z.object({
  ourRefType: BankRefType.schema,
  ourRefId: Code,
  ourRefNo: Code,
  ourSourceNo: Code,
  ourMerchantId: MerchantId,
  merchantName: words,
  currency: CurrencyCode,
  amount,
  date: Day,
});
export type BankCandidate = z.output<typeof BankCandidate>;

/** What of a line stands against a record of ours, where a line pays several or several are one. */
export const BankPart = z.object({
  ourRefType: BankRefType.schema,
  ourRefId: Code,
  ourRefNo: Code,
  ourSourceId: Code,
  ourSourceNo: Code,
  merchantName: words,
  currency: CurrencyCode,
  amount,
  date: Day,
});
export type BankPart = z.output<typeof BankPart>;

/** What a line may be matched together with: other open lines of its account, and records that nothing stands against. */
export const BankCombinable = z.object({
  lines: z.array(
    z.object({
      id: BankLineId,
      version: Version,
      statementNo: Code,
      lineNo: Integer,
      bookingDate: Day,
      partyName: field(z.string(), { kind: "text", personal: true }),
      currency: CurrencyCode,
      amount,
    }),
  ),
  /** Those that the line names first. */
  records: z.array(BankCandidate.extend({ isNamed: Flag })),
});
export type BankCombinable = z.output<typeof BankCombinable>;

/** What matching together would do, and whether both sides come to the same. */
export const BankCombination = BankPlan.extend({ ourAmount: amount });
export type BankCombination = z.output<typeof BankCombination>;

const spec = {
  filters: {
    mode: modeFilter,
    statementId: exact(BankStatementId),
    payoutAccountId: oneOf(reference("fundingAccount")),
    status: oneOf(BankLineStatus.schema),
    matchStatus: oneOf(BankMatch.schema),
    type: oneOf(BankLineType.schema),
    endToEndId: exact(field(z.string().trim().max(64), { kind: "code" })),
    amount: amounts("currency"),
    bookingDate: between(Day),
  },
  sortBy: ["bookingDate", "since", "lineNo"],
  defaultSort: { field: "since", order: "asc" },
} as const;

const Several = z
  .array(z.object({ id: BankLineId, version: Version }))
  .min(1)
  .max(bankLinesAtOnce);
/** Records that are matched together with lines. */
const recordsAtOnce = 200;
const Records = z
  .array(z.object({ ourRefType: BankRefType.schema, ourRefId: field(z.string().max(64), { kind: "id" }) }))
  .min(1)
  .max(recordsAtOnce);
const combining = [
  "invalidTransition",
  "notOneSide",
  "repeated",
  "otherAccount",
  "counterpartUnknown",
  "counterpartTaken",
  "recordUnready",
] as const;
const LineResolutionName = z.enum(["confirm", "charge", "suspense"]);

const policies: readonly SecondPersonPolicy[] = [
  // Two people said that a transfer was not paid: two say that it was.
  whereChanged("payouts", ["failureCode"], ofRealMoney),
  whereChanged("cashouts", ["returnedAmount"], ofRealMoney),
  whereChanged("payoutOrders", ["returnedAmount"], ofRealMoney),
  whereChanged("reconBatches", ["receivedAmount"], ofRealMoney),
  whereChanged("bankLines", ["chargeAmount", "lossAmount", "suspenseAmount", "exchangeRate"], ofRealMoney),
];

/**
 * Whatever says that real money came or went for another reason than somebody decided before: what was given up, a return,
 * what a gateway paid, a charge, a loss, suspense, another currency than was booked.
 */
const takesTwo: SecondPersonPolicy = (changes) => policies.some((policy) => policy(changes));

export const bankLine = defineResource({
  name: "bankLine",
  record: BankLine,
  for: "operator",
  refusals: {
    invalidTransition: { status: 409 },
    mixed: { status: 422, field: "items" },
    repeated: { status: 422, field: "items" },
    nothingToConfirm: { status: 422, field: "resolution" },
    notBookedYet: { status: 422, field: "resolution" },
    nothingToBook: { status: 422, field: "resolution" },
    counterpartUnknown: { status: 422, field: "ourRefId" },
    counterpartTaken: { status: 409, field: "ourRefId" },
    exceedsPayout: { status: 409 },
    noRateExplains: { status: 422, field: "resolution" },
    notOneSide: { status: 422, field: "records" },
    otherAccount: { status: 422, field: "items" },
    sumsDiffer: { status: 422, field: "records" },
    recordUnready: { status: 409, field: "records" },
    altered: { status: 409 },
  },
  operations: {
    /** Lines of one mode, live unless told; those of one statement where it is named. */
    page: list(BankLine, spec),
    detail: query(z.object({ id: BankLineId }), BankLine),
    /** What ending lines would do. Does nothing. */
    plan: query(
      z.object({
        ids: z.array(BankLineId).min(1).max(bankLinesAtOnce),
        resolution: LineResolutionName.or(BankSuspenseCause.schema),
      }),
      BankPlan,
      {
        method: "POST",
        refusals: [
          "invalidTransition",
          "mixed",
          "nothingToConfirm",
          "notBookedYet",
          "nothingToBook",
          "exceedsPayout",
          "noRateExplains",
        ],
      },
    ),
    /** Records of ours that nothing stands against, of the same amount within a week. */
    candidates: query(z.object({ id: BankLineId }), z.array(BankCandidate)),
    /**
     * Ends lines of one statement and cause. Confirming carries out what the match says: a withdrawal paid by hand is marked
     * as paid, a return is booked, and what a gateway paid.
     */
    resolve: command(
      z.object({ items: Several, resolution: LineResolutionName, reason: Reason }),
      z.object({ count: Integer }),
      {
        stepUp: true,
        secondPerson: takesTwo,
        refusals: [
          "invalidTransition",
          "mixed",
          "repeated",
          "nothingToConfirm",
          "notBookedYet",
          "nothingToBook",
          "exceedsPayout",
          "noRateExplains",
          "altered",
        ],
      },
    ),
    /** Lets a line stand against a record of ours that somebody found. What it says is confirmed afterwards. */
    rematch: command(
      z.object({
        id: BankLineId,
        version: Version,
        ourRefType: BankRefType.schema,
        ourRefId: field(z.string().max(64), { kind: "id" }),
        reason: Reason,
      }),
      z.object({ matchStatus: BankMatch.schema.nullable() }),
      { stepUp: true, refusals: ["invalidTransition", "counterpartUnknown", "counterpartTaken", "altered"] },
    ),
    /** What of a line stands against which record; none but for lines that were matched together. */
    parts: query(z.object({ id: BankLineId }), z.array(BankPart)),
    /** What a line may be matched together with, within two weeks. */
    combinable: query(z.object({ id: BankLineId }), BankCombinable),
    /** What matching together would do. Does nothing. */
    planCombining: query(
      z.object({ ids: z.array(BankLineId).min(1).max(bankLinesAtOnce), records: Records }),
      BankCombination,
      {
        method: "POST",
        refusals: combining,
      },
    ),
    /**
     * Matches one line with several records, or several lines with one, that come to the same, and carries out what that
     * says: transfers are marked as paid, returns and what gateways paid are booked.
     */
    combine: command(z.object({ items: Several, records: Records, reason: Reason }), z.object({ count: Integer }), {
      stepUp: true,
      secondPerson: takesTwo,
      refusals: [...combining, "sumsDiffer", "altered"],
    }),
    /** Books what stands in suspense to its cause, or has it matched after all. */
    settle: command(
      z.object({ items: Several, cause: BankSuspenseCause.schema, reason: Reason }),
      z.object({ count: Integer }),
      { stepUp: true, secondPerson: takesTwo, refusals: ["invalidTransition", "mixed", "repeated", "altered"] },
    ),
    export: exportOf(spec, { stepUp: true }),
  },
  menu: { path: "/finance/bank-line", component: "bank-statement/bank-line.list", icon: "list-checks", order: 149 },
  messages: bankLineMessages,
});
