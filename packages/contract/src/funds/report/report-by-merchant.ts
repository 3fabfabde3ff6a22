import { defineResource } from "../../kit/resource.ts";
import { reportByMerchantMessages } from "./report-by-merchant.messages.ts";
import { ReportRow, reportOperations, reportRefusalFacts } from "./report-fields.ts";

/** What each merchant sold, and what of it was given back and disputed. */
export const reportByMerchant = defineResource({
  name: "reportByMerchant",
  for: "operator",
  record: ReportRow,
  refusals: reportRefusalFacts,
  operations: reportOperations(["merchant", "currency", "method", "day", "week", "month"]),
  menu: {
    path: "/finance/report/merchant",
    component: "report/report-by-merchant.page",
    icon: "chart-column",
    order: 310,
  },
  messages: reportByMerchantMessages,
});
