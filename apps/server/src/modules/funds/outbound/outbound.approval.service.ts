import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { add, type Money, money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertWithinDay, type DailyCapScope, type OutboundType, termsOf } from "./outbound.plan.service.ts";
import { approvalsFor } from "./outbound.policy.ts";
import { countedSince } from "./outbound.store.ts";

/** Period in milliseconds in which earlier requests count towards the approvals of the next one. */
const countedMs = 86_400_000;

/**
 * An amount plus the merchant's other requests of the last day in the currency, withdrawals and payout orders
 * together; only released ones with `isLetGo`.
 */
export async function takenInADay(ctx: Context, of: DailyCapScope, amount: Money, isLetGo = false): Promise<Money> {
  const { merchantId, mode, but } = of;
  const since = new Date(ctx.now.getTime() - countedMs);
  const before = await countedSince(ctx, { merchantId, mode, currency: amount.currency }, { since, but, isLetGo });
  return add(amount, money(before, amount.currency));
}

/** A request, with the values that decide its number of approvals. */
interface Approved {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: DailyCapScope["mode"];
  readonly approvalsNeeded: number;
  readonly riskFlags: readonly string[];
}

/**
 * Approvals needed for a resubmission: at least one, and no fewer than before. Refuses it beyond what is left of the
 * daily cap.
 */
export async function approvalsForResubmission(
  ctx: Context,
  way: OutboundType,
  row: Approved,
  amount: Money,
): Promise<number> {
  const { id, merchantId, mode } = row;
  const terms = await termsOf(ctx, merchantId, amount.currency);
  if (!terms) throw refuse(`${way}.termsMissing`, { currency: amount.currency });
  await assertWithinDay(ctx, way, { merchantId, mode, but: id }, amount, terms);
  const taken = await takenInADay(ctx, { merchantId, mode, but: id }, amount);
  return Math.max(1, row.approvalsNeeded, approvalsFor(taken, terms.withdrawal.autoApproveLimit, row.riskFlags));
}

/**
 * Approvals needed to release a request now: no fewer than on request, and as many as its sum with the releases of the
 * last day needs. Several days' requests must not be released by one person on one day. Refuses it beyond what is left
 * of the cap on the day it would leave.
 */
export async function approvalsForRelease(
  ctx: Context,
  way: OutboundType,
  row: Approved,
  amount: Money,
): Promise<number> {
  const { id, merchantId, mode } = row;
  const terms = await termsOf(ctx, merchantId, amount.currency);
  if (!terms) return row.approvalsNeeded;
  await assertWithinDay(ctx, way, { merchantId, mode, but: id }, amount, terms);
  const taken = await takenInADay(ctx, { merchantId, mode, but: id }, amount, true);
  return Math.max(row.approvalsNeeded, approvalsFor(taken, terms.withdrawal.autoApproveLimit, row.riskFlags));
}
