import { setTimeout as sleep } from "node:timers/promises";
import { retryWhileDatabaseAway } from "../../../platform/db/retry-while-away.ts";
import { waitOutside } from "../../../platform/load/gate-place.ts";
import { finalDeclineOf, hasPaidBefore } from "../order-acceptance/index.ts";
import { type CardAttempt, isTurnOver, takeTurn } from "./card-turn.store.ts";
import type { AttemptToSend } from "./order-call.service.ts";
import type { OrderNode } from "./order-node.port.ts";

/** What a payment by a card found out before it is sent. */
export interface CardQueueResult {
  readonly hasWaited: boolean;
  /** By what the issuer refused the card for good meanwhile; the payment is not sent then. */
  readonly refusedBy: string | undefined;
}

const atOnce: CardQueueResult = { hasWaited: false, refusedBy: undefined };

/** Between two looks whether the outcome of the one before is written down, by whichever node. */
const lookEveryMs = 100;

/** Longest wait for the outcome of another payment: whoever asked for this one does not wait much longer. */
const waitMaxMs = 45_000;

/** Waits for the turn of a card on a node: however many do, one of them looks at the database. */
const waits = new WeakMap<OrderNode["platform"], Map<string, Promise<void>>>();

async function watch(node: OrderNode, attempt: CardAttempt, until: number): Promise<void> {
  while (performance.now() < until) {
    await sleep(lookEveryMs);
    if (await retryWhileDatabaseAway(() => isTurnOver(node.db, attempt, node.clock.now()))) return;
  }
}

/** Until nobody has the turn of the card any more. */
function untilOver(node: OrderNode, attempt: CardAttempt, until: number): Promise<void> {
  const watched = waits.get(node.platform) ?? new Map<string, Promise<void>>();
  waits.set(node.platform, watched);
  const key = [attempt.merchantId, attempt.mode, attempt.cardFingerprint].join();
  const first = watched.get(key) ?? watch(node, attempt, until).finally(() => watched.delete(key));
  watched.set(key, first);
  return first;
}

/**
 * Keeps a card that its issuer may refuse for good from being sent several times before the first answer is there: of
 * payments at once at one merchant one goes ahead, whichever node it came to, and the others when its outcome is written
 * down, unless that is a decline for good. Where the card paid within thirty days, nobody waits.
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
  // Whoever was let through before a decline was written down learns of it here.
  return { hasWaited, refusedBy: await retryWhileDatabaseAway(() => finalDeclineOf(node.db, card, node.clock.now())) };
}
