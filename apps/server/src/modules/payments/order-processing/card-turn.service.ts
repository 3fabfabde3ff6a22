import { whileAway } from "../../../platform/db/while-away.ts";
import { waitOutside } from "../../../platform/load/place.ts";
import { finalDeclineOf, hasPaidBefore } from "../order-acceptance/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import type { OrderNode } from "./order-node.port.ts";

/** Cards of which a payment is on its way from this node until its outcome is written down, and those just declined. */
const onTheirWay = new Map<string, Promise<void>>();

/** What a payment by a card found out before it is sent. */
export interface CardTurn {
  readonly hasWaited: boolean;
  /** By what the issuer refused the card for good meanwhile; the payment is not sent then. */
  readonly refusedBy: string | undefined;
  /** To be called once the payment's own outcome is written down, and told whether that was a decline. */
  done(isDeclined: boolean): void;
}

/** A payment that was let through before a decline was written down comes here well within this time. */
const rememberedMs = 60_000;

const atOnce: CardTurn = { hasWaited: false, refusedBy: undefined, done: () => {} };

/**
 * Keeps a card that its issuer may refuse for good from being sent several times before the first answer is there: of
 * payments at once at one merchant the first goes ahead, and the others follow when its outcome is known. A card that
 * paid there within thirty days is not waited for. It holds for the payments of one node.
 */
export async function awaitCardTurn(node: OrderNode, attempt: AttemptRow): Promise<CardTurn> {
  const { merchantId, mode, cardFingerprint: fingerprint } = attempt;
  if (!fingerprint) return atOnce;
  const key = [merchantId, mode, fingerprint].join();
  const first = onTheirWay.get(key);
  if (!first) {
    const { promise, resolve } = Promise.withResolvers<void>();
    onTheirWay.set(key, promise);
    const forget = () => onTheirWay.delete(key);
    const done = (isDeclined: boolean) => {
      if (isDeclined) setTimeout(forget, rememberedMs).unref();
      else forget();
      resolve();
    };
    return { ...atOnce, done };
  }
  const card = { merchantId, mode, fingerprint };
  if (await whileAway(() => hasPaidBefore(node.db, card, node.clock.now()))) return atOnce;
  await waitOutside(() => first);
  const refusedBy = await whileAway(() => finalDeclineOf(node.db, card, node.clock.now()));
  return { ...atOnce, hasWaited: true, refusedBy };
}
