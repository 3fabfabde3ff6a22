import { reportByMerchant } from "@countinghouse/contract/funds/report/report-by-merchant.ts";
import { implement } from "../../../platform/http/implement.ts";
import { proveReport, readReport, readTrend } from "./report.service.ts";
import { downloadReport } from "./report-file.service.ts";

export const reportByMerchantRoutes = implement(reportByMerchant, {
  page: readReport(reportByMerchant),
  trend: readTrend(reportByMerchant),
  prove: proveReport(reportByMerchant),
  download: downloadReport(reportByMerchant),
});
