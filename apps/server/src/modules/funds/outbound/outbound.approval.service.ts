import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { add, type Money, money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertWithinDay, type DailyCapScope, type OutboundType, termsOf } from "./outbound.plan.service.ts";
import { approvalsFor } from "./outbound.policy.ts";
import { countedSince } from "./outbound.store.ts";

/** For as long as this, what a merchant asked for counts towards how many people the next one takes. */
const countedMs = 86_400_000;

/**
 * An amount with what its merchant asked for in the currency over the day before now, by whatever way out; with what was let
 * go alone where `isLetGo`.
 */
export async function takenInADay(ctx: Context, of: DailyCapScope, amount: Money, isLetGo = false): Promise<Money> {
  const { merchantId, mode, but } = of;
  const since = new Date(ctx.now.getTime() - countedMs);
  const before = await countedSince(ctx, { merchantId, mode, currency: amount.currency }, { since, but, isLetGo });
  return add(amount, money(before, amount.currency));
}

/** What was asked for, with what decides how many people approve it. */
interface Approved {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: DailyCapScope["mode"];
  readonly approvalsNeeded: number;
  readonly riskFlags: readonly string[];
}

/**
 * How many people have to approve what is asked for again: somebody always, and no fewer than before. Refuses it where it
 * goes beyond what is left of the day.
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
 * How many people have to approve what is to be let go now: no fewer than when it was asked for, and as many as it takes with
 * what was let go over the day before. What was asked for on many days is not let go by one on one of them. Refuses it where
 * it goes beyond what is left of the day on which it would leave.
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
