import { merchantBilling } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import { implement } from "../../../platform/http/implement.ts";
import { confirm, question } from "./bill.service.ts";
import { downloadBill } from "./bill-download.service.ts";
import { pageOwnBillLines, readOwnBill } from "./billing.service.ts";
import { ownBillReads } from "./billing.store.ts";

export const merchantBillingRoutes = implement(merchantBilling, {
  page: ownBillReads.page,
  detail: readOwnBill,
  download: downloadBill(readOwnBill),
  lines: pageOwnBillLines,
  confirm,
  query: question,
  export: ownBillReads.export,
});
