import { currency } from "@countinghouse/money/currency.ts";
import { exceeds, type Money } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { PayoutBalanceOutcome } from "../../gateways/connector/index.ts";
import type { OrderNode, Requester } from "../../payments/order-processing/index.ts";
import { amountOf } from "./payout.service.ts";
import { lockPayout, type PayoutRow, refOf, updatePayout } from "./payout.store.ts";

/** Delay in milliseconds before a transfer's funding balance is checked again. */
const againMs = 15 * 60_000;

/** Asks a provider for the balance that funds a transfer; undefined where it does not report one. */
export type AskBalance = (code: ReturnType<typeof currency>) => Promise<PayoutBalanceOutcome | undefined>;

/**
 * Delays a transfer whose provider reports too little balance: it waits, is checked again, and shows so meanwhile. An
 * unknown balance delays nothing. Answers whether it waits.
 *
 * Two concurrent transfers may each see enough for one: then the provider refuses.
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
