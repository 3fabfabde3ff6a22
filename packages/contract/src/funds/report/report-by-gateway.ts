import { text3 } from "../../kit/locale.ts";
import { defineResource } from "../../kit/resource.ts";
import { reportByGatewayMessages } from "./report-by-gateway.messages.ts";
import { ReportRow, reportOperations, reportRefusalFacts } from "./report-fields.ts";

/** What came over each gateway. Merchants see their own sales by day, currency and method: over whom they went is the operator's. */
export const reportByGateway = defineResource({
  name: "reportByGateway",
  record: ReportRow,
  refusals: reportRefusalFacts,
  operations: reportOperations(["account", "gateway", "currency", "method", "day", "week", "month"]),
  menu: {
    path: "/finance/report/gateway",
    component: "report/report-by-gateway.page",
    icon: "chart-column",
    order: 300,
    ownTitle: text3("Sales report", "销售报表", "銷售報表"),
  },
  messages: reportByGatewayMessages,
});
