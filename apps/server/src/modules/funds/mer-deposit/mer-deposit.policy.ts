import {
  type DepositAction,
  type DepositState,
  depositLifecycle,
} from "@countinghouse/contract/funds/mer-deposit/mer-deposit.lifecycle.ts";
import { closingHoldDays } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { type BusinessCalendar, onBusinessDay } from "@countinghouse/money/business-calendar.ts";
import { addDays, type PlainDate } from "@countinghouse/money/plain-date.ts";

/** What of a hold decides which step it may take. */
export interface HoldState {
  readonly status: DepositState;
  readonly amount: bigint;
  readonly remain: bigint;
}

/** A step, in the form that its hold is in. */
export type DepositStep = "release" | "use" | "freeze" | "unfreeze" | "extend";

/** What a step makes of a hold; undefined where it allows no such step. `taken` is what leaves it. */
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

/** How much each hold gives of an amount, in their order, until it is covered; holds that give nothing are left out. */
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

/** The day on which a hold of a merchant that closes goes back: its own, or 180 days after the closing began. */
export function closingRelease(
  own: PlainDate | null,
  closedOn: PlainDate,
  calendars: readonly BusinessCalendar[],
): PlainDate {
  const earliest = onBusinessDay(addDays(closedOn, closingHoldDays), calendars);
  return own !== null && own > earliest ? own : earliest;
}
