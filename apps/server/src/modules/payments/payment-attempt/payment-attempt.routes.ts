import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { statOfAttempts } from "./attempt-stat.store.ts";
import { contextOfDecline } from "./decline-context.service.ts";
import { readAttempt, syncAttempt } from "./payment-attempt.service.ts";
import { attemptColumn, attemptKey, describedAttempts, pageAttempts } from "./payment-attempt.store.ts";

export const paymentAttemptRoutes = implement(paymentAttempt, {
  page: pageAttempts,
  detail: (ctx, { id }) => readAttempt(ctx, id),
  stat: statOfAttempts,
  declineContext: contextOfDecline,
  sync: syncAttempt,
  export: exportable(paymentAttempt, describedAttempts, { columnOf: attemptColumn, id: attemptKey }),
});
