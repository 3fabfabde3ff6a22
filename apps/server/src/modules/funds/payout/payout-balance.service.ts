import { currency } from "@countinghouse/money/currency.ts";
import { exceeds, type Money } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { PayoutBalanceOutcome } from "../../gateways/connector/index.ts";
import type { OrderNode, Requester } from "../../payments/order-processing/index.ts";
import { amountOf } from "./payout.service.ts";
import { lockPayout, type PayoutRow, refOf, updatePayout } from "./payout.store.ts";

/** How long a transfer waits before the balance that it is paid from is looked at again. */
const againMs = 15 * 60_000;

/** Asks a provider what there is to pay a transfer out of; undefined where it does not tell such things. */
export type AskBalance = (code: ReturnType<typeof currency>) => Promise<PayoutBalanceOutcome | undefined>;

/**
 * Keeps a transfer from being sent where its provider says that there is less than it takes: it waits, is looked at again
 * and says so meanwhile. A balance that nobody could tell keeps nothing back. Answers whether it waits.
 *
 * Of two that are sent at once each may see enough for itself alone: the provider has the last word, and refuses.
 */
export async function waitsForBalance(
  node: OrderNode,
  caller: Requester,
  payout: PayoutRow,
  ask: AskBalance,
): Promise<boolean> {
  const told = await ask(currency(payout.currency));
  if (told?.kind !== "held" || told.available === null || !exceeds(amountOf(payout), told.available)) return false;
  await putBack(node, caller, payout, told.available);
  return true;
}

const putBack = (node: OrderNode, caller: Requester, { merchantId, id }: PayoutRow, available: Money): Promise<void> =>
  transact(node, caller, async (ctx) => {
    const payout = await lockPayout(ctx, refOf({ merchantId, id }));
    if (payout.isDoubted || payout.providerReference !== null || payout.finishedTime !== null) return;
    await updatePayout(ctx, payout, {
      shortSince: payout.shortSince ?? ctx.now.toISOString(),
      availableAmount: toWire(available),
      nextRetryTime: new Date(ctx.now.getTime() + againMs).toISOString(),
    });
  });
