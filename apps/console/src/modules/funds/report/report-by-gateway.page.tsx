import { reportByGateway } from "@countinghouse/contract/funds/report/report-by-gateway.ts";
import type { ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { ReportPage } from "./report.page.part.tsx";

const times: readonly ReportGrouping[] = ["day", "week", "month", "currency", "method"];
const groups: readonly ReportGrouping[] = ["account", "gateway", ...times];

/** What came over each gateway; to merchants, their sales by day, since gateways are the operator's to know. */
export function ReportByGatewayPage() {
  const isOfMerchant = useIsOfMerchant();
  const locale = useLocale();
  const { title } = useWords(reportByGateway);
  const own = reportByGateway.menu?.ownTitle?.[locale] ?? title;
  return (
    <ReportPage resource={reportByGateway} groups={isOfMerchant ? times : groups} title={isOfMerchant ? own : title} />
  );
}
