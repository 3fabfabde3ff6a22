import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertAllowed, bookApproved, bookFailed, settlePaid, settleReturned } from "../outbound/index.ts";
import { createPayout, type PayoutEnd, type PayoutOwner, type PayoutRow } from "../payout/index.ts";
import { fundingAccount } from "../payout-account/index.ts";
import { beneficiaryOf } from "./beneficiary.service.ts";
import { assertGenuine, endedNow, leaving, stepPayoutOrder } from "./payout-order.step.service.ts";
import { lockPayoutOrder, type PayoutOrderChange, type PayoutOrderRow, readOrder } from "./payout-order.store.ts";

/** Approves a locked payout order, and pays it where one of our accounts can: its money is in transit from now on. */
export async function approveNow(
  ctx: Context,
  ring: () => KeyRing,
  before: PayoutOrderRow,
  action: "pass" | "approve",
  change: PayoutOrderChange,
): Promise<PayoutOrderRow> {
  const row = await stepPayoutOrder(ctx, before, action, {
    ...change,
    auditTime: ctx.now.toISOString(),
    countedTime: ctx.now.toISOString(),
    event: "payout_order.approved",
  });
  await bookApproved(ctx, leaving(row));
  return (await payNow(ctx, ring, row)) ?? row;
}

/** Creates the transfer of an approved order; undefined where we have no account in its currency. */
export async function payNow(
  ctx: Context,
  ring: () => KeyRing,
  row: PayoutOrderRow,
): Promise<PayoutOrderRow | undefined> {
  const { merchantId, tenantId, mode, id, payoutOrderNo, currency } = row;
  await assertAllowed(ctx, merchantId, mode, "payoutOrder");
  const funding = await fundingAccount(ctx, { tenantId, mode, currency });
  if (!funding) return undefined;
  const payout = await createPayout(ctx, ring(), {
    source: { type: "payout_order", id, no: payoutOrderNo },
    merchantId,
    tenantId,
    mode,
    amount: fromWire(row.sentAmount, currency),
    beneficiary: { ...beneficiaryOf(ring(), row), method: row.method },
    funding,
  });
  return stepPayoutOrder(ctx, row, "execute", {
    fundingAccountId: funding.id,
    payoutId: payout.id,
    event: "payout_order.processing",
  });
}

const refOf = ({ merchantId, sourceId: id }: PayoutRow) => ({ merchantId, id });

async function ended(ctx: Context, payout: PayoutRow, end: PayoutEnd): Promise<void> {
  const row = await lockPayoutOrder(ctx, refOf(payout));
  await assertGenuine(ctx, row);
  if (end.kind === "paid") await paid(ctx, row, payout);
  else if (end.kind === "failed") await failPayoutOrder(ctx, row, end);
  else await returned(ctx, row, payout, end);
}

async function paid(ctx: Context, row: PayoutOrderRow, payout: PayoutRow): Promise<void> {
  const isLate = row.status === "failed";
  await stepPayoutOrder(ctx, row, isLate ? "payLate" : "pay", {
    ...endedNow(ctx),
    paidTime: ctx.now.toISOString(),
    bankReference: payout.providerReference,
    failureCode: null,
    failureMessage: null,
    event: "payout_order.paid",
  });
  await settlePaid(ctx, leaving(row), payout, isLate);
}

/** Ends an unpaid order: the whole amount, including the fee, is available again. */
export async function failPayoutOrder(
  ctx: Context,
  row: PayoutOrderRow,
  { code, message }: Pick<Extract<PayoutEnd, { readonly kind: "failed" }>, "code" | "message">,
): Promise<void> {
  await stepPayoutOrder(ctx, row, "fail", {
    ...endedNow(ctx),
    failureCode: code,
    failureMessage: message,
    event: "payout_order.failed",
  });
  await bookFailed(ctx, leaving(row));
}

async function returned(
  ctx: Context,
  row: PayoutOrderRow,
  payout: PayoutRow,
  { received }: Extract<PayoutEnd, { readonly kind: "returned" }>,
): Promise<void> {
  await stepPayoutOrder(ctx, row, "bounce", {
    ...endedNow(ctx),
    returnedTime: ctx.now.toISOString(),
    returnedAmount: toWire(received),
    event: "payout_order.returned",
  });
  await settleReturned(ctx, leaving(row), payout, received);
}

/** Effects of a transfer's end on its payout order. */
export const payoutOrderOwner: PayoutOwner = {
  ended,
  isGenuine: async ({ db, seals }, payout) => seals.isGenuine(db, "payoutOrders", await readOrder(db, refOf(payout))),
};
