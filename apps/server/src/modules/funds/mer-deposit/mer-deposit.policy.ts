import {
  type DepositAction,
  type DepositState,
  depositLifecycle,
} from "@countinghouse/contract/funds/mer-deposit/mer-deposit.lifecycle.ts";
import { closingHoldDays } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { type BusinessCalendar, onBusinessDay } from "@countinghouse/money/business-calendar.ts";
import { addDays, type PlainDate } from "@countinghouse/money/plain-date.ts";

/** Values of a hold that decide its possible steps. */
export interface HoldState {
  readonly status: DepositState;
  readonly amount: bigint;
  readonly remain: bigint;
}

/** A step of a hold. */
export type DepositStep = "release" | "use" | "freeze" | "unfreeze" | "extend";

/** A hold's status after a step; undefined where the step is not allowed. `taken` is the amount that leaves it. */
export function stateAfter(hold: HoldState, step: DepositStep, taken = 0n): DepositState | undefined {
  const isWhole = hold.remain === hold.amount;
  const forms: Readonly<Record<DepositStep, DepositAction>> = {
    release: taken === hold.remain ? "release" : "releasePart",
    use: taken === hold.remain ? "use" : "usePart",
    freeze: "freeze",
    unfreeze: isWhole ? "unfreeze" : "unfreezePart",
    extend: isWhole ? "extend" : "extendPart",
  };
  const action = forms[step];
  return allows(depositLifecycle, hold.status, action) ? depositLifecycle.actions[action].to : undefined;
}

/** Draws an amount from holds in order, until it is covered; unused holds are left out. */
export function drawFromHolds<H extends { readonly remain: bigint }>(
  holds: readonly H[],
  amount: bigint,
): readonly (H & { readonly taken: bigint })[] {
  let open = amount;
  return holds.flatMap((hold) => {
    const taken = hold.remain < open ? hold.remain : open;
    open -= taken;
    return taken > 0n ? [{ ...hold, taken }] : [];
  });
}

/** Release date of a hold whose merchant closes: its own, or 180 days after closing began. */
export function closingRelease(
  own: PlainDate | null,
  closedOn: PlainDate,
  calendars: readonly BusinessCalendar[],
): PlainDate {
  const earliest = onBusinessDay(addDays(closedOn, closingHoldDays), calendars);
  return own !== null && own > earliest ? own : earliest;
}
