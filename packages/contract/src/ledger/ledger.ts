import { z } from "zod";
import { Day, field, Instant, Integer } from "../kit/field.ts";
import { between, exact, oneOf } from "../kit/list.ts";
import { list, query } from "../kit/operation.ts";
import { defineResource } from "../kit/resource.ts";
import { MerchantId } from "../merchant/merchant.ts";
import { PaymentMode } from "../payment-enumerations.ts";
import { ledgerMessages } from "./ledger.messages.ts";
import { LedgerEvent } from "./ledger-enumerations.ts";
import { AccountCode, BookedCurrency, JournalId, SignedAmount } from "./ledger-fields.ts";

const code = field(z.string(), { kind: "code" });

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
  eventId: code,
  part: code,
  orderId: code.nullable(),
  /** The day the entry counts for. */
  effectiveDate: Day,
  postedAt: Instant,
  description: z.string(),
  operatorName: z.string().nullable(),
  reversalOf: JournalId.nullable(),
});
export type Journal = z.output<typeof Journal>;

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
  prevHash: code.nullable(),
  hash: code.nullable(),
});
export type JournalDetail = z.output<typeof JournalDetail>;

/** Looser than the fields: a filter is read while it is being typed. */
const code64 = field(z.string().trim().max(64), { kind: "code" });

const journals = {
  filters: {
    merchantId: exact(code64),
    id: exact(code64),
    mode: exact(PaymentMode.schema),
    event: oneOf(LedgerEvent.schema),
    orderId: exact(code64),
    eventId: exact(code64),
    postedAt: between(Instant),
    effectiveDate: between(Day),
  },
  sortBy: ["postedAt"],
  defaultSort: { field: "postedAt", order: "desc" },
} as const;

export const ledger = defineResource({
  name: "ledger",
  record: Journal,
  operations: {
    /** The journals of every merchant in reach; of the live book unless told. */
    page: list(Journal, journals, { path: "journalPage" }),
    journal: query(z.object({ merchantId: MerchantId, id: JournalId }), JournalDetail, {
      refusals: ["insufficientBalance", "periodClosed"],
    }),
  },
  menu: { parent: "finance", path: "/finance/ledger", component: "ledger/ledger.list", icon: "book-open", order: 900 },
  messages: ledgerMessages,
});
