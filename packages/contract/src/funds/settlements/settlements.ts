import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, doerName, Flag, field, Instant, Integer, Version } from "../../kit/field.ts";
import { between, exact, listInput, numbered, oneOf, pageOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { amounts, Currency, idOf, modeFilter, Rate6, signedAmountIn } from "../../payment-fields.ts";
import { ofRealMoney, whereChanged } from "../../platform/second-person.ts";
import { cashout } from "../cashout/cashout.ts";
import { SettlementLineType } from "../ledger/ledger-enumerations.ts";
import { BookedCurrency, BookInput, JournalId, Reason } from "../ledger/ledger-fields.ts";
import { SettlementLine } from "../ledger/settlement-line.ts";
import { SettlementBlock, SettlementStatus, SettlementVoidCause } from "./settlement-enumerations.ts";
import { settlementsMessages } from "./settlements.messages.ts";

/** Id of a settlement batch. */
export const SettlementBatchId = idOf("bat");

const amount = signedAmountIn("currency");
const words = z.string().nullable();

/** What is settled of a merchant's book and currency on one day: every line that fell due, and what they come to. */
export const Settlement = z.object({
  id: SettlementBatchId,
  batchNo: Code,
  merchantId: MerchantId,
  merchantName: words,
  mode: PaymentMode.schema,
  currency: BookedCurrency,
  /** The day it is settled: the value date of its money, in the merchant's settlement zone. */
  date: Day,
  /** What was booked from here on until `periodTo`, not included; none until it is closed. */
  periodFrom: Instant.nullable(),
  periodTo: Instant.nullable(),
  status: SettlementStatus.schema,
  isOnHold: Flag,
  /** Why risk holds it back. */
  holdReason: operatorOnly(words),
  /** What keeps it from going on by itself. */
  blockedBy: operatorOnly(SettlementBlock.schema),
  /** What its lines come to, before the reserve; less than none where the merchant owes it. */
  amount,
  grossAmount: amount,
  /** Transaction, gateway and refund fees without tax, less what of them went back. */
  feeAmount: amount,
  refundAmount: amount,
  disputeAmount: amount,
  penaltyAmount: amount,
  /** Tax on all fees and penalties. */
  taxAmount: amount,
  adjustmentAmount: amount,
  /** What of it is held back as reserve, at which share of the gross amount, and until when. */
  reserveAmount: amount,
  reserveRatio: Rate6.nullable(),
  reserveReleaseDate: Day.nullable(),
  /** The reserve that is still held. */
  frozenAmount: amount,
  /** What of it may be withdrawn: none before it is settled. */
  availableAmount: amount,
  /** What withdrawals took of it, the oldest batch first. */
  withdrawnAmount: amount,
  lineCount: Integer,
  /** SHA-256 over its lines in their order; none until it is closed. */
  checksum: operatorOnly(Code),
  billId: Code.nullable(),
  closedTime: Instant.nullable(),
  closeUserName: doerName(),
  confirmedTime: Instant.nullable(),
  settledTime: Instant.nullable(),
  journalId: operatorOnly(JournalId),
  voidCause: SettlementVoidCause.schema.nullable(),
  voidReason: operatorOnly(words),
  voidTime: Instant.nullable(),
  version: Version,
});
export type Settlement = z.output<typeof Settlement>;

/** As many withdrawals are told with a batch, the latest; their list finds the others. */
export const withdrawalsShown = 50;

/** What a withdrawal, or a payout order, took of a batch. */
const BatchWithdrawal = z.object({
  sourceType: z.enum(["cashout", "payout_order"]),
  sourceId: field(z.string(), { kind: "id" }),
  sourceNo: Code,
  amount,
  currency: BookedCurrency,
  time: Instant,
});

/** A batch with what may be done about it as it stands, whoever is allowed to. */
export const SettlementDetail = Settlement.extend({
  /** What took its money, the latest first. */
  withdrawals: z.array(BatchWithdrawal),
  /** When it is closed by itself; null once it is. */
  closesAt: Instant.nullable(),
  /** Whether the merchant's terms let it be confirmed and settled by itself. */
  isAutomatic: operatorOnly(Flag),
  can: z.object({
    close: Flag,
    confirm: Flag,
    settle: Flag,
    hold: Flag,
    releaseHold: Flag,
    void: Flag,
  }),
});
export type SettlementDetail = z.output<typeof SettlementDetail>;

/** Where a merchant stands in one currency: what is collected, what is under way, and what can be withdrawn. */
export const SettlementPosition = z.object({
  currency: BookedCurrency,
  /** Everything that is not settled yet. */
  pendingAmount: amount,
  /** Of that, what no closed batch holds. */
  openAmount: amount,
  /** In batches that are closed and not settled. */
  batchedAmount: amount,
  /** Of that, what risk holds back. */
  heldAmount: amount,
  availableAmount: amount,
  reserveAmount: amount,
  frozenAmount: amount,
  inTransitAmount: amount,
  withdrawableAmount: amount,
  /** The next batch that settles, with what it comes to as things stand. */
  next: z.object({ id: SettlementBatchId, batchNo: Code, date: Day, amount, currency: BookedCurrency }).nullable(),
  /** The last one that did. */
  last: z.object({ id: SettlementBatchId, batchNo: Code, date: Day, amount, currency: BookedCurrency }).nullable(),
});
export type SettlementPosition = z.output<typeof SettlementPosition>;

const spec = {
  filters: {
    mode: modeFilter,
    date: between(Day),
    merchantId: oneOf(MerchantId),
    currency: oneOf(Currency),
    status: oneOf(SettlementStatus.schema),
    isOnHold: exact(Flag),
    amount: amounts("currency"),
    batchNo: numbered("BT"),
    blockedBy: oneOf(SettlementBlock.schema),
  },
  sortBy: ["date", "amount", "lineCount"],
  defaultSort: { field: "date", order: "desc" },
} as const;

/** What the lines of one batch are found and sorted by. */
export const batchLinesSpec = {
  filters: { lineType: oneOf(SettlementLineType.schema) },
  sortBy: ["bookedTime"],
  defaultSort: { field: "bookedTime", order: "desc" },
} as const;

const ById = z.object({ id: SettlementBatchId });
/** The version that was read binds a decision to the very batch that was seen. */
const idAndVersion = { id: SettlementBatchId, version: Version };
const Several = z.object({ ids: z.array(SettlementBatchId).min(1).max(100) });
const place = { merchantId: MerchantId, currency: BookedCurrency, mode: BookInput };

/** Told when one was made or changed. */
export const settlementsTopic = "settlements.changed";

export const settlements = defineResource({
  name: "settlements",
  record: Settlement,
  refusals: {
    invalidTransition: { status: 409 },
    nothingToClose: { status: 409 },
    notNext: { status: 409 },
    unreconciled: { status: 409 },
    noTerms: { status: 409 },
    linesChanged: { status: 409 },
    altered: { status: 409 },
    billNotIssued: { status: 409 },
    onHold: { status: 409 },
    notOnHold: { status: 409 },
    notDue: { status: 409 },
    belowMinimum: { status: 409, field: "reason" },
    otherMerchant: { status: 403, field: "merchantId" },
  },
  operations: {
    /** Batches of one mode, live unless told. */
    page: list(Settlement, spec),
    detail: query(ById, SettlementDetail),
    /** The lines of one batch, a page of them at a time. */
    lines: query(z.object({ ...listInput(batchLinesSpec).shape, id: SettlementBatchId }), pageOf(SettlementLine), {
      method: "POST",
    }),
    position: query(z.object(place), SettlementPosition),
    /**
     * Closes the next batch now instead of at its cut-off, and the one that is named only if it is the next; with a reason,
     * also one below the least amount that is settled.
     */
    close: command(
      z.object({ ...place, batchId: SettlementBatchId.nullish(), reason: Reason.nullish() }),
      z.object({ id: SettlementBatchId, batchNo: Code, status: SettlementStatus.schema }),
      {
        for: "operator",
        stepUp: true,
        refusals: ["nothingToClose", "notNext", "noTerms", "onHold", "belowMinimum", "altered"],
      },
    ),
    /** Says that closed batches may be settled, once their bills are issued. All of them or none. */
    confirm: command(Several, Done, {
      for: "operator",
      stepUp: true,
      refusals: ["invalidTransition", "billNotIssued", "unreconciled", "linesChanged", "altered"],
    }),
    /** Moves what confirmed batches come to into the available balance. All of them or none. */
    settle: command(Several, Done, {
      for: "operator",
      stepUp: true,
      refusals: ["invalidTransition", "onHold", "notDue", "billNotIssued", "linesChanged", "altered"],
    }),
    /** Asks for what is settled of a merchant's balance, as the merchant's own people do among its withdrawals. */
    applyWithdrawal: command(
      cashout.operations.add.input.omit({ quoteId: true }).extend({ merchantId: MerchantId }),
      cashout.operations.add.output,
      { stepUp: true, refusals: ["otherMerchant"] },
    ),
    /** Keeps a batch from being settled. */
    hold: command(z.object({ ...idAndVersion, reason: Reason }), Done, {
      for: "operator",
      stepUp: true,
      refusals: ["invalidTransition", "onHold", "altered"],
    }),
    releaseHold: command(z.object({ ...idAndVersion, reason: Reason }), Done, {
      for: "operator",
      stepUp: true,
      refusals: ["notOnHold", "altered"],
    }),
    /** Ends a batch that is not settled; its lines wait for the next one. Of real money, somebody else has to agree. */
    void: command(z.object({ ...idAndVersion, reason: Reason }), Done, {
      for: "operator",
      stepUp: true,
      secondPerson: whereChanged("settlementBatches", ["status"], ofRealMoney),
      refusals: ["invalidTransition", "onHold", "altered"],
    }),
    export: exportOf(spec),
  },
  menu: {
    path: "/finance/settlement",
    component: "settlements/settlements.list",
    icon: "calendar-check",
    order: 130,
  },
  messages: settlementsMessages,
});
