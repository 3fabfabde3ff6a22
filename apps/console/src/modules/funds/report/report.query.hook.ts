import type { reportByDomain } from "@countinghouse/contract/funds/report/report-by-domain.ts";
import type { reportByGateway } from "@countinghouse/contract/funds/report/report-by-gateway.ts";
import type { reportByMerchant } from "@countinghouse/contract/funds/report/report-by-merchant.ts";
import type { ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useSearchParams } from "react-router";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import { daysOf, type ReportView, viewFrom, withChange } from "./report.address.policy.ts";

/** One of the reports. */
export type ReportResource = typeof reportByGateway | typeof reportByMerchant | typeof reportByDomain;
type ReportQuery = CallInput<ReportResource["operations"]["prove"]>;

/** What a report shows and is asked for. */
export interface Report {
  readonly view: ReportView;
  /** What the server is asked, whichever operation. */
  readonly asked: ReportQuery;
  /** Today in the reader's zone. */
  readonly today: string;
  change(change: Partial<ReportView>): void;
}

/** What the page's address asks for, in the reader's zone and mode. */
export function useReport(groups: readonly ReportGrouping[]): Report {
  const [query, setQuery] = useSearchParams();
  const mode = useStore(paymentMode);
  const timeZone = useTimeZone();
  const today = dayOf(Date.now(), timeZone);
  const view = viewFrom(query, groups);
  const { merchantId, gatewayAccountId, domain, paymentMethod, asOf } = view;
  const asked: ReportQuery = {
    mode,
    timeZone,
    ...daysOf(view.period, today),
    ...(asOf ? { asOf } : {}),
    ...(merchantId ? { merchantId: [merchantId] } : {}),
    ...(gatewayAccountId ? { gatewayAccountId } : {}),
    ...(domain === undefined ? {} : { domain }),
    ...(paymentMethod ? { paymentMethod: [paymentMethod] } : {}),
  };
  return { view, asked, today, change: (change) => setQuery(withChange(query, change), { replace: true }) };
}

/** Days that the chart takes as one step: enough to see a course, few enough to tell them apart. */
export function stepOf({ fromDay, toDay }: Pick<ReportQuery, "fromDay" | "toDay">): "day" | "week" | "month" {
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000 + 1;
  return days <= 100 ? "day" : "week";
}

/** Where the rows behind a figure are, with exactly the filter; figures that no list holds lead nowhere. */
export function drillOf(
  list: "orders" | "paid" | "refunds",
  { asked, view }: Pick<Report, "asked" | "view">,
  row: { readonly currency: string; readonly [key: string]: unknown },
): string | undefined {
  // Lists know no past instant, and no filter for "none".
  if (view.asOf !== undefined) return undefined;
  const of = { gatewayAccountId: row.gatewayAccountId, merchantId: row.merchantId, domain: row.domain };
  if (Object.values(of).includes("")) return undefined;
  const isDayRow = view.groupBy === "day" && typeof row.date === "string";
  if ((view.groupBy === "week" || view.groupBy === "month") && row.date) return undefined;
  const days = isDayRow ? `${row.date}..${row.date}` : `${asked.fromDay}..${asked.toDay}`;
  const time = { orders: "orderTime", paid: "paidTime", refunds: "succeededTime" }[list];
  const wanted: Readonly<Record<string, unknown>> = {
    [time]: days,
    currency: row.currency,
    gatewayAccountId: of.gatewayAccountId ?? asked.gatewayAccountId,
    gatewayId: view.groupBy === "gateway" ? row.gatewayId : undefined,
    merchantId: of.merchantId ?? view.merchantId,
    ...(list === "refunds"
      ? { sourceBucket: "pending,available" }
      : {
          origin: "platform",
          domain: of.domain ?? view.domain,
          paymentMethod: row.paymentMethod ?? view.paymentMethod,
        }),
  };
  // Refunds are found by neither host nor method.
  if (list === "refunds" && (of.domain ?? view.domain ?? row.paymentMethod ?? view.paymentMethod)) return undefined;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) if (value) query.set(name, String(value));
  return `${list === "refunds" ? "/trade/refund" : "/trade/order"}?${query}`;
}
