import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { statOfAttempts } from "./attempt-stat.store.ts";
import { contextOfDecline } from "./decline-context.service.ts";
import { readAttempt, syncAttempt } from "./payment-attempt.service.ts";
import { describedAttempts } from "./payment-attempt.store.ts";

export const paymentAttemptRoutes = implement(paymentAttempt, {
  ...recordReads({ table: "paymentAttempts", resource: paymentAttempt, describe: describedAttempts }),
  detail: (ctx, { id }) => readAttempt(ctx, id),
  stat: statOfAttempts,
  declineContext: contextOfDecline,
  sync: syncAttempt,
});
