import { equals, exceeds, isPositive, type Money } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { open, seal } from "../../../platform/crypto/sealing.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { NewSealed } from "../../../platform/seals/sealed-rows.ts";
import type { PayoutBeneficiary, PayoutOutcome, PayoutQueryOutcome } from "../../gateways/connector/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { lockedBalances } from "../ledger/index.ts";
import type { PayoutAccountRow } from "../payout-account/index.ts";
import {
  askWait,
  maxStatusQueries,
  type PayoutFailureCode,
  type PayoutReportSource,
  type PayoutVerdict,
  payoutVerdict,
  type ReportedPayoutStatus,
  sendWait,
} from "./payout.policy.ts";
import {
  insertPayout,
  lockPayout,
  type PayoutChange,
  type PayoutRef,
  type PayoutRow,
  refOf,
  updatePayout,
} from "./payout.store.ts";

/** Queues that send transfers, and that query providers about them. */
export const payoutQueue = "payout.send";
export const payoutAskQueue = "payout.ask";

/** A provider's report about a transfer, from any source. */
export type ReportedPayout = PayoutOutcome | PayoutQueryOutcome;

/** How a transfer ended, for the owner of what it pays. */
export type PayoutEnd =
  /** With the amount paid: usually the one requested. */
  | { readonly kind: "paid"; readonly paid: Money }
  | { readonly kind: "failed"; readonly code: PayoutFailureCode; readonly message: string | null }
  /** Returned by the payee's bank, which deducted the rest. */
  | { readonly kind: "returned"; readonly received: Money };

/** The owner of what transfers pay: called in the same transaction, with the merchant's book locked. */
export interface PayoutOwner {
  /** Whether the seal of what a transfer pays matches. */
  readonly isGenuine: (by: Pick<Context, "db" | "seals">, payout: PayoutRow) => Promise<boolean>;
  readonly ended: (ctx: Context, payout: PayoutRow, end: PayoutEnd) => Promise<void>;
}

/** Inputs to a new transfer. */
export interface NewPayout {
  readonly source: { readonly type: PayoutRow["sourceType"]; readonly id: string; readonly no: string };
  readonly merchantId: string;
  readonly tenantId: number;
  readonly mode: PayoutRow["mode"];
  readonly amount: Money;
  readonly beneficiary: PayoutBeneficiary;
  readonly funding: PayoutAccountRow;
}

const placeOf = (id: string): string => `payout:${id}`;

/** Delay after which a recorded transfer that was never sent is sent, in milliseconds. */
const unsentAfterMs = 60_000;

/** A transfer that nobody was asked to make yet, with the payee as it is now. */
export function newPayoutRow({ now }: Pick<Context, "now">, ring: KeyRing, made: NewPayout): NewSealed<"payouts"> {
  const { source, merchantId, tenantId, mode, amount, beneficiary, funding } = made;
  const id = newId("pyt", now);
  return {
    merchantId,
    id,
    tenantId,
    payoutNo: businessNumber("PO", now),
    mode,
    sourceType: source.type,
    sourceId: source.id,
    sourceNo: source.no,
    fundingAccountId: funding.id,
    gatewayAccountId: funding.gatewayAccountId,
    currency: amount.currency,
    amount: toWire(amount),
    beneficiary: seal(ring, JSON.stringify(beneficiary), placeOf(id)),
    status: "created",
    nextRetryTime: funding.gatewayAccountId === null ? null : new Date(now.getTime() + unsentAfterMs).toISOString(),
    createTime: now.toISOString(),
  };
}

/**
 * Writes a transfer down; it is sent once that is committed, or by hand. The database takes one for each thing that it
 * carries out.
 */
export async function createPayout(ctx: Context, ring: KeyRing, made: NewPayout): Promise<PayoutRow> {
  const row = await insertPayout(ctx, newPayoutRow(ctx, ring, made));
  if (row.gatewayAccountId !== null) await ctx.enqueue({ queue: payoutQueue, data: refOf(row) });
  return row;
}

/** The payee of a transfer, decrypted, for the call that sends it. */
export const beneficiaryOf = (ring: KeyRing, { id, beneficiary }: PayoutRow): PayoutBeneficiary =>
  JSON.parse(open(ring, beneficiary, placeOf(id))) as PayoutBeneficiary;

export const amountOf = ({ amount, currency }: PayoutRow): Money => fromWire(amount, currency);

/** Our own refusals that no retry can fix. */
const lasting: readonly string[] = ["amount_not_representable", "invalid_amount", "invalid_transaction"];

/**
 * Most that can be returned: the amount paid, or the amount requested where the provider made up for the difference.
 * For a payment in another currency it is the amount requested, and a person enters how much arrived.
 */
