import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  addRefund,
  approve,
  cancel,
  pageRefunds,
  previewRefund,
  readRefund,
  reject,
  resolve,
  retry,
  returnDue,
  settle,
  sync,
} from "./order-refund.service.ts";
import { describedRefunds, refundColumns } from "./order-refund.store.ts";

export const orderRefundRoutes = implement(orderRefund, {
  ...recordReads({ table: "orderRefunds", resource: orderRefund, describe: describedRefunds, columns: refundColumns }),
  page: pageRefunds,
  detail: readRefund,
  preview: previewRefund,
  add: addRefund,
  returnDue,
  approve,
  reject,
  cancel,
  retry,
  resolveExcess: resolve,
  settleTold: settle,
  sync,
});
