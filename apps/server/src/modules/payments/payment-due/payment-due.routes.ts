import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { DueOrders } from "./due-orders.port.ts";
import { dueDecisions } from "./payment-due.service.ts";
import { describedDues } from "./payment-due.store.ts";

export const buildPaymentDueRoutes = (orders: DueOrders) =>
  implement(paymentDue, {
    ...recordReads({ table: "paymentDues", resource: paymentDue, describe: describedDues }),
    ...dueDecisions(orders),
  });
