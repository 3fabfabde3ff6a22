import { reportByGateway } from "@countinghouse/contract/funds/report/report-by-gateway.ts";
import { implement } from "../../../platform/http/implement.ts";
import { proveReport, readReport, readTrend } from "./report.service.ts";
import { downloadReport } from "./report-file.service.ts";

export const reportByGatewayRoutes = implement(reportByGateway, {
  page: readReport(reportByGateway),
  trend: readTrend(reportByGateway),
  prove: proveReport(reportByGateway),
  download: downloadReport(reportByGateway),
});