export function returnableOf(payout: PayoutRow): Money {
  const { paidAmount, paidCurrency, currency, differenceCause } = payout;
  const isOther = paidAmount !== null && paidCurrency === currency && differenceCause !== "provider";
  return isOther ? fromWire(paidAmount, currency) : amountOf(payout);
}

/** Whether an amount can have been returned: part of the amount paid, in its currency. */
const mayHaveReturned = (payout: PayoutRow, told: Money): boolean => {
  const paid = returnableOf(payout);
  const isForeign = payout.paidCurrency !== null && payout.paidCurrency !== payout.currency;
  return !isForeign && told.currency === paid.currency && isPositive(told) && !exceeds(told, paid);
};

/** The part of a report that decides. An amount of zero is neither a success nor a return. */
function reportedStatusOf(payout: PayoutRow, report: ReportedPayout): ReportedPayoutStatus {
  switch (report.kind) {
    case "paid":
      return { kind: report.amount === null || isPositive(report.amount) ? "paid" : "unknown" };
    case "returned":
      return { kind: mayHaveReturned(payout, report.amount ?? returnableOf(payout)) ? "returned" : "unsound" };
    case "failed":
      if (payout.status === "paid" && !mayHaveReturned(payout, returnableOf(payout))) return { kind: "unsound" };
      return { kind: "failed", code: report.failureCode };
    case "refused":
      return { kind: "refused", code: report.upstreamCode };
    case "error":
      return { kind: "error", isLasting: lasting.includes(report.code) };
    default:
      return { kind: report.kind };
  }
}

/** The reported amount, or the whole amount where none is reported. */
const reportedAmountOf = (payout: PayoutRow, report: ReportedPayout): Money =>
  ("amount" in report ? report.amount : null) ?? (report.kind === "paid" ? amountOf(payout) : returnableOf(payout));

const messageOf = (report: ReportedPayout): string | null => {
  const said =
    "upstreamMessage" in report ? report.upstreamMessage : "failureCode" in report ? report.failureCode : null;
  return said?.slice(0, 500) ?? null;
};

const factsOf = (report: ReportedPayout): PayoutChange =>
  "providerReference" in report && report.providerReference !== null
    ? { providerReference: report.providerReference, isDoubted: false }
    : {};

/** Consecutive "not found" answers of the provider; unanswered queries do not count. */
function absenceOf(ctx: Context, payout: PayoutRow, report: ReportedPayout, source: PayoutReportSource): PayoutChange {
  if (report.kind === "pending") return { notFoundCount: 0, notFoundSince: null };
  if (report.kind !== "not_found" || source !== "query") return {};
  return {
    notFoundCount: payout.notFoundCount + 1,
    notFoundSince: payout.notFoundSince ?? ctx.now.toISOString(),
  };
}

interface PayoutApplication {
  readonly payout: PayoutRow;
  readonly report: ReportedPayout;
  readonly source: PayoutReportSource;
  readonly owner: PayoutOwner;
}

/**
 * Applies a provider's report about a transfer, in the caller's transaction. Answers, notifications and queries all
 * come here, so that they converge in any order and number. Calls no provider. Answers whether it was news.
 */
export async function applyPayout(
  ctx: Context,
  ref: PayoutRef,
  told: Omit<PayoutApplication, "payout"> & { readonly mode: PayoutRow["mode"] },
): Promise<boolean> {
  await lockedBalances(ctx, { merchantId: ref.merchantId, book: told.mode });
  const payout = await lockPayout(ctx, ref);
  const { report, source } = told;
  const providerStatus = reportedStatusOf(payout, report);
  const verdict = payoutVerdict(payout, providerStatus, source);
  await tellPeople(ctx, { ...told, payout }, providerStatus, verdict);
  await carryOut(ctx, { ...told, payout }, verdict);
  return verdict.do !== "nothing";
}

/** Raises alarms for a report that a person has to see, whatever its effect. */
async function tellPeople(
  ctx: Context,
  { payout, report, source }: PayoutApplication,
  providerStatus: ReportedPayoutStatus,
  verdict: PayoutVerdict,
): Promise<void> {
  const told = reportedAmountOf(payout, report);
  const named = `${toWire(told)} ${told.currency}`;
  const isOther = report.kind === "paid" && !equals(told, amountOf(payout));
  if (isOther && (verdict.do === "pay" || providerStatus.kind === "unknown"))
    await raisePayoutAlarm(ctx, payout, "payout.amountMismatch", `the provider paid ${named}`);
  if (providerStatus.kind === "unsound")
    await raisePayoutAlarm(
      ctx,
      payout,
      "payout.returnUnsound",
      `the provider says that ${named} came back: it is not booked`,
    );
  if (payout.status === "failed" && providerStatus.kind === "paid")
    await raisePayoutAlarm(
      ctx,
      payout,
      "payout.paidLate",
      source === "notification"
        ? "the provider says that it paid a payout that had failed: it is asked"
        : "the provider paid a payout that had failed: its money was taken back from the merchant",
    );
}

