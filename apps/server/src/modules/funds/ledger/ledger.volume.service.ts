import { columnDifferences, rowFinding } from "../../../platform/seals/finding.policy.ts";
import { monthBefore, monthsAt } from "../../merchants/mer-payment-method-cfg/index.ts";
import type { Finding } from "./ledger.finding.policy.ts";

/** The columns of a priced capture that volumes depend on. */
export interface CountedCapture {
  readonly id: string;
  readonly orderId: string;
  /**
   * Sequence number in the book of its last journal, with which it was priced, or after which, where pricing posted
   * none.
   */
  readonly pricedSeq: number;
  /** The month that counted it, by its sealed row; null on older captures. */
  readonly month: string | null;
  /**
   * When it was captured; the month of an older capture. It may precede its booking, which waits for the book, but
   * never its request.
   */
  readonly takenAt: string;
  readonly timezone: string;
  readonly currency: string;
  /** In minor units. */
  readonly value: string;
  /** `whole` uses the previous month, `graduated` the month to date. */
  readonly tierMode: string | null;
  /** The volumes that chose its tier, by its sealed row; null where no tier was chosen. */
  readonly volumes: { readonly monthToDate: string; readonly lastMonth: string } | null;
}

/** A stored monthly volume. */
export interface StoredVolume {
  readonly month: string;
  readonly currency: string;
  readonly captured: string;
}

/** Volumes so far by month and currency, and the orders whose tier was checked. */
export interface CountedVolumes {
  /** Captures without a pricing journal that were not counted yet, in order. */
  later: readonly CountedCapture[];
  readonly sums: Map<string, bigint>;
  readonly tiered: Set<string>;
}

/** Captures of a range of the book, merged with those counted within it without a journal, in order. */
export function inTurn(volumes: CountedVolumes, placed: readonly CountedCapture[], upTo: number): CountedCapture[] {
  const own = volumes.later.filter(({ pricedSeq }) => pricedSeq <= upTo);
  volumes.later = volumes.later.slice(own.length);
  return [...placed, ...own].toSorted((one, other) => one.pricedSeq - other.pricedSeq);
}

const keyOf = (month: string, currency: string): string => `${month} ${currency}`;

/**
 * Counts captures in the order of pricing, and answers those whose tier was chosen by other volumes than those before
 * them. All captures of a payment use the volumes before its first one.
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

/** Months whose stored volume differs from their captures; a missing row counts as zero. */
export function volumeFindings({ sums }: CountedVolumes, stored: readonly StoredVolume[]): Finding[] {
  const kept = new Map(stored.map(({ month, currency, captured }) => [keyOf(month, currency), captured]));
  return [...new Set([...sums.keys(), ...kept.keys()])].flatMap((key) =>
    columnDifferences(
      { law: "repeated_fact", table: "merchant_volumes", key },
      { captured: [sums.get(key) ?? 0n, kept.get(key) ?? 0n] },
    ),
  );
}
