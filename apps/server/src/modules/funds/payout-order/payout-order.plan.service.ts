import type { PayoutOrderPreview } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { exceeds, money, subtract } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { BucketBalance } from "../ledger/index.ts";
import {
  approvalsFor,
  assertMayLeave,
  flagsOf,
  type OutboundQuote,
  type OutboundRequest,
  pricedNow,
  takenInADay,
} from "../outbound/index.ts";
import type { ScreeningFinding } from "../screening/index.ts";
import { type PayoutOrderRow, pastPayouts } from "./payout-order.store.ts";

/** A permitted payout order, with its amounts and number of approvals. */
export interface PayoutPlan extends OutboundQuote {
  readonly flags: PayoutOrderRow["riskFlags"];
  readonly approvalsNeeded: 0 | 1 | 2;
}

/** Refuses a beneficiary in a country to which nothing is paid. */
export function assertCountryPaid({ isRefused }: ScreeningFinding, country: string): void {
  if (isRefused) throw refuse("payoutOrder.countryRefused", { country });
}

/** The flags of what screening found. */
function listedAs({ matches }: ScreeningFinding): PayoutPlan["flags"] {
  const isOf = (isCountry: boolean) => matches.some(({ kind }) => (kind === "country") === isCountry);
  return [...(isOf(false) ? (["listed_name"] as const) : []), ...(isOf(true) ? (["listed_country"] as const) : [])];
}

/**
 * Plans a payout order by present terms and balances, or refuses it with the reason. Other requests of the last 24
 * hours count with it, withdrawals too: splitting does not avoid approvals. The caller may hold the lock on the book.
 */
export async function planPayoutOrder(
  ctx: Context,
  asked: OutboundRequest,
  { digests, screened }: { readonly digests: readonly string[]; readonly screened: ScreeningFinding },
  held: readonly BucketBalance[],
): Promise<PayoutPlan> {
  const priced = await pricedNow(ctx, "payoutOrder", asked, held);
  await assertMayLeave(ctx, "payoutOrder", priced, held);
  const { amount, currency, terms } = priced;
  const past = await pastPayouts(ctx, { ...priced, currency }, digests);
  const raised = flagsOf(amount, { ...past, paid: { count: past.count, total: money(past.total, currency) } }, held);
  const limit = terms.withdrawal.autoApproveLimit;
  const taken = await takenInADay(ctx, priced, amount);
  const isMany = exceeds(taken, amount) && exceeds(taken, limit);
  const flags: PayoutPlan["flags"] = [
    ...raised.map((flag) => (flag === "new_account" ? "new_beneficiary" : flag)),
    ...(isMany ? (["many_in_a_day"] as const) : []),
    ...listedAs(screened),
  ];
  // Whether a listed name is somebody else is for two people to say.
  const approvalsNeeded = flags.includes("listed_name") ? 2 : approvalsFor(taken, limit, flags);
  return { ...priced, flags, approvalsNeeded };
}

/** Preview of an amount. A beneficiary that was never paid before needs an additional approval. */
export async function previewPayoutOrder(
  ctx: Context,
  asked: OutboundRequest,
  held: readonly BucketBalance[],
): Promise<PayoutOrderPreview> {
  const priced = await pricedNow(ctx, "payoutOrder", asked, held);
  await assertMayLeave(ctx, "payoutOrder", priced, held);
  const { amount, terms, fee, debited, sent, free, available, currency } = priced;
  const taken = await takenInADay(ctx, priced, amount);
  return {
    currency,
    amount: toWire(amount),
    feeMode: terms.withdrawal.feeMode,
    feeAmount: toWire(fee),
    debitedAmount: toWire(debited),
    sentAmount: toWire(sent),
    withdrawable: toWire(free),
    availableAfter: toWire(subtract(available, debited)),
    takesApproval: approvalsFor(taken, terms.withdrawal.autoApproveLimit, []) > 0,
  };
}
