import { dueLifecycle } from "@countinghouse/contract/payments/payment-due/payment-due.lifecycle.ts";
import { payerMoneyHeld } from "@countinghouse/ledger/payer.postings.ts";
import { add, isZero, type Money, subtract, zero } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { journalsOfOrder, postEntries, reverseJournal } from "../../funds/ledger/index.ts";
import { needsApproval } from "./due-approval.service.ts";
import { type DueRow, duesOfPayment, insertDue, updateDue } from "./payment-due.store.ts";

/** Unapplied money of one payment at a gateway. */
export interface UnappliedPayment
  extends Pick<
    DueRow,
    | "merchantId"
    | "tenantId"
    | "mode"
    | "orderId"
    | "orderNo"
    | "attemptId"
    | "kind"
    | "gatewayAccountId"
    | "upstreamPaymentId"
  > {
  readonly amount: Money;
  /** Whether `amount` is the payment's total, or an addition to what is known. */
  readonly isWhole: boolean;
  readonly expected: Money;
  /** Whether it is held in the payers' account; money booked for the merchant lies with the merchant. */
  readonly isHeld: boolean;
}

/** Result of recording an unapplied payment. */
export interface RecordedDue {
  /** The record before, where there was one. */
  readonly before: DueRow | undefined;
  readonly due: DueRow;
  /** The newly reported amount; zero where all of it was known. */
  readonly added: Money;
}

/** Duplicate and late money is returned without a decision. */
const statusOf = (kind: DueRow["kind"]): DueRow["status"] =>
  kind === "amount_mismatch" ? dueLifecycle.initial : dueLifecycle.actions.return.to;

/**
 * Records unapplied money and books it to the payers' account, once per payment of the gateway and currency, however
 * often it is reported. Where more of a payment arrives than was known, the difference is added and an earlier
 * decision is reopened. The caller holds the order's lock.
 */
export async function raiseDue(ctx: Context, unapplied: UnappliedPayment): Promise<RecordedDue> {
  const { amount, isWhole } = unapplied;
  const before = (await duesOfPayment(ctx, unapplied)).find(({ currency }) => currency === amount.currency);
  const added = before && isWhole ? subtract(amount, fromWire(before.amount, before.currency)) : amount;
  if (before && added.amountMinor <= 0n) return { before, due: before, added: zero(amount.currency) };
  const due = before ? await grow(ctx, before, unapplied, added) : await note(ctx, unapplied);
  if (unapplied.isHeld) await hold(ctx, due, added);
  return { before, due, added };
}

/**
 * Takes back what a gateway said of an untouched record and does not say any more: `by` is negative. The journals are
 * reversed and what is left is booked anew; a record of nothing is withdrawn. An earlier decision is open again.
 */
export async function correctDue(ctx: Context, before: DueRow, by: Money): Promise<DueRow> {
  const left = add(fromWire(before.amount, before.currency), by);
  const effectiveDate = ctx.now.toISOString().slice(0, 10);
  const { merchantId, orderId, kind, orderNo, dueNo } = before;
  for (const { journalId, event, eventId } of await journalsOfOrder(ctx, merchantId, orderId))
    if (event === "J05" && eventId === before.id)
      await reverseJournal(ctx, { merchantId, journalId, effectiveDate, description: `${orderNo} ${dueNo}` });
  const { withdraw, grow: reopen } = dueLifecycle.actions;
  const status = isZero(left) ? withdraw.to : kind === "amount_mismatch" ? reopen.to : before.status;
  const amount = toWire(left);
  const decision = { ...nothingProposed, ...nothingDecided };
  const due = await updateDue(ctx, before, { ...decision, amount, heldAmount: amount, status });
  if (!isZero(left)) await hold(ctx, due, left);
  return due;
}

async function note(
  ctx: Context,
  { amount, expected, isWhole: _isWhole, isHeld, ...facts }: UnappliedPayment,
): Promise<DueRow> {
  return insertDue(ctx, {
    ...facts,
    id: newId("due", ctx.now),
    dueNo: businessNumber("PD", ctx.now),
    status: statusOf(facts.kind),
    amount: toWire(amount),
    currency: amount.currency,
    expectedAmount: toWire(expected),
    expectedCurrency: expected.currency,
    heldAmount: isHeld ? toWire(amount) : "0",
    needsApproval: isHeld && (await needsApproval(ctx, amount)),
    createTime: ctx.now.toISOString(),
  });
}

const plus = (minor: string, more: Money): string => String(BigInt(minor) + more.amountMinor);

async function grow(ctx: Context, before: DueRow, { isHeld }: UnappliedPayment, added: Money): Promise<DueRow> {
  const isDecided = before.kind === "amount_mismatch" && before.status !== "open";
  const heldAmount = isHeld ? plus(before.heldAmount, added) : before.heldAmount;
  return updateDue(ctx, before, {
    amount: plus(before.amount, added),
    heldAmount,
    // A record that once needed two people always does.
    needsApproval:
      before.needsApproval || (isHeld && (await needsApproval(ctx, fromWire(heldAmount, before.currency)))),
    // The returned amount is no longer the whole.
    ...((before.status === "returned" || before.status === "withdrawn") && !isDecided
      ? { status: dueLifecycle.actions.bounce.to }
      : {}),
    ...(isDecided ? { status: dueLifecycle.actions.grow.to, ...nothingProposed, ...nothingDecided } : {}),
  });
}

/** A record without a pending request. */
export const nothingProposed = {
  action: null,
  proposeUserId: null,
  proposeUserName: null,
  proposeReason: null,
  proposeTime: null,
} as const;

/** A record whose decision is open again; the earlier decision stays in the audit trail. */
const nothingDecided = { decideUserId: null, decideUserName: null, decideReason: null, decideTime: null } as const;

/** J05, once for each version of the record that adds money. */
async function hold(ctx: Context, due: DueRow, amount: Money): Promise<void> {
  const { merchantId, gatewayAccountId, mode: book, id: eventId, orderId } = due;
  await postEntries(ctx, {
    merchantId,
    book,
    entries: [payerMoneyHeld({ merchantId, gatewayAccountId, amount })],
    eventId,
    part: `${due.amount}.${due.version}`,
    orderId,
    effectiveDate: ctx.now.toISOString().slice(0, 10),
    description: `${due.orderNo} ${due.dueNo}`,
  });
}
