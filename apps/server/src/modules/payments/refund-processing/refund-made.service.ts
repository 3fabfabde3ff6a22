import { type Money, sum } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { OtherRefund, RefundRow } from "../refund-record/index.ts";

/** A refund that a gateway made of one that it was asked for. */
export type MadeRefund = OtherRefund & Required<Pick<OtherRefund, "no">>;

/** What is said of money that came back. */
export interface ReturnTold {
  /** The gateway's number of the refund that came back; null where it names none. */
  readonly upstreamRefundId: string | null;
  /** Which of them it is, where somebody says so who read it in a file. */
  readonly no?: number;
  readonly amount: Money | null;
}

const isStanding = ({ back }: Pick<OtherRefund, "back">): boolean => back === undefined;

/** What some refunds that a gateway made come to, without what came back. */
export const standingOf = (currency: string, made: readonly Pick<OtherRefund, "amount" | "back">[]): Money =>
  sum(
    currency,
    made.filter(isStanding).map(({ amount }) => fromWire(amount, currency)),
  );

/** What a gateway made beside a refund, as far as it did not come back. */
export const madeBeside = ({ others, currency }: Pick<RefundRow, "others" | "currency">): Money =>
  standingOf(currency, others ?? []);

/** All that a gateway made of a refund, in the order in which it was told. */
export function madeOf(
  refund: Pick<RefundRow, "others" | "currency" | "amount" | "upstreamRefundId">,
): readonly MadeRefund[] {
  const others = (refund.others ?? []).map((one, at) => ({ ...one, no: one.no ?? at + 2 }));
  // The refund's own number is the one that none of the others has.
  const no = others.reduce((left, other, at) => left + at + 2 - other.no, 1);
  const amount = String(BigInt(refund.amount) - madeBeside(refund).amountMinor);
  return [{ upstreamRefundId: refund.upstreamRefundId ?? "", amount, no }, ...others].toSorted((a, b) => a.no - b.no);
}

/** Whether a number is none of those that a gateway is known to have made a refund under. */
export const isNewNumber = (refund: Parameters<typeof madeOf>[0], id: string | null): boolean =>
  id !== null && !madeOf(refund).some(({ upstreamRefundId }) => upstreamRefundId === id);

/**
 * Which of the refunds that a gateway made came back: marked in the answer. The one whose number is told; without a number
 * the one of that amount, of several such the last one, which nobody asked for. A number that is told after a return
 * without one is that return's: one return never takes two. `known` where it is no news; `unclear` where a return without
 * a number may be the one that is known.
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
