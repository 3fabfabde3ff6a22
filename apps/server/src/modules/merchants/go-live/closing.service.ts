import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merchantMessages } from "@countinghouse/contract/merchants/merchant/merchant.messages.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import type { Context } from "../../../platform/http/context.ts";
import { balancesOf } from "../../funds/ledger/index.ts";
import type { ClosingCondition } from "../merchant/index.ts";
import { countOpen } from "./go-live.store.ts";

const wordsOf = ({ request }: Context) => merchantMessages[request.locale].text;

/** Orders that may still be paid, and payments without a decision. */
const openPayments: ClosingCondition = async (ctx, merchantId) => {
  const { openOrders, openDues } = wordsOf(ctx);
  const { orders, dues } = await countOpen(ctx, merchantId);
  return [
    ...(orders > 0 ? [fill(openOrders, { count: orders })] : []),
    ...(dues > 0 ? [fill(openDues, { count: dues })] : []),
  ];
};

/** Money owed to or by the merchant, per balance: a pending amount cannot offset a held one. */
const openBalances: ClosingCondition = async (ctx, merchantId) => {
  const { openBalance } = wordsOf(ctx);
  const balances = await balancesOf(ctx, merchantId, "live");
  return balances
    .filter(({ amount }) => amount.amountMinor !== 0n)
    .map(({ amount }) => fill(openBalance, { amount: formatMoney(amount, { language: ctx.request.locale }) }));
};

/** Conditions for closing a merchant. Test balances do not count. */
export const closingConditions: readonly ClosingCondition[] = [openPayments, openBalances];
