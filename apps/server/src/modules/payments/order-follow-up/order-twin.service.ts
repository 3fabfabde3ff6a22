import { transact } from "../../../platform/db/transact.ts";
import {
  type AttemptRef,
  applyOutcome,
  type DuplicatePayment,
  type GatewayOutcome,
  isOtherPayment,
  keepReport,
  releaseQueue,
} from "../order-outcome/index.ts";
import {
  callGatewayFor,
  isPutOff,
  type OrderNode,
  type Requester,
  readAttempt,
  referenceOf,
} from "../order-processing/index.ts";
import { addTimelineEntry, type NewTimelineEntry } from "../order-record/index.ts";

/** Delay before a refused release is retried, in seconds. */
const againSeconds = 3_600;

/**
 * Releases a second payment that the gateway authorised beside an attempt's. Only the job that runs this knows of it.
 * It queries the payment, releases an authorisation that stands, and throws until the gateway says that nothing is
 * left, so that the job is retried. After a refusal another job retries with a new key.
 */
export async function sendTwinRelease(
  node: OrderNode,
  caller: Requester,
  ref: AttemptRef,
  twin: DuplicatePayment,
): Promise<void> {
  const attempt = await readAttempt(node.db, ref);
  if (!attempt) return;
  const { tries, ...numbers } = twin;
  const named = { ...referenceOf(attempt), ...numbers };
  // Ignores an answer that names no payment: it must not count for the attempt's own payment.
  const take = (
    heard: GatewayOutcome,
    { timeline, again }: { timeline?: NewTimelineEntry; again?: DuplicatePayment } = {},
  ): Promise<unknown> =>
    transact(node, caller, async (ctx) => {
      if (heard.kind !== "authorized" && isOtherPayment(heard, attempt))
        await applyOutcome(ctx, ref, heard, "notification");
      else await keepReport(ctx, attempt, heard);
      if (timeline) await addTimelineEntry(ctx, attempt.merchantId, attempt.orderId, timeline);
      if (again)
        await ctx.enqueue({ queue: releaseQueue, data: { ...ref, twin: again }, startAfterSeconds: againSeconds });
    });
  const heard = await callGatewayFor(node, attempt, (connector, account) => connector.query(account, named));
  if (heard.kind !== "authorized") {
    await take(heard);
    if (heard.kind === "unknown" || heard.kind === "error")
      throw new Error(`the gateway does not say what became of ${twin.upstreamAttemptId}`);
    return;
  }
  // The key stays while its answer is unknown and changes after a refusal, which gateways repeat for the same key.
  const key = `${attempt.attemptNo}-void-${twin.upstreamAttemptId}`;
  const idempotencyKey = tries === 0 ? key : `${key}-${tries + 1}`;
  const outcome = await callGatewayFor(node, attempt, (connector, account) =>
    connector.void(account, { ...named, idempotencyKey }),
  );
  const isGone = outcome.kind === "voided" || outcome.kind === "captured";
  const timeline: NewTimelineEntry = {
    kind: "attempt",
    title: "eventTwinReleased",
    detail: { attemptNo: attempt.attemptNo },
    actor: { type: "gateway" },
    ref: { type: "paymentAttempt", id: attempt.id },
    visibility: "operator",
  };
  const isRefused = !isPutOff(outcome) && (outcome.kind === "error" || outcome.kind === "declined");
  if (isRefused) return void (await take(outcome, { again: { ...twin, tries: tries + 1 } }));
  await take(outcome, isGone ? { timeline } : {});
  if (!isGone) throw new Error(`${twin.upstreamAttemptId} was not released`);
}
