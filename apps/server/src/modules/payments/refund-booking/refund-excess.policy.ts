import { nextPart } from "@countinghouse/money/cumulative.ts";
import { isZero, type Money, smaller, subtract, sum, zero } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { cutShare, type RefundableCapture } from "./refund-share.policy.ts";

/** A refund's share of one capture, in minor units. */
interface Part {
  readonly captureId: string;
  readonly captureNo: string;
  readonly amount: string;
  readonly settleAmount: string;
}

/** Values that decide how much of a refund counts as returned; amounts are in minor units. */
interface Counted {
  readonly amount: string;
  readonly currency: string;
  readonly settleAmount: string;
  readonly settleCurrency: string;
  readonly sourceBucket: string;
  readonly parts: readonly Part[];
}

/**
 * The counted amount of a refund, in its currency: from its captures, or from the payers' account. All of it, unless
 * the gateway made the refund after another had taken its place.
 */
export const countedOf = ({ sourceBucket, parts, settleAmount, settleCurrency, currency }: Counted): Money =>
  sourceBucket === "payer_funds"
    ? fromWire(settleAmount, settleCurrency)
    : sum(
        currency,
        parts.map(({ amount }) => fromWire(amount, currency)),
      );

/** The excess of a refund beyond what could be refunded, in its currency. */
export const excessOf = (row: Counted): Money => subtract(fromWire(row.amount, row.currency), countedOf(row));

/** A refund of captures, limited to what its gateway returned and what no other refund claims by now. */
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
  return { parts: left, settleAmount: settledOf(settleCurrency, left) };
}

/** The parts' total claim on a merchant's balance. */
const settledOf = (code: string, parts: readonly Part[]): string =>
  toWire(
    sum(
      code,
      parts.map(({ settleAmount }) => fromWire(settleAmount, code)),
    ),
  );

/** A refund from the payers' account, limited to what its gateway returned and what is still held for its payment. */
export const cutToHeld = ({ amount, currency, parts }: Counted, heldAmount: string, paid: Money) => ({
  parts,
  settleAmount: toWire(smaller(smaller(fromWire(amount, currency), paid), fromWire(heldAmount, currency))),
});

/** Values that limit how much of a refund may ever count. */
type Suspended = Counted & { readonly askedAmount: string | null; readonly attemptId: string };

/**
 * The part of a refund's excess that fits by now: of its payment's captures, newest first, or of the money held for
 * the payer. At most the requested amount: what a gateway returned beyond that is its own mistake.
 */
export function excessThatFits(
  row: Suspended,
  captures: readonly RefundableCapture[],
  heldAmount: string | null,
): { readonly parts: readonly Part[]; readonly settleAmount: string } {
  const asked = smaller(fromWire(row.askedAmount ?? row.amount, row.currency), fromWire(row.amount, row.currency));
  const missing = subtract(asked, countedOf(row));
  if (missing.amountMinor <= 0n) return { parts: [], settleAmount: "0" };
  if (row.sourceBucket === "payer_funds")
    return { parts: [], settleAmount: toWire(smaller(missing, fromWire(heldAmount ?? "0", row.currency))) };
  let rest = missing;
  const parts: Part[] = [];
  const own = captures.filter((one) => one.attemptId === row.attemptId && one.settleAmount !== null);
  for (const capture of own.toSorted((a, b) => b.seq - a.seq)) {
    const { amount, settle } = cutShare(capture, rest);
    if (isZero(amount)) continue;
    rest = subtract(rest, amount);
    const { id, captureNo } = capture;
    parts.push({ captureId: id, captureNo, amount: toWire(amount), settleAmount: toWire(settle) });
  }
  return { parts, settleAmount: settledOf(row.settleCurrency, parts) };
}

/** A refund's parts, increased or extended. */
export const withParts = (parts: readonly Part[], more: readonly Part[]): Part[] => {
  const merged = new Map(parts.map((part) => [part.captureId, part]));
  for (const part of more) {
    const before = merged.get(part.captureId) ?? { ...part, amount: "0", settleAmount: "0" };
    merged.set(part.captureId, {
      ...part,
      amount: String(BigInt(before.amount) + BigInt(part.amount)),
      settleAmount: String(BigInt(before.settleAmount) + BigInt(part.settleAmount)),
    });
  }
  return [...merged.values()];
};

/** The overcounted part of a refund as a refund of its own: of the last shares first, at their rates. */
export function lessOf<R extends Counted>(row: R, less: Money): R {
  if (row.sourceBucket === "payer_funds") return { ...row, amount: "0", settleAmount: toWire(less) };
  let rest = less;
  const parts = row.parts.toReversed().flatMap((part) => {
    const whole = fromWire(part.amount, row.currency);
    const amount = smaller(rest, whole);
    if (isZero(amount)) return [];
    rest = subtract(rest, amount);
    const total = fromWire(part.settleAmount, row.settleCurrency);
    const settle = nextPart({ total, whole, reached: amount, given: zero(row.settleCurrency) });
    return [{ ...part, amount: toWire(amount), settleAmount: toWire(settle) }];
  });
  return { ...row, amount: "0", parts, settleAmount: settledOf(row.settleCurrency, parts) };
}

/** The counted values of a refund without the part that {@link lessOf} takes. */
export function withoutParts(row: Counted, less: Counted): { readonly parts: Part[]; readonly settleAmount: string } {
  const negated = less.parts.map((part) => ({
    ...part,
    amount: String(-BigInt(part.amount)),
    settleAmount: String(-BigInt(part.settleAmount)),
  }));
  return {
    parts: withParts(row.parts, negated).filter(({ amount }) => amount !== "0"),
    settleAmount: String(BigInt(row.settleAmount) - BigInt(less.settleAmount)),
  };
}
