import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, field, Instant, Integer } from "../../kit/field.ts";
import { between, contains, exact, listInput, oneOf } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { Currency, modeFilter } from "../../payment-fields.ts";
import { ledgerMessages } from "./ledger.messages.ts";
import { LedgerEvent, LedgerLaw, PeriodStatus, VerificationStatus } from "./ledger-enumerations.ts";
import {
  AccountCode,
  BookedCurrency,
  BookInput,
  FilterCode,
  JournalId,
  Reason,
  SignedAmount,
} from "./ledger-fields.ts";
import { AccountMovements, Explanation } from "./ledger-movements.ts";

/** One event as it stands in a book. */
export const Journal = z.object({
  id: JournalId,
  merchantId: MerchantId,
  merchantName: z.string().nullable(),
  mode: PaymentMode.schema,
  /** Counts the journals of a book without gaps. */
  seq: Integer,
  event: LedgerEvent.schema,
  /** The record the event happened to. */
  eventId: Code,
  part: Code,
  orderId: Code.nullable(),
  /** What its postings come to, in the currency of the first of them. */
  amount: SignedAmount,
  currency: BookedCurrency,
  /** The accounts on either side, in the order of the postings. */
  debitAccounts: z.array(Code),
  creditAccounts: z.array(Code),
  /** The day the entry counts for. */
  effectiveDate: Day,
  postedAt: Instant,
  description: z.string(),
  operatorName: z.string().nullable(),
  reversalOf: JournalId.nullable(),
});
export type Journal = z.output<typeof Journal>;

/** A posting of a journal, as a row of an exported file: the accounts and the amount that moved between them. */
export const JournalPosting = z.object({
  line: Integer,
  debitAccount: AccountCode,
  creditAccount: AccountCode,
  amount: SignedAmount,
  currency: BookedCurrency,
});

/** One side of a posting, with what its account held afterwards. */
export const JournalLeg = z.object({
  line: Integer,
  accountCode: AccountCode,
  direction: z.enum(["debit", "credit"]),
  amount: SignedAmount,
  currency: BookedCurrency,
  balanceAfter: SignedAmount,
});
export type JournalLeg = z.output<typeof JournalLeg>;

/** A journal with its legs, what undid it, and its place in the chain of seals. */
export const JournalDetail = Journal.extend({
  legs: z.array(JournalLeg),
  reversedBy: JournalId.nullable(),
  prevHash: Code.nullable(),
  hash: Code.nullable(),
});
export type JournalDetail = z.output<typeof JournalDetail>;

/** What an account holds, over all merchants in reach or of one. */
export const LedgerAccount = z.object({
  /** The code without its merchant where the row stands for all of them: `mer:*:pending:USD`. */
  accountCode: Code,
  kind: z.string(),
  currency: BookedCurrency,
  /** The side on which the balance counts as positive. */
  side: z.enum(["debit", "credit"]),
  amount: SignedAmount,
  merchants: Integer,
});
export type LedgerAccount = z.output<typeof LedgerAccount>;

/** What one merchant's account holds. */
export const MerchantAccount = z.object({
  id: Code,
  merchantId: MerchantId,
  merchantName: z.string(),
  mode: PaymentMode.schema,
  accountCode: AccountCode,
  kind: z.string(),
  currency: BookedCurrency,
  amount: SignedAmount,
});
export type MerchantAccount = z.output<typeof MerchantAccount>;

/** The balances of all accounts and, per currency, the sums of both sides, which are equal in a sound book. */
export const TrialBalance = z.object({
  asOf: Instant.nullable(),
  accounts: z.array(LedgerAccount),
  totals: z.array(z.object({ currency: BookedCurrency, debit: SignedAmount, credit: SignedAmount })),
});
export type TrialBalance = z.output<typeof TrialBalance>;

/** A law that did not hold, and the row that breaks it, by its names in the database. */
export const InvariantViolation = z.object({
  law: LedgerLaw.schema,
  /** Null, like the mode, where something of the whole installation is wrong. */
  merchantId: MerchantId.nullable(),
  mode: PaymentMode.schema.nullable(),
  /** Null for looks that did not name the row yet. */
  table: z.string().nullable(),
  /** The row's primary key without merchant and book, parts separated by blanks. */
  key: z.string(),
  /** Null where the row as a whole is meant. */
  column: z.string().nullable(),
  /** Null where there has to be nothing, and for a keyed digest, which is never told. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
  /** The variable that names the place outside with which the books disagree; null for what the books say of themselves. */
  place: z.string().nullable(),
});
export type InvariantViolation = z.output<typeof InvariantViolation>;

