import { decimalText, growthOf, pointsOf } from "@countinghouse/contract/funds/report/report-change.ts";
import type { ReportTotal } from "@countinghouse/contract/funds/report/report-fields.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { currency as knownCurrency } from "@countinghouse/money/currency.ts";
import { moneyParts } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { ReactNode } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { percentText } from "./report.address.policy.ts";
import { reportScreenMessages } from "./report.messages.ts";

/** A full figure, never rounded; its currency stands once for all of them. */
export function amountText(minor: string | null, currency: string): string {
  if (minor === null) return "–";
  const { sign, whole, fraction } = moneyParts(fromWire(minor, knownCurrency(currency)));
  return `${sign}${whole}${fraction}`;
}

interface ChangeProps {
  /** Tenths; null where there was nothing before. */
  readonly by: number | null;
  /** Points of a rate, said with their unit unless the column says it. */
  readonly as: "percent" | "points" | "bare";
  /** More of it is worse. */
  readonly isWorse?: boolean;
}

/** By how much a figure changed; colour and arrow say the same. */
export function ChangeMark({ by, as, isWorse = false }: ChangeProps) {
  const words = useWords(reportScreenMessages);
  if (by === null) return null;
  const size = decimalText(Math.abs(by), 1);
  const text = as === "percent" ? `${size} %` : as === "points" ? fill(words.pointsOf, { value: size }) : size;
  if (by === 0) return <span className="report-quiet">{text}</span>;
  return (
    <span className="report-change" data-better={by > 0 !== isWorse}>
      {by > 0 ? "↑ " : "↓ "}
      {text}
    </span>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly change: ReactNode;
  readonly note: string | undefined;
}

const Figure = ({ label, value, change, note }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd className="report-figure">{value}</dd>
    <dd className="report-quiet">
      {change} {note}
    </dd>
  </div>
);

interface FiguresProps {
  readonly total: ReportTotal;
  readonly fields: Readonly<Record<string, string>>;
}

/** Four figures of the period in one currency, each beside the period before. */
export function ReportFigures({ total, fields }: FiguresProps) {
  const words = useWords(reportScreenMessages);
  const { currency, before } = total;
  const was = (value: string | undefined) => (value === undefined ? undefined : fill(words.was, { value }));
  const money = (minor: string | null | undefined) => (minor === undefined ? undefined : amountText(minor, currency));
  const sales = BigInt(total.salesAmount);
  const ofSales = total.margin === null || sales === 0n ? null : Number((BigInt(total.margin) * 1_000_000n) / sales);
  return (
    <dl className="ch-card report-strip">
      <Figure
        label={`${fields.salesAmount} ${currency}`}
        value={amountText(total.salesAmount, currency)}
        change={before && <ChangeMark by={growthOf(total.salesAmount, before.salesAmount)} as="percent" />}
        note={was(money(before?.salesAmount))}
      />
      <Figure
        label={fields.paidCount ?? ""}
        value={total.paidCount.toLocaleString("en-US")}
        change={before && <ChangeMark by={growthOf(total.paidCount, before.paidCount)} as="percent" />}
        note={was(before?.paidCount.toLocaleString("en-US"))}
      />
      <Figure
        label={fields.paySuccessRate ?? ""}
        value={percentText(total.paySuccessRate)}
        change={<ChangeMark by={pointsOf(total.paySuccessRate, before?.paySuccessRate)} as="points" />}
        note={was(before ? percentText(before.paySuccessRate) : undefined)}
      />
      {total.margin === null ? (
        <Figure
          label={`${fields.refundAmount} ${currency}`}
          value={amountText(total.refundAmount, currency)}
          change={before && <ChangeMark by={growthOf(total.refundAmount, before.refundAmount)} as="percent" isWorse />}
          note={was(money(before?.refundAmount))}
        />
      ) : (
        <Figure
          label={`${fields.margin} ${currency}`}
          value={amountText(total.margin, currency)}
          change={before?.margin ? <ChangeMark by={growthOf(total.margin, before.margin)} as="percent" /> : null}
          note={ofSales === null ? undefined : fill(words.ofSales, { share: percentText(ofSales) })}
        />
      )}
    </dl>
  );
}
