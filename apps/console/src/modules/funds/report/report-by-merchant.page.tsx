import { reportByMerchant } from "@countinghouse/contract/funds/report/report-by-merchant.ts";
import type { ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ReportPage } from "./report.page.part.tsx";

const groups: readonly ReportGrouping[] = ["merchant", "currency", "method", "day", "week", "month"];

export function ReportByMerchantPage() {
  return <ReportPage resource={reportByMerchant} groups={groups} title={useWords(reportByMerchant).title} />;
}