async function carryOut(ctx: Context, applying: PayoutApplication, verdict: PayoutVerdict): Promise<void> {
  const { payout, report, owner } = applying;
  const after = (seconds: number) => new Date(ctx.now.getTime() + seconds * 1000).toISOString();
  const told = reportedAmountOf(payout, report);
  switch (verdict.do) {
    case "nothing":
      return;
    case "pay":
      await endPayout(ctx, payout, { kind: "paid", paid: told }, owner, factsOf(report));
      return;
    case "fail": {
      // Less was returned than sent: it had left, and the bank deducted charges.
      if (report.kind === "returned" && !equals(told, amountOf(payout))) {
        const paid = { kind: "paid", paid: amountOf(payout) } as const;
        return bounce(ctx, await endPayout(ctx, payout, paid, owner, factsOf(report)), told, owner);
      }
      const failed = { kind: "failed", code: verdict.code, message: messageOf(report) } as const;
      await endPayout(ctx, payout, failed, owner, factsOf(report));
      return;
    }
    case "bounce":
      return bounce(ctx, payout, report.kind === "returned" ? told : returnableOf(payout), owner);
    case "ask":
      return askLater(ctx, applying);
    case "resend":
      await updatePayout(ctx, payout, {
        isDoubted: false,
        failureMessage: messageOf(report),
        nextRetryTime: after(sendWait(payout.attempts)),
      });
      return;
  }
}

const bounce = async (ctx: Context, payout: PayoutRow, received: Money, owner: PayoutOwner): Promise<void> => {
  await endPayout(ctx, payout, { kind: "returned", received }, owner);
};

/** Schedules a query: at once for a transfer that has ended by our books, else by the schedule. */
async function askLater(ctx: Context, { payout, report, source }: PayoutApplication): Promise<void> {
  if (payout.status === "paid" || payout.status === "failed")
    return ctx.enqueue({ queue: payoutAskQueue, data: refOf(payout) });
  if (payout.queryCount === maxStatusQueries && report.kind !== "pending")
    await raisePayoutAlarm(
      ctx,
      payout,
      "payout.unknown",
      "the provider has not told for a day what became of the payout",
    );
  await updatePayout(ctx, payout, {
    ...factsOf(report),
    ...absenceOf(ctx, payout, report, source),
    queryCount: payout.queryCount + (source === "query" ? 1 : 0),
    nextRetryTime: new Date(ctx.now.getTime() + askWait(payout.queryCount) * 1000).toISOString(),
  });
}

/** The amount paid, where it differs from the amount requested. */
function otherwise(payout: PayoutRow, end: PayoutEnd): PayoutChange {
  if (end.kind !== "paid" || equals(end.paid, amountOf(payout))) return {};
  return { paidAmount: toWire(end.paid), paidCurrency: end.paid.currency };
}

/** Ends a transfer that the caller holds locked behind the merchant's book, and notifies its owner. */
export async function endPayout(
  ctx: Context,
  payout: PayoutRow,
  end: PayoutEnd,
  owner: PayoutOwner,
  facts: PayoutChange = {},
): Promise<PayoutRow> {
  const [failureCode, failureMessage] = end.kind === "failed" ? [end.code, end.message] : [null, null];
  const after = await updatePayout(ctx, payout, {
    ...facts,
    failureCode,
    failureMessage,
    ...otherwise(payout, end),
    status: end.kind,
    isDoubted: false,
    nextRetryTime: null,
    finishedTime: ctx.now.toISOString(),
  });
  await owner.ended(ctx, after, end);
  return after;
}

/** Records who bears the difference of a locked transfer. */
export const resolvePayout = (
  ctx: Context,
  payout: PayoutRow,
  { cause, note }: { readonly cause: NonNullable<PayoutRow["differenceCause"]>; readonly note: string },
): Promise<PayoutRow> =>
  updatePayout(ctx, payout, {
    differenceCause: cause,
    differenceNote: note,
    differenceUserName: ctx.actor.realName || null,
    differenceTime: ctx.now.toISOString(),
  });

/** Raises an alarm for a case that no rule decides. */
export async function raisePayoutAlarm(
  ctx: Context,
  payout: PayoutRow,
  eventType: string,
  message: string,
): Promise<void> {
  const { merchantId, sourceId, sourceNo, payoutNo, amount, currency } = payout;
  await recordException(ctx, {
    source: "connector",
    eventType,
    objectType: payout.sourceType,
    objectId: sourceId,
    merchantId,
    level: "critical",
    message: `${sourceNo} ${payoutNo}: ${message}`,
    payload: { sourceNo, payoutNo, amount, currency },
  });
}
