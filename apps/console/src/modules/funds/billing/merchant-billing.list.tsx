import { merchantBilling } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
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
  "invoiceNo",
] as const;

/** The bills that a merchant was issued. */
export const MerchantBillingList = () => <ListPage resource={merchantBilling} columns={columns} nameField="batch" />;
