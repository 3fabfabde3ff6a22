import type { ReconResolution, SuspenseCause } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { type AccountCode, cost, gatewayReceivable } from "@countinghouse/ledger/account.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import {
  gatewayCostTruedUp,
  gatewayDifferenceFound,
  gatewayDifferenceResolved,
  gatewayDifferenceUndone,
} from "@countinghouse/ledger/reconciliation.postings.ts";
import { isZero, type Money, negate } from "@countinghouse/money/money.ts";

/** The values of a line that decide its entries. */
export interface ResolvedLine {
  /** The tenant's house account. */
  readonly house: string;
  /** The merchant of the matched record; null without one. */
  readonly ownerId: string | null;
  readonly gatewayAccountId: string;
  /** The file's net less ours. */
  readonly difference: Money;
  /** The amount in suspense: positive where we are short. */
  readonly suspense: Money;
}

/** How users resolve a difference. */
export type DifferenceResolution = Extract<
  ValueOf<typeof ReconResolution>,
  "adjust_cost" | "suspense" | "ignore_within_tolerance" | "claim"
>;

/** J61 in the book of the record's owner: cost is the cost of that payment. */
export const trueUpOf = ({ house, ownerId, gatewayAccountId, difference }: ResolvedLine): Entry =>
  gatewayCostTruedUp({ merchantId: ownerId ?? house, gatewayAccountId, difference: negate(difference) });

/** The entry that resolves a difference; undefined for a claim, and for a zero difference. */
export function entryOfResolution(line: ResolvedLine, ending: DifferenceResolution): Entry | null {
  const { house: merchantId, gatewayAccountId, difference } = line;
  if (ending === "claim" || isZero(difference)) return null;
  if (ending !== "suspense") return trueUpOf(line);
  return gatewayDifferenceFound({ merchantId, gatewayAccountId, shortfall: negate(difference) });
}

/** J63: a written-off amount that arrived after all, from the account that bore it. */
export const entryOfReturn = ({ house, gatewayAccountId }: ResolvedLine, cause: AccountCode, shortfall: Money): Entry =>
  gatewayDifferenceUndone({ merchantId: house, gatewayAccountId, shortfall, cause });

/** J63: from suspense to the account of its cause. */
export function entryOfCause(
  { house: merchantId, gatewayAccountId, suspense: shortfall }: ResolvedLine,
  cause: Exclude<ValueOf<typeof SuspenseCause>, "merchant">,
): Entry {
  const accounts: Readonly<Record<typeof cause, () => AccountCode>> = {
    gateway_fee: () => cost("gateway_fee", shortfall.currency),
    dispute_loss: () => cost("dispute_loss", shortfall.currency),
    receivable: () => gatewayReceivable(shortfall.currency, gatewayAccountId),
  };
  return gatewayDifferenceResolved({ merchantId, gatewayAccountId, shortfall, cause: accounts[cause]() });
}
