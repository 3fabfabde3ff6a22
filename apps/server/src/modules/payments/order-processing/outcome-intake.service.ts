import { retryWhileDatabaseAway } from "../../../platform/db/retry-while-away.ts";
import { transact } from "../../../platform/db/transact.ts";
import { recordPayment } from "../../gateways/routing/index.ts";
import {
  type AppliedOutcome,
  type AttemptRef,
  applyOutcome,
  type GatewayOutcome,
  type OutcomeSource,
  type PayerVisit,
} from "../order-outcome/index.ts";
import type { OrderNode, Requester } from "./order-node.port.ts";
import { readAttempt } from "./sent-attempt.store.ts";

/** An outcome and its source. */
interface ReceivedOutcome {
  readonly outcome: GatewayOutcome;
  readonly source: OutcomeSource;
  readonly visit?: PayerVisit;
}

/**
 * Applies a gateway's report ({@link applyOutcome}) in a transaction of its own. A payment that it decides counts
 * towards its account's caps, whether by answer, query or notification. Only this process knows an answer, and the
 * fact that nothing was sent: it is applied as soon as an unreachable database is back.
 */
export async function recordOutcome(
  node: Pick<OrderNode, "platform" | "db" | "clock" | "seals" | "enqueue">,
  caller: Requester,
  ref: AttemptRef,
  { outcome, source, visit }: ReceivedOutcome,
): Promise<AppliedOutcome> {
  let last: AppliedOutcome | undefined;
  const take = () =>
    transact(node, caller, async (ctx) => {
      last = await applyOutcome(ctx, ref, outcome, source, visit);
      return last;
    });
  /** Committed before, but that answer was lost: the attempt it began still has to be sent. */
  const taken = async () => {
    const begun = last?.next && (await readAttempt(node.db, { ...ref, attemptId: last.next.id }));
    return begun ? last : undefined;
  };
  const applied =
    source === "answer" ? await retryWhileDatabaseAway(async () => (await taken()) ?? take()) : await take();
  if (applied.decided) recordPayment(node.platform, applied.attempt.gatewayAccountId, applied.decided);
  return applied;
}
