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

/** What may differ in a file of a currency. */
export const tolerancesOf = (account: ReconAccount, code: string): Tolerance => ({
  amount: BigInt(inSettlementCurrency(account, code, account.amountTolerance)),
  fee: BigInt(account.feeTolerance),
});

/** What bounds the comparison of a file: its tolerances, and the cost up to which nobody is asked. */
export const boundsOf = async (ctx: Context, account: ReconAccount, code: CurrencyCode): Promise<Bounds> => ({
  ...tolerancesOf(account, code),
  ceiling: await ceilingOf(ctx, account, code),
});

/** The limit of an account in the currency of a file, by the rate of the day; nothing where no rate is known. */
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
