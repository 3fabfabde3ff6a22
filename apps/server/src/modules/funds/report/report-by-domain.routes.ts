import { reportByDomain } from "@countinghouse/contract/funds/report/report-by-domain.ts";
import { implement } from "../../../platform/http/implement.ts";
import { proveReport, readReport, readTrend } from "./report.service.ts";
import { downloadReport } from "./report-file.service.ts";

export const reportByDomainRoutes = implement(reportByDomain, {
  page: readReport(reportByDomain),
  trend: readTrend(reportByDomain),
  prove: proveReport(reportByDomain),
  download: downloadReport(reportByDomain),
});
