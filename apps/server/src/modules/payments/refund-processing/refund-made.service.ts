import { type Money, sum } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { OtherRefund, RefundRow } from "../refund-record/index.ts";

/** A refund that a gateway made for a request. */
export type MadeRefund = OtherRefund & Required<Pick<OtherRefund, "no">>;

/** A report about returned money. */
export interface ReturnTold {
  /** The gateway's number of the returned refund; null where it gives none. */
  readonly upstreamRefundId: string | null;
  /** Which of them it is, where a user read it in a file. */
  readonly no?: number;
  readonly amount: Money | null;
}

const isStanding = ({ back }: Pick<OtherRefund, "back">): boolean => back === undefined;

/** Total of refunds that a gateway made, less returned ones. */
export const standingOf = (currency: string, made: readonly Pick<OtherRefund, "amount" | "back">[]): Money =>
  sum(
    currency,
    made.filter(isStanding).map(({ amount }) => fromWire(amount, currency)),
  );

/** Further refunds that a gateway made, except returned ones. */
export const madeBeside = ({ others, currency }: Pick<RefundRow, "others" | "currency">): Money =>
  standingOf(currency, others ?? []);

/** All refunds that a gateway made for one request, in the order of their reports. */
export function madeOf(
  refund: Pick<RefundRow, "others" | "currency" | "amount" | "upstreamRefundId">,
): readonly MadeRefund[] {
  const others = (refund.others ?? []).map((one, at) => ({ ...one, no: one.no ?? at + 2 }));
  // The refund's own number is the one that no other has.
  const no = others.reduce((left, other, at) => left + at + 2 - other.no, 1);
  const amount = String(BigInt(refund.amount) - madeBeside(refund).amountMinor);
  return [{ upstreamRefundId: refund.upstreamRefundId ?? "", amount, no }, ...others].toSorted((a, b) => a.no - b.no);
}

/** Whether a number is new among the refunds that a gateway made for this one. */
export const isNewNumber = (refund: Parameters<typeof madeOf>[0], id: string | null): boolean =>
  id !== null && !madeOf(refund).some(({ upstreamRefundId }) => upstreamRefundId === id);

/**
 * Marks which of the refunds that a gateway made was returned. With a number, that one; without, the one of that
 * amount, the last of several, which nobody requested. A number reported after a return without one belongs to that
 * return: one return is never counted twice. `known` where it is no news; `unclear` where a return without a number
 * may be the known one.
 */
export function afterReturn(
  made: readonly MadeRefund[],
  { upstreamRefundId, no, amount }: ReturnTold,
): readonly MadeRefund[] | "known" | "unclear" {
  const named = made.find((one) => upstreamRefundId !== null && one.upstreamRefundId === upstreamRefundId);
  if (named) {
    if (named.back === "told") return "known";
    const assumed = named.back ? named : made.find(({ back }) => back === "assumed");
    return made.map((one) => {
      const { back, ...standing } = one;
      return one === named ? { ...one, back: "told" } : one === assumed ? standing : one;
    });
  }
  const said = made.find((one) => one.no === no);
  if (said && !isStanding(said)) return "known";
  if (!said && !made.every(isStanding)) return "unclear";
  const same = made.filter((one) => amount !== null && one.amount === toWire(amount));
  const last = said ?? (same.length > 0 ? same : made).at(-1);
  return made.map((one) => (one === last ? { ...one, back: "assumed" } : one));
}
