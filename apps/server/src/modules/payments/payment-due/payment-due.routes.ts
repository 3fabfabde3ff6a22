import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { DueOrders } from "./due-orders.port.ts";
import { dueDecisions } from "./payment-due.service.ts";
import { describedDues, dueColumn, dueKey, findDue, pageDues } from "./payment-due.store.ts";

export const buildPaymentDueRoutes = (orders: DueOrders) =>
  implement(paymentDue, {
    page: pageDues,
    detail: (ctx, { id }) => findDue(ctx, id),
    ...dueDecisions(orders),
    export: exportable(paymentDue, describedDues, { columnOf: dueColumn, id: dueKey }),
  });
