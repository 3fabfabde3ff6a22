import { currency } from "@countinghouse/money/currency.ts";
import { add, type Money, money, subtract, zero } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import { balancesOf, batchedAmount, lockedBalances, settledSources } from "../../funds/ledger/index.ts";
import { termsInForce } from "../../merchants/merchant-account-cfg/index.ts";
import { feesOf, type RefundBearer, refundBearerOf } from "../refund-booking/index.ts";
import type { RefundPlan } from "./refund-plan.service.ts";

/**
 * The balance that funds a refund, and whether it covers amount and fee. With `isLocked`, nobody else can book
 * meanwhile.
 */
export async function bearerOf(
  ctx: Context,
  plan: RefundPlan,
  { isFree, isLocked }: { readonly isFree: boolean; readonly isLocked: boolean },
): Promise<RefundBearer & { readonly needed: Money }> {
  const { merchantId, mode: book } = plan.order;
  const code = currency(plan.settle.currency);
  const balances = isLocked ? await lockedBalances(ctx, { merchantId, book }) : await balancesOf(ctx, merchantId, book);
  const held = (bucket: string): Money =>
    balances.find((one) => one.bucket === bucket && one.currency === code)?.amount ?? zero(code);
  const terms = await termsInForce(ctx, { merchantId, currency: code, at: ctx.now });
  const isOwn = terms?.settlementCurrency === code;
  const settled = await settledSources(
    ctx,
    merchantId,
    plan.shares.map(({ capture }) => capture.id),
  );
  const { handling } = feesOf(plan.shares, plan.settle, isFree);
  const needed = add(plan.settle, add(handling.fee, handling.tax));
  // A closed batch is settled without this refund, which the next batch nets.
  const batched = money(await batchedAmount(ctx, { merchantId, book }, code), code);
  const balancesHeld = { pending: subtract(held("pending"), batched), available: held("available") };
  const source = refundBearerOf(balancesHeld, needed, {
    isSettled: settled.size > 0,
    source: terms?.refundSource ?? "auto",
    negativeLimit: terms && isOwn ? terms.negativeBalanceLimit : zero(code),
  });
  return { ...source, needed };
}
