import { setTimeout as sleep } from "node:timers/promises";
import { retryWhileDatabaseAway } from "../../../platform/db/retry-while-away.ts";
import { waitOutside } from "../../../platform/load/gate-place.ts";
import { finalDeclineOf, hasPaidBefore } from "../order-acceptance/index.ts";
import { type CardAttempt, isTurnOver, takeTurn } from "./card-turn.store.ts";
import type { AttemptToSend } from "./order-call.service.ts";
import type { OrderNode } from "./order-node.port.ts";

/** Result of waiting for a card's turn. */
export interface CardQueueResult {
  readonly hasWaited: boolean;
  /** The code by which the issuer refused the card for good meanwhile; the payment is then not sent. */
  readonly refusedBy: string | undefined;
}

const atOnce: CardQueueResult = { hasWaited: false, refusedBy: undefined };

/** Interval of checks whether the payment ahead has its outcome recorded, by whichever node, in milliseconds. */
const lookEveryMs = 100;

/** Longest wait for another payment's outcome, in milliseconds: the caller does not wait much longer. */
const waitMaxMs = 45_000;

/** Waits by card on this node, so that one query serves all of them. */
const waits = new WeakMap<OrderNode["platform"], Map<string, Promise<void>>>();

async function watch(node: OrderNode, attempt: CardAttempt, until: number): Promise<void> {
  while (performance.now() < until) {
    await sleep(lookEveryMs);
    if (await retryWhileDatabaseAway(() => isTurnOver(node.db, attempt, node.clock.now()))) return;
  }
}

/** Resolves when no payment holds the card's turn. */
function untilOver(node: OrderNode, attempt: CardAttempt, until: number): Promise<void> {
  const watched = waits.get(node.platform) ?? new Map<string, Promise<void>>();
  waits.set(node.platform, watched);
  const key = [attempt.merchantId, attempt.mode, attempt.cardFingerprint].join();
  const first = watched.get(key) ?? watch(node, attempt, until).finally(() => watched.delete(key));
  watched.set(key, first);
  return first;
}

/**
 * Prevents a card that its issuer may refuse for good from being sent several times before the first answer. Of
 * concurrent payments by a card at one merchant, over all nodes, one goes ahead; the others follow once its outcome is
 * recorded, unless that is a final decline. A card that paid within thirty days does not wait.
 */
export async function awaitCardTurn(
  node: OrderNode,
  { attempt, isCardKnown = false }: Pick<AttemptToSend, "attempt" | "isCardKnown">,
): Promise<CardQueueResult> {
  const { merchantId, mode, cardFingerprint } = attempt;
  if (!cardFingerprint || isCardKnown) return atOnce;
  const known = { ...attempt, cardFingerprint };
  const card = { merchantId, mode, fingerprint: cardFingerprint };
  const take = () => retryWhileDatabaseAway(() => takeTurn(node.db, known, node.clock.now()));
  const hasPaid = () => retryWhileDatabaseAway(() => hasPaidBefore(node.db, card, node.clock.now()));
  const until = performance.now() + waitMaxMs;
  const turns = await take();
  if (turns === 1) return atOnce;
  const hasWaited = turns === undefined && !(await hasPaid());
  if (hasWaited) await waitOutside(() => untilOver(node, known, until));
  // A payment admitted before a decline was recorded learns of the decline here.
  return { hasWaited, refusedBy: await retryWhileDatabaseAway(() => finalDeclineOf(node.db, card, node.clock.now())) };
}
