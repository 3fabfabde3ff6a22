import { reportByDomain } from "@countinghouse/contract/funds/report/report-by-domain.ts";
import type { ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ReportPage } from "./report.page.part.tsx";

const groups: readonly ReportGrouping[] = ["domain", "currency", "method", "day", "week", "month"];

export function ReportByDomainPage() {
  return <ReportPage resource={reportByDomain} groups={groups} title={useWords(reportByDomain).title} />;
}
