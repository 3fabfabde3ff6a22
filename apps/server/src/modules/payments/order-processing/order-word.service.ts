import { transact } from "../../../platform/db/transact.ts";
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

/** What a gateway said, and how it reached us. */
interface Saying {
  readonly outcome: Heard;
  readonly source: Source;
  readonly visit?: Visit;
}

/**
 * Takes a word of a gateway in ({@link applyOutcome}), in a transaction of its own. A payment that it decided counts
 * towards the caps of its account, whichever word that was: an answer, a question's, or a notification.
 */
export async function takeWord(
  node: Pick<OrderNode, "platform" | "db" | "clock" | "seals" | "enqueue">,
  caller: Caller,
  ref: AttemptRef,
  { outcome, source, visit }: Saying,
): Promise<Applied> {
  const applied = await transact(node, caller, (ctx) => applyOutcome(ctx, ref, outcome, source, visit));
  if (applied.decided) recordPayment(node.platform, applied.attempt.gatewayAccountId, applied.decided);
  return applied;
}
