import { z } from "zod";
import { amount, describedAs, instant, namedSchema, OpenCurrency, OpenInstant, sentAmount } from "./open-fields.ts";

/** A rate that is held for one withdrawal. */
export const OpenFxQuote = z.object({
  quoteId: describedAs(z.string(), "Send it with the withdrawal", "创建提现时传入", "建立提領時傳入"),
  sellCurrency: OpenCurrency,
  sellAmount: amount(
    "What is exchanged: what you ask for, less our fee where it is taken out of it",
    "卖出金额：申请金额，手续费内扣时已扣除",
    "賣出金額：申請金額，手續費內扣時已扣除",
  ),
  buyCurrency: OpenCurrency,
  buyAmount: amount("What your account is paid", "到账金额", "入帳金額"),
  midRate: describedAs(z.string(), "Rate of the market", "中间价", "中間價"),
  midAmount: amount("What it is worth at that rate", "按中间价折算的金额", "依中間價折算的金額"),
  rate: describedAs(
    z.string(),
    "The rate that is held: one of the currency sold, in the one bought",
    "锁定汇率：一单位卖出币种可换得的买入币种",
    "鎖定匯率：一單位賣出幣別可換得的買入幣別",
  ),
  createTime: instant("When it was made", "创建时间", "建立時間"),
  expireTime: instant("Until when it holds", "有效期至", "有效期至"),
  usedTime: describedAs(
    OpenInstant.nullable(),
    "When a withdrawal took it; it is good for one",
    "使用时间；仅可使用一次",
    "使用時間；僅可使用一次",
  ),
});
namedSchema("FxQuote", OpenFxQuote, "A rate that is held for you", "为您锁定的汇率", "為您鎖定的匯率");
export type OpenFxQuoteView = z.input<typeof OpenFxQuote>;

/** What a rate is held for: the withdrawal that is meant to be asked for. */
export const OpenFxQuoteCreation = namedSchema(
  "FxQuoteCreation",
  z.strictObject({
    amount: sentAmount(
      "What you want to withdraw, in minor units, as you will send it with the withdrawal",
      "拟提现金额，最小货币单位，与创建提现时一致",
      "擬提領金額，最小貨幣單位，與建立提領時一致",
    ),
    currency: OpenCurrency,
    payoutAccountId: describedAs(
      z.string().regex(/^poa_[0-9A-Z]{26}$/),
      "The account that it goes to, in another currency",
      "其他币种的收款账户编号",
      "其他幣別的收款帳戶編號",
    ),
  }),
  "A withdrawal to hold a rate for",
  "需要锁定汇率的提现",
  "需要鎖定匯率的提領",
);
