import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { type CurrencyCode, currency } from "@countinghouse/money/currency.ts";
import { convert } from "@countinghouse/money/fx.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { systemActor } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findRate } from "../rate/index.ts";
import type { ReconAccount } from "./recon.store.ts";
import { inSettlementCurrency } from "./recon-import.service.ts";
import type { Bounds, Tolerance } from "./recon-match.policy.ts";

/** Tolerances for a file in a currency. */
export const tolerancesOf = (account: ReconAccount, code: string): Tolerance => ({
  amount: BigInt(inSettlementCurrency(account, code, account.amountTolerance)),
  fee: BigInt(account.feeTolerance),
});

/** Bounds of a comparison: tolerances, and the cost that needs no decision. */
export const boundsOf = async (ctx: Context, account: ReconAccount, code: CurrencyCode): Promise<Bounds> => ({
  ...tolerancesOf(account, code),
  ceiling: await ceilingOf(ctx, account, code),
});

/** An account's limit in a file's currency, at the day's rate; undefined where no rate is known. */
async function ceilingOf(
  { db, seals, now }: Context,
  { approvalLimit, settlementCurrency, tenantId }: ReconAccount,
  code: CurrencyCode,
): Promise<bigint> {
  if (settlementCurrency === code) return BigInt(approvalLimit);
  const base = currency(settlementCurrency);
  try {
    const { rate } = await findRate({ db, seals, actor: { ...systemActor, tenantId } }, { base, quote: code }, now);
    return convert(fromWire(approvalLimit, base), rate, code).amountMinor;
  } catch (error) {
    if (error instanceof Refusal) return 0n;
    throw error;
  }
}
