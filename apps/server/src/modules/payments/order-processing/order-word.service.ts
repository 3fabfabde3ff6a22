import { transact } from "../../../platform/db/transact.ts";
import { whileAway } from "../../../platform/db/while-away.ts";
import { recordPayment } from "../../gateways/routing/index.ts";
import {
  type Applied,
  type AttemptRef,
  applyOutcome,
  type Heard,
  type Source,
  type Visit,
} from "../order-outcome/index.ts";
import type { Caller, OrderNode } from "./order-node.port.ts";
import { readAttempt } from "./sent-attempt.store.ts";

/** What a gateway said, and how it reached us. */
interface Saying {
  readonly outcome: Heard;
  readonly source: Source;
  readonly visit?: Visit;
}

/**
 * Takes a word of a gateway in ({@link applyOutcome}), in a transaction of its own. A payment that it decided counts
 * towards the caps of its account, whichever word that was: an answer, a question's, or a notification. An answer is known
 * to this process alone, and that nothing was sent to nobody else ever after: it is taken in as soon as a database that is
 * away comes back.
 */
export async function takeWord(
  node: Pick<OrderNode, "platform" | "db" | "clock" | "seals" | "enqueue">,
  caller: Caller,
  ref: AttemptRef,
  { outcome, source, visit }: Saying,
): Promise<Applied> {
  let last: Applied | undefined;
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
  const applied = source === "answer" ? await whileAway(async () => (await taken()) ?? take()) : await take();
  if (applied.decided) recordPayment(node.platform, applied.attempt.gatewayAccountId, applied.decided);
  return applied;
}
