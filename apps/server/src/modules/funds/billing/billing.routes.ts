import { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { implement } from "../../../platform/http/implement.ts";
import { answer, issue, recompute } from "./bill.service.ts";
import { downloadBill } from "./bill-download.service.ts";
import { pageBillLines, readBill } from "./billing.service.ts";
import { billReads } from "./billing.store.ts";
import { comparePlan } from "./fee-plan.service.ts";

export const billingRoutes = implement(billing, {
  page: billReads.page,
  detail: readBill,
  download: downloadBill(readBill),
  lines: pageBillLines,
  comparePlan,
  issue,
  recompute,
  answer,
  export: billReads.export,
});
