import { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { ListPage } from "../../../platform/pages/list-page.tsx";

const columns = [
  "batch",
  "merchantName",
  "billingDate",
  "status",
  "grossAmount",
  "transactionFee",
  "refundAmount",
  "settlementAmount",
  "marginAmount",
  "invoiceNo",
] as const;

/** The bills of settlement batches, with what they cost. */
export const BillingList = () => <ListPage resource={billing} columns={columns} nameField="batch" />;
