import { isZero, type Money } from "@countinghouse/money/money.ts";
import { parseAccount } from "./account.ts";
import { balanceOf } from "./balance.ts";
import type { Entry, EntryEvent } from "./entry.ts";

/** What a line of a settlement is about. */
export const lineTypes = ["capture", "refund", "fee", "dispute", "adjustment"] as const;

/** What a line of a settlement is about. */
export type LineType = (typeof lineTypes)[number];

/** What one journal adds to what a merchant will be settled, or takes from it. */
export interface SettlementLine {
  readonly type: LineType;
  /** Signed: positive is in the merchant's favour. */
  readonly amount: Money;
  /** What of the amount is tax on our fee; signed alike. */
  readonly tax: Money;
}

/** Events that settle lines; they make none. */
export const settlingEvents: readonly EntryEvent[] = ["J30", "J30n"];

/** Every other event corrects something: an adjustment. */
const TYPES: Partial<Record<EntryEvent, LineType>> = {
  J01: "capture",
  J04: "capture",
  J02: "fee",
  J03p: "fee",
  J12: "fee",
  J13: "fee",
  J29: "fee",
  J10: "refund",
  J14: "refund",
  J15: "refund",
  J20: "dispute",
  J22: "dispute",
};

/**
 * The line of an entry: what it moves in the merchant's pending bucket, which is what waits to be settled. Undefined
 * where it moves nothing there, and where it settles lines. Throws where it moves pending amounts of two currencies.
 */
export function settlementLine({ event, postings }: Entry): SettlementLine | undefined {
  if (settlingEvents.includes(event)) return undefined;
  const [pending, ...others] = new Set(
    postings.flatMap(({ debit, credit }) => [debit, credit]).filter((code) => parseAccount(code).kind === "pending"),
  );
  if (!pending) return undefined;
  if (others.length > 0) throw new Error(`${event} moves ${pending} and ${others.join()}`);
  const amount = balanceOf(pending, postings);
  if (isZero(amount)) return undefined;
  const taxes = postings.filter(({ debit, credit }) =>
    [debit, credit].some((code) => parseAccount(code).kind === "tax_payable"),
  );
  return { type: TYPES[event] ?? "adjustment", amount, tax: balanceOf(pending, taxes) };
}
