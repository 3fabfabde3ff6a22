import { columnDifferences, rowFinding } from "../../../platform/seals/finding.policy.ts";
import { monthBefore, monthsAt } from "../../merchants/mer-payment-method-cfg/index.ts";
import type { Finding } from "./ledger.finding.policy.ts";

/** A priced capture, as far as the volumes of its merchant go by it. */
export interface CountedCapture {
  readonly id: string;
  readonly orderId: string;
  /** Place in the book of its last journal: with it, it was priced, or after it where that posted none. */
  readonly pricedSeq: number;
  /** The month that counted it, as its sealed row says; null on captures of before it was kept there. */
  readonly month: string | null;
  /**
   * When it was taken; the month of an older capture goes by it. It may be before it was booked, where the book was
   * waited for, and is never before it was asked for.
   */
  readonly takenAt: string;
  readonly timezone: string;
  readonly currency: string;
  /** Minor units. */
  readonly value: string;
  /** `whole` reads the month before, `graduated` the month so far. */
  readonly tierMode: string | null;
  /** The volumes that chose its tier, as its sealed row says; null where no tier was chosen. */
  readonly volumes: { readonly monthToDate: string; readonly lastMonth: string } | null;
}

/** A month's volume as it is stored. */
export interface StoredVolume {
  readonly month: string;
  readonly currency: string;
  readonly captured: string;
}

/** What captures came to so far, by month and currency, and the orders whose tier was looked at. */
export interface CountedVolumes {
  /** Those that no journal places, and that were not counted yet, in their order. */
  later: readonly CountedCapture[];
  readonly sums: Map<string, bigint>;
  readonly tiered: Set<string>;
}

/** Captures of a stretch of the book, with those that were counted within it and posted nothing, in their order. */
export function inTurn(volumes: CountedVolumes, placed: readonly CountedCapture[], upTo: number): CountedCapture[] {
  const own = volumes.later.filter(({ pricedSeq }) => pricedSeq <= upTo);
  volumes.later = volumes.later.slice(own.length);
  return [...placed, ...own].toSorted((one, other) => one.pricedSeq - other.pricedSeq);
}

const keyOf = (month: string, currency: string): string => `${month} ${currency}`;

/**
 * Counts captures in the order in which they were priced, and answers those whose tier was chosen by other volumes than
 * what had been captured before them. All captures of a payment go by what there was before its first one.
 */
export function countCaptures({ sums, tiered }: CountedVolumes, captures: readonly CountedCapture[]): Finding[] {
  const findings: Finding[] = [];
  for (const capture of captures) {
    const { id, orderId, currency, value, volumes } = capture;
    const month = capture.month ?? monthsAt(Date.parse(capture.takenAt), capture.timezone).month;
    const soFar = sums.get(keyOf(month, currency)) ?? 0n;
    if (volumes && !tiered.has(orderId)) {
      tiered.add(orderId);
      const [expected, found] =
        capture.tierMode === "whole"
          ? [String(sums.get(keyOf(monthBefore(month), currency)) ?? 0n), volumes.lastMonth]
          : [String(soFar), volumes.monthToDate];
      if (found !== expected)
        findings.push(rowFinding({ law: "repeated_fact", table: "captures", key: id }, "fee_rule", [expected, found]));
    }
    sums.set(keyOf(month, currency), soFar + BigInt(value));
  }
  return findings;
}

/** Months whose stored volume is not what captures came to; a missing row counts as nothing. */
export function volumeFindings({ sums }: CountedVolumes, stored: readonly StoredVolume[]): Finding[] {
  const kept = new Map(stored.map(({ month, currency, captured }) => [keyOf(month, currency), captured]));
  return [...new Set([...sums.keys(), ...kept.keys()])].flatMap((key) =>
    columnDifferences(
      { law: "repeated_fact", table: "merchant_volumes", key },
      { captured: [sums.get(key) ?? 0n, kept.get(key) ?? 0n] },
    ),
  );
}
