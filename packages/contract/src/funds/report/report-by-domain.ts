import { defineResource } from "../../kit/resource.ts";
import { reportByDomainMessages } from "./report-by-domain.messages.ts";
import { ReportRow, reportOperations, reportRefusalFacts } from "./report-fields.ts";

/** What was sold on each host that payers came from. */
export const reportByDomain = defineResource({
  name: "reportByDomain",
  record: ReportRow,
  refusals: reportRefusalFacts,
  operations: reportOperations(["domain", "currency", "method", "day", "week", "month"]),
  menu: {
    path: "/finance/report/domain",
    component: "report/report-by-domain.page",
    icon: "chart-column",
    order: 320,
  },
  messages: reportByDomainMessages,
});
