import type { reportByDomain } from "@countinghouse/contract/funds/report/report-by-domain.ts";
import type { reportByGateway } from "@countinghouse/contract/funds/report/report-by-gateway.ts";
import type { reportByMerchant } from "@countinghouse/contract/funds/report/report-by-merchant.ts";
import type { ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { currency as knownCurrency } from "@countinghouse/money/currency.ts";
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
  /** In which currency everything is added up, for the operations that take one. */
  readonly inBase: Pick<CallInput<ReportResource["operations"]["page"]>, "baseCurrency">;
  /** Whose days it is of. */
  readonly timeZone: string;
  /** Today in the report's zone. */
  readonly today: string;
  /** Whether its days are those of the lists that figures open. */
  readonly isOwnZone: boolean;
  change(change: Partial<ReportView>): void;
}

/** What the page's address asks for, in the reader's zone and mode. */
export function useReport(groups: readonly ReportGrouping[]): Report {
  const [query, setQuery] = useSearchParams();
  const mode = useStore(paymentMode);
  const own = useTimeZone();
  const view = viewFrom(query, groups);
  const timeZone = view.timeZone ?? own;
  const today = dayOf(Date.now(), timeZone);
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
  const inBase = view.baseCurrency ? { baseCurrency: knownCurrency(view.baseCurrency) } : {};
  return {
    view,
    asked,
    inBase,
    timeZone,
    today,
    isOwnZone: timeZone === own,
    change: (change) => setQuery(withChange(query, change), { replace: true }),
  };
}

/** Days that the chart takes as one step: enough to see a course, few enough to tell them apart. */
export function stepOf({ fromDay, toDay }: Pick<ReportQuery, "fromDay" | "toDay">): "day" | "week" | "month" {
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000 + 1;
  return days <= 100 ? "day" : "week";
}

/** Where the rows behind a figure are, with exactly the filter; figures that no list holds lead nowhere. */
export function drillOf(
  list: "orders" | "paid" | "refunds",
  { asked, view, isOwnZone }: Pick<Report, "asked" | "view" | "isOwnZone">,
  row: { readonly currency: string; readonly [key: string]: unknown },
): string | undefined {
  // Lists know no past instant, no days of another zone, and no filter for "none".
  if (view.asOf !== undefined || !isOwnZone) return undefined;
  const of = { gatewayAccountId: row.gatewayAccountId, merchantId: row.merchantId, domain: row.domain };
  if (Object.values(of).includes("")) return undefined;
  const isDayRow = view.groupBy === "day" && typeof row.date === "string";
  if ((view.groupBy === "week" || view.groupBy === "month") && row.date) return undefined;
  const days = isDayRow ? `${row.date}..${row.date}` : `${asked.fromDay}..${asked.toDay}`;
  const time = { orders: "orderTime", paid: "paidTime", refunds: "succeededTime" }[list];
  const wanted: Readonly<Record<string, unknown>> = {
    [time]: days,
    // What was added up over all currencies is made of orders of all of them.
    currency: view.baseCurrency ? undefined : row.currency,
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
