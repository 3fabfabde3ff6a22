import { growthOf, pointsOf } from "@countinghouse/contract/funds/report/report-change.ts";
import { ReportGroup } from "@countinghouse/contract/funds/report/report-enumerations.ts";
import type { ReportGrouping, ReportRow, ReportTotal } from "@countinghouse/contract/funds/report/report-fields.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useMethodNames } from "../../../platform/payments/method-names.ts";
import { percentText } from "./report.address.policy.ts";
import { amountText, ChangeMark } from "./report.figures.part.tsx";
import { reportScreenMessages } from "./report.messages.ts";
import { drillOf, type Report } from "./report.query.hook.ts";

interface RowsProps {
  readonly report: Report;
  readonly rows: readonly ReportRow[];
  readonly total: ReportTotal;
  readonly fields: Readonly<Record<string, string>>;
  readonly may: (permission: string) => boolean;
  /** Proof and other things beside the title. */
  readonly tools: ReactNode;
}

/** What a row stands for, in words. */
function useRowName(groupBy: ReportGrouping): (row: ReportRow) => string {
  const words = useWords(reportScreenMessages);
  const methodName = useMethodNames();
  return (row) => {
    switch (groupBy) {
      case "account":
        return row.gatewayAccountName || words.noGateway;
      case "gateway":
        return row.gatewayName || words.noGateway;
      case "merchant":
        return row.merchantName ?? "";
      case "domain":
        return row.domain || words.noDomain;
      case "method":
        return row.paymentMethod ? methodName(row.paymentMethod) : words.noMethod;
      case "currency":
        return row.currency;
      default:
        return row.date ?? "";
    }
  };
}

/** The rows of one currency with their total; a figure opens the rows behind it. */
export function ReportRows({ report, rows, total, fields, may, tools }: RowsProps) {
  const words = useWords(reportScreenMessages);
  const locale = useLocale();
  const { groupBy } = report.view;
  const nameOf = useRowName(groupBy);
  const isOperator = total.margin !== null;
  const most = rows.reduce(
    (largest, { salesAmount }) => (BigInt(salesAmount) > largest ? BigInt(salesAmount) : largest),
    0n,
  );
  return (
    <section className="ch-card report-card">
      <header className="report-card-head">
        <h2>{ReportGroup.memberOf(groupBy)?.text[locale]}</h2>
        <span className="report-quiet report-wide">
          {report.view.asOf || !report.isOwnZone ? words.opensElsewhere : words.opens}
        </span>
        <span className="ch-grow" />
        {tools}
      </header>
      <div className="report-scroll">
        <table className="report-table">
          <thead>
            <tr>
              <th>{ReportGroup.memberOf(groupBy)?.text[locale]}</th>
              <th>{`${fields.salesAmount} ${total.currency}`}</th>
              <th>{words.change}</th>
              <th className="report-wide" aria-hidden />
              <th className="report-wide">{fields.orderCount}</th>
              <th className="report-wide">{fields.paidCount}</th>
              <th>{fields.paySuccessRate}</th>
              <th className="report-wide">{words.points}</th>
              <th className="report-wide">{fields.refundCount}</th>
              <th className="report-wide">{fields.refundRate}</th>
              <th className="report-wide">{fields.disputeRate}</th>
              {isOperator && <th className="report-wide">{fields.gatewayCost}</th>}
              {isOperator && <th className="report-wide">{fields.houseCost}</th>}
              {isOperator && <th className="report-wide">{fields.margin}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={keyOf(row)}
                row={row}
                name={nameOf(row)}
                sub={groupBy === "account" ? row.gatewayName : null}
                report={report}
                most={most}
                may={may}
                isOperator={isOperator}
              />
            ))}
          </tbody>
          <tfoot>
            <Row row={total} name={words.all} report={report} most={0n} may={may} isOperator={isOperator} />
          </tfoot>
        </table>
      </div>
      <p className="report-note">{words.totalsNote}</p>
    </section>
  );
}

const keyOf = ({ gatewayAccountId, gatewayId, merchantId, domain, paymentMethod, date, currency }: ReportRow): string =>
  [gatewayAccountId, gatewayId, merchantId, domain, paymentMethod, date, currency].join("|");

interface RowProps extends Pick<RowsProps, "report" | "may"> {
  readonly row: ReportRow | ReportTotal;
  readonly name: string;
  readonly sub?: string | null;
  readonly most: bigint;
  readonly isOperator: boolean;
}

function Row({ row, name, sub, report, most, may, isOperator }: RowProps) {
  const words = useWords(reportScreenMessages);
  const { currency, before } = row;
  const opens = (list: "orders" | "paid" | "refunds") =>
    may(list === "refunds" ? "orderRefund:page" : "coinOrder:page") ? drillOf(list, report, row) : undefined;
  const growth = before ? growthOf(row.salesAmount, before.salesAmount) : null;
  const isNew = before !== null && growth === null && row.salesAmount !== "0";
  const width = most === 0n ? 0 : Number((BigInt(row.salesAmount) * 100n) / most);
  const count = (value: number) => value.toLocaleString("en-US");
  return (
    <tr>
      <th scope="row">
        {name}
        {sub && <small>{sub}</small>}
      </th>
      <td className="report-main">
        <Opening to={opens("paid")}>{amountText(row.salesAmount, currency)}</Opening>
      </td>
      <td>{isNew ? <span className="report-quiet">{words.isNew}</span> : <ChangeMark by={growth} as="percent" />}</td>
      <td className="report-wide report-bar-cell">
        {most > 0n && (
          <span className="report-bar">
            <i style={{ width: `${Math.max(0, width)}%` }} />
          </span>
        )}
      </td>
      <td className="report-wide">
        <Opening to={opens("orders")}>{count(row.orderCount)}</Opening>
      </td>
      <td className="report-wide">
        <Opening to={opens("paid")}>{count(row.paidCount)}</Opening>
      </td>
      <td>{percentText(row.paySuccessRate)}</td>
      <td className="report-wide">
        <ChangeMark by={pointsOf(row.paySuccessRate, before?.paySuccessRate)} as="bare" />
      </td>
      <td className="report-wide">
        <Opening to={opens("refunds")}>{count(row.refundCount)}</Opening>
      </td>
      <td className="report-wide report-soft">{percentText(row.refundRate)}</td>
      <td className="report-wide report-soft">{percentText(row.disputeRate)}</td>
      {isOperator && <td className="report-wide report-soft">{amountText(row.gatewayCost, currency)}</td>}
      {isOperator && <td className="report-wide report-soft">{amountText(row.houseCost, currency)}</td>}
      {isOperator && <td className="report-wide report-main">{amountText(row.margin, currency)}</td>}
    </tr>
  );
}

const Opening = ({ to, children }: { readonly to: string | undefined; readonly children: string }) =>
  to === undefined || children === "0" ? children : <Link to={to}>{children}</Link>;
