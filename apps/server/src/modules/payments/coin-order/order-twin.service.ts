import { transact } from "../../../platform/db/transact.ts";
import { callGateway, referenceOf } from "./order-call.service.ts";
import type { Caller, OrderNode } from "./order-node.port.ts";
import { type AttemptRef, applyOutcome, type Twin } from "./order-outcome.service.ts";
import { type Heard, isOtherPayment, keepReport } from "./order-report.service.ts";
import { addToStory, type Told } from "./order-story.store.ts";
import { readAttempt } from "./order-sweep.store.ts";

/**
 * Gives a payment back that the gateway reserved beside the one of an attempt. It is kept nowhere but in the job that runs
 * this: asked after first, released where it stands, and thrown about until the gateway has said that nothing is left, so
 * that the job comes again.
 */
export async function sendTwinRelease(node: OrderNode, caller: Caller, ref: AttemptRef, twin: Twin): Promise<void> {
  const attempt = await readAttempt(node.db, ref);
  if (!attempt) return;
  const named = { ...referenceOf(attempt), ...twin };
  // What is answered of no payment at all must not pass for a word about the attempt's own.
  const take = (heard: Heard, told?: Told): Promise<unknown> =>
    transact(node, caller, async (ctx) => {
      if (heard.kind !== "authorized" && isOtherPayment(heard, attempt))
        await applyOutcome(ctx, ref, heard, "notification");
      else await keepReport(ctx, attempt, heard);
      if (told) await addToStory(ctx, attempt.merchantId, attempt.orderId, told);
    });
  const heard = await callGateway(node, attempt, (connector, account) => connector.query(account, named));
  if (heard.kind !== "authorized") {
    await take(heard);
    if (heard.kind === "unknown" || heard.kind === "error")
      throw new Error(`the gateway does not say what became of ${twin.upstreamAttemptId}`);
    return;
  }
  const idempotencyKey = `${attempt.attemptNo}-void-${twin.upstreamAttemptId}`;
  const outcome = await callGateway(node, attempt, (connector, account) =>
    connector.void(account, { ...named, idempotencyKey }),
  );
  const isGone = outcome.kind === "voided" || outcome.kind === "captured";
  const told: Told = {
    kind: "attempt",
    title: "eventTwinReleased",
    detail: { attemptNo: attempt.attemptNo },
    actor: { type: "gateway" },
    ref: { type: "paymentAttempt", id: attempt.id },
    visibility: "operator",
  };
  await take(outcome, isGone ? told : undefined);
  if (!isGone) throw new Error(`${twin.upstreamAttemptId} was not released`);
}
