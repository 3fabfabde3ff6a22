import { dueLifecycle } from "@countinghouse/contract/payments/payment-due/payment-due.lifecycle.ts";
import { payerMoneyHeld } from "@countinghouse/ledger/payer.postings.ts";
import { type Money, subtract, zero } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { postEntries } from "../../funds/ledger/index.ts";
import { needsApproval } from "./due-approval.service.ts";
import { type DueRow, dueOfPayment, insertDue, updateDue } from "./payment-due.store.ts";

/** Money of one payment at a gateway that is no merchant's. */
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
  /** Whether `amount` is all there is of the payment, or comes on top of what is known of it. */
  readonly isWhole: boolean;
  readonly expected: Money;
  /** Whether it goes into the payers' account; money that was booked for the merchant lies with the merchant. */
  readonly isHeld: boolean;
}

/** The result of noting an unapplied payment. */
export interface RecordedDue {
  readonly due: DueRow;
  /** What of the money had not been told before; nothing where all of it had. */
  readonly added: Money;
  /** What was to go back of it by a decision that is open again. */
  readonly reopened: Money;
}

/** Money that came twice or too late is returned without anybody deciding. */
const statusOf = (kind: DueRow["kind"]): DueRow["status"] =>
  kind === "amount_mismatch" ? dueLifecycle.initial : dueLifecycle.actions.return.to;

/**
 * Notes money that is no merchant's and puts it into the payers' account, once for each payment of the gateway and each
 * currency in which money of it came, however often it is told. Where more of a payment came than was known, the difference follows, and what was decided about it is
 * open again. The caller holds the order locked.
 */
export async function raiseDue(ctx: Context, unapplied: UnappliedPayment): Promise<RecordedDue> {
  const { amount, isWhole } = unapplied;
  const before = await dueOfPayment(ctx, { ...unapplied, currency: amount.currency });
  const added = before && isWhole ? subtract(amount, fromWire(before.amount, before.currency)) : amount;
  const none = zero(amount.currency);
  if (before && added.amountMinor <= 0n) return { due: before, added: none, reopened: none };
  const due = before ? await grow(ctx, before, unapplied, added) : await note(ctx, unapplied);
  if (unapplied.isHeld) await hold(ctx, due, added);
  const isReopened = before?.status === "to_return" && due.status === "open";
  return { due, added, reopened: isReopened ? fromWire(before.heldAmount, before.currency) : none };
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
    // What once took two people takes two for ever.
    needsApproval:
      before.needsApproval || (isHeld && (await needsApproval(ctx, fromWire(heldAmount, before.currency)))),
    // What had gone back is not all there is.
    ...(before.status === "returned" && !isDecided ? { status: dueLifecycle.actions.bounce.to } : {}),
    ...(isDecided ? { status: dueLifecycle.actions.grow.to, ...nothingProposed, ...nothingDecided } : {}),
  });
}

/** A due on which nobody has asked for anything. */
export const nothingProposed = {
  action: null,
  proposeUserId: null,
  proposeUserName: null,
  proposeReason: null,
  proposeTime: null,
} as const;

/** A due whose decision is open again; who had decided stays in the audit trail. */
const nothingDecided = { decideUserId: null, decideUserName: null, decideReason: null, decideTime: null } as const;

/** J05, once for each sum that the payment came to. */
async function hold(ctx: Context, due: DueRow, amount: Money): Promise<void> {
  const { merchantId, gatewayAccountId, mode: book, id: eventId, orderId } = due;
  await postEntries(ctx, {
    merchantId,
    book,
    entries: [payerMoneyHeld({ merchantId, gatewayAccountId, amount })],
    eventId,
    part: due.amount,
    orderId,
    effectiveDate: ctx.now.toISOString().slice(0, 10),
    description: `${due.orderNo} ${due.dueNo}`,
  });
}
