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

/** An outcome, and how it reached us. */
interface ReceivedOutcome {
  readonly outcome: GatewayOutcome;
  readonly source: OutcomeSource;
  readonly visit?: PayerVisit;
}

/**
 * Takes a word of a gateway in ({@link applyOutcome}), in a transaction of its own. A payment that it decided counts
 * towards the caps of its account, whichever word that was: an answer, a question's, or a notification. An answer is known
 * to this process alone, and that nothing was sent to nobody else ever after: it is taken in as soon as a database that is
 * away comes back.
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
  /** Committed before, where that answer was lost: the attempt that it began is still to be sent. */
  const taken = async () => {
    const begun = last?.next && (await readAttempt(node.db, { ...ref, attemptId: last.next.id }));
    return begun ? last : undefined;
  };
  const applied =
    source === "answer" ? await retryWhileDatabaseAway(async () => (await taken()) ?? take()) : await take();
  if (applied.decided) recordPayment(node.platform, applied.attempt.gatewayAccountId, applied.decided);
  return applied;
}