/** A look over all books, and what it found. */
export const Verification = z.object({
  id: Code,
  status: VerificationStatus.schema,
  startedBy: z.string(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  books: Integer,
  journals: z.number().int(),
  postings: z.number().int(),
  seals: z.number().int(),
  /** Days of which heads were told outside, all of them compared with the chains. */
  heads: Integer,
  violationCount: Integer,
  /** The first of them. */
  violations: z.array(InvariantViolation),
});
export type Verification = z.output<typeof Verification>;

const Month = field(z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/), { kind: "code" });

/** A month of the books. */
export const LedgerPeriod = z.object({
  month: Month,
  status: PeriodStatus.schema,
  updateTime: Instant.nullable(),
  updateUserName: z.string().nullable(),
});
export type LedgerPeriod = z.output<typeof LedgerPeriod>;

const journals = {
  filters: {
    merchantId: exact(MerchantId),
    mode: modeFilter,
    event: oneOf(LedgerEvent.schema),
    postedAt: between(Instant),
    effectiveDate: between(Day),
    orderId: exact(FilterCode),
    eventId: exact(FilterCode),
    id: exact(FilterCode),
  },
  sortBy: ["postedAt"],
  defaultSort: { field: "postedAt", order: "desc" },
} as const;

const accounts = {
  filters: {
    merchantId: exact(MerchantId),
    mode: modeFilter,
    accountCode: contains(160),
    currency: oneOf(Currency),
  },
  sortBy: ["accountCode", "amount"],
  defaultSort: { field: "accountCode", order: "asc" },
} as const;

const place = { merchantId: MerchantId, mode: BookInput, code: AccountCode };

export const ledger = defineResource({
  name: "ledger",
  record: Journal,
  for: "operator",
  refusals: {
    noSuchAccount: { status: 404 },
    alreadyVerifying: { status: 409 },
    monthNotOver: { status: 409 },
    insufficientBalance: { status: 409 },
    periodClosed: { status: 409 },
  },
  operations: {
    /** The journals of every merchant in reach. */
    page: list(Journal, journals, { path: "journalPage" }),
    journal: query(z.object({ merchantId: MerchantId, id: JournalId }), JournalDetail),
    /** The accounts of every merchant in reach, one by one. */
    /** What accounts hold, now or as of an instant; sorted by what they hold now. */
    accountPage: { ...list(MerchantAccount, accounts), input: listInput(accounts).extend({ asOf: Instant.nullish() }) },
    /** Why an account holds what it holds, now or at an instant. */
    explain: query(
      z.object({ ...place, asOf: Instant.optional(), cursor: z.string().max(64).optional() }),
      Explanation,
      {
        refusals: ["noSuchAccount"],
      },
    ),
    /** Opening, movements and closing of an account by effective dates, the first included and the last not. */
    accountStatement: query(z.object({ ...place, from: Day, to: Day }), AccountMovements, {
      refusals: ["noSuchAccount", "periodReversed"],
    }),
    trialBalance: query(
      z.object({
        mode: BookInput,
        merchantId: MerchantId.optional(),
        currency: BookedCurrency.optional(),
        asOf: Instant.optional(),
      }),
      TrialBalance,
    ),
    /** Looks over all books in the caller's reach in the background: a look for each tenant, by its id. */
    verify: command(Nothing, z.object({ ids: z.array(z.string()) }), { refusals: ["alreadyVerifying"] }),
    /** The latest looks over the books. */
    verificationPage: query(Nothing, z.array(Verification)),
    /** The months since the first journal. */
    periods: query(Nothing, z.array(LedgerPeriod)),
    /** Lets nothing more be dated in a month that is over. */
    closePeriod: command(z.object({ month: Month, reason: Reason }), Done, {
      refusals: ["monthNotOver"],
      stepUp: true,
    }),
    openPeriod: command(z.object({ month: Month, reason: Reason }), Done, { stepUp: true }),
    export: exportOf(journals),
  },
  menu: { path: "/finance/ledger", component: "ledger/ledger.list", icon: "book-open", order: 900 },
  messages: ledgerMessages,
});
