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

/** What of a line decides what ending it books. */
export interface ResolvedLine {
  /** The tenant's own merchant. */
  readonly house: string;
  /** Whose record the line stands against; none where it stands against nobody's. */
  readonly ownerId: string | null;
  readonly gatewayAccountId: string;
  /** The net of the file less ours. */
  readonly difference: Money;
  /** What stands in suspense: more than none for what we are short of. */
  readonly suspense: Money;
}

/** How a difference is ended by people. */
export type DifferenceResolution = Extract<
  ValueOf<typeof ReconResolution>,
  "adjust_cost" | "suspense" | "ignore_within_tolerance" | "claim"
>;

/** J61 in the book of whoever owns the record: cost is the cost of that payment. */
export const trueUpOf = ({ house, ownerId, gatewayAccountId, difference }: ResolvedLine): Entry =>
  gatewayCostTruedUp({ merchantId: ownerId ?? house, gatewayAccountId, difference: negate(difference) });

/** What ending a difference books; none for a claim, and where nothing differs in money. */
export function entryOfResolution(line: ResolvedLine, ending: DifferenceResolution): Entry | null {
  const { house: merchantId, gatewayAccountId, difference } = line;
  if (ending === "claim" || isZero(difference)) return null;
  if (ending !== "suspense") return trueUpOf(line);
  return gatewayDifferenceFound({ merchantId, gatewayAccountId, shortfall: negate(difference) });
}

/** J63: what was written off and comes after all, off the account that bore it. */
export const entryOfReturn = ({ house, gatewayAccountId }: ResolvedLine, cause: AccountCode, shortfall: Money): Entry =>
  gatewayDifferenceUndone({ merchantId: house, gatewayAccountId, shortfall, cause });

/** J63: what stood in suspense, to the account of its cause. */
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
