import { isZero, type Money, smaller, subtract, sum } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { cutShare, type RefundableCapture } from "./refund-share.policy.ts";

/** What a refund takes of one capture, in minor units. */
interface Part {
  readonly captureId: string;
  readonly captureNo: string;
  readonly amount: string;
  readonly settleAmount: string;
}

/** What of a refund tells how much of it the books count as given back; amounts are minor units. */
interface Counted {
  readonly amount: string;
  readonly currency: string;
  readonly settleAmount: string;
  readonly settleCurrency: string;
  readonly sourceBucket: string;
  readonly parts: readonly Part[];
}

/**
 * What of a refund counts as given back, in its currency: of its captures, or out of the payers' account. All of it, but
 * for one that a gateway made after another had taken its place.
 */
export const countedOf = ({ sourceBucket, parts, settleAmount, settleCurrency, currency }: Counted): Money =>
  sourceBucket === "payer_funds"
    ? fromWire(settleAmount, settleCurrency)
    : sum(
        currency,
        parts.map(({ amount }) => fromWire(amount, currency)),
      );

/** What of a refund went beyond what was there to be given back, in its currency. */
export const excessOf = (row: Counted): Money => subtract(fromWire(row.amount, row.currency), countedOf(row));

/** A refund of captures, cut to what its gateway gave back and to what no other refund claims of them by now. */
export function cutToCaptures(
  { parts, settleCurrency, currency }: Counted,
  captures: readonly RefundableCapture[],
  paid: Money,
) {
  let rest = paid;
  const left = parts.flatMap((part) => {
    const capture = captures.find(({ id }) => id === part.captureId);
    const share = capture && cutShare(capture, smaller(rest, fromWire(part.amount, currency)));
    if (!share || isZero(share.amount)) return [];
    rest = subtract(rest, share.amount);
    const amount = toWire(share.amount);
    return [amount === part.amount ? part : { ...part, amount, settleAmount: toWire(share.settle) }];
  });
  const settle = sum(
    settleCurrency,
    left.map(({ settleAmount }) => fromWire(settleAmount, settleCurrency)),
  );
  return { parts: left, settleAmount: toWire(settle) };
}

/** A refund out of the payers' account, cut to what its gateway gave back and to what is still held there for its payment. */
export const cutToHeld = ({ amount, currency, parts }: Counted, heldAmount: string, paid: Money) => ({
  parts,
  settleAmount: toWire(smaller(smaller(fromWire(amount, currency), paid), fromWire(heldAmount, currency))),
});
