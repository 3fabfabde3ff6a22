import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { decisionsOf, isWorse } from "../outbound/index.ts";
import {
  approveNow,
  assertPayeeEligible,
  cashoutOwner,
  failCashout,
  isQuoteOver,
  leaving,
  payNow,
} from "./cashout.execution.service.ts";
import { exchangeNow } from "./cashout.plan.service.ts";
import { assertStep, endedNow, lockedCashoutAsRead, stepCashout } from "./cashout.step.service.ts";
import { type CashoutChange, type CashoutRow, updateCashout } from "./cashout.store.ts";

/** Why a withdrawal goes back instead of being approved, with the rates; undefined where it may be approved. */
export interface ApprovalObstacle {
  readonly cause: CashoutRow["returnCause"];
  readonly change: CashoutChange;
  readonly target: Money;
  readonly fxRate: string | null;
}

/** What an approval would pay to the account now, and whether that is more than 1 % less than agreed. */
export async function rateNow(ctx: Context, row: CashoutRow): Promise<ApprovalObstacle> {
  const { merchantId, mode, targetCurrency: into, fxMarkup } = row;
  const agreed = fromWire(row.targetAmount, into);
  if (!isQuoteOver(row, ctx.now)) return { cause: null, change: {}, target: agreed, fxRate: row.fxRate };
  const sent = fromWire(row.sentAmount, row.currency);
  const { target, midValue, fxMid, fxRate } = await exchangeNow(ctx, {
    merchantId,
    mode,
    sent,
    into,
    markup: fxMarkup ?? 0,
  });
  const change = { targetAmount: toWire(target), midAmount: toWire(midValue), fxMid, fxRate, quoteId: null };
  const asked = fromWire(row.askedTargetAmount, into);
  return { cause: isWorse(asked, target) ? "rate_worse" : null, change, target, fxRate };
}

/** Decisions about withdrawals. One whose payee would get more than 1 % less is returned to its requester. */
export const cashoutDecisions = decisionsOf<CashoutRow, NonNullable<CashoutRow["returnCause"]>>({
  way: "cashout",
  asking: [permissionOf(cashout.name, "add")],
  askingAgain: [permissionOf(cashout.name, "submit")],
  scope: "payouts:write",
  held: lockedCashoutAsRead,
  assertStep,
  look: async (ctx, ring, row) => {
    await assertPayeeEligible(ctx, row);
    const { cause, change } = await rateNow(ctx, row);
    return { cause, letGo: (approved) => approveNow(ctx, ring, row, "approve", { ...change, ...approved }) };
  },
  sendBack: (ctx, row, returnCause) => stepCashout(ctx, row, "sendBack", { returnCause, approvals: [] }),
  reject: (ctx, row, decided) =>
    stepCashout(ctx, row, "reject", { ...decided, ...endedNow(ctx), returnCause: null, event: "cashout.rejected" }),
  update: updateCashout,
  payNow,
  fail: failCashout,
  leaving,
  owner: cashoutOwner,
});
