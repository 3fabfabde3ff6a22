import { type Text, text3 } from "@countinghouse/contract/kit/locale.ts";
import { newId } from "../platform/db/new-id.ts";
import type { Seeding } from "./seed-context.ts";

type Category = "card" | "wallet" | "bank_debit" | "voucher";

const same = (name: string): Text => text3(name, name, name);

/** The catalogue that a tenant starts with, in the order of the checkout. */
export const paymentMethodPlan: readonly (readonly [code: string, category: Category, name: Text])[] = [
  ["card_visa", "card", same("Visa")],
  ["card_mastercard", "card", text3("Mastercard", "万事达卡", "萬事達卡")],
  ["card_amex", "card", text3("American Express", "美国运通", "美國運通")],
  ["card_jcb", "card", same("JCB")],
  ["card_unionpay", "card", text3("UnionPay", "银联", "銀聯")],
  ["alipay", "wallet", text3("Alipay", "支付宝", "支付寶")],
  ["wechat", "wallet", text3("WeChat Pay", "微信支付", "微信支付")],
  ["sim_wallet", "wallet", text3("Simulated wallet", "模拟钱包", "模擬錢包")],
  ["sim_qr", "wallet", text3("Simulated QR code", "模拟扫码", "模擬掃碼")],
  ["sim_voucher", "voucher", text3("Simulated voucher", "模拟线下付款码", "模擬繳費代碼")],
  ["sim_debit", "bank_debit", text3("Simulated bank debit", "模拟银行代扣", "模擬銀行扣款")],
];

/** Gives a tenant its catalogue; answers the ids by code. */
export async function seedPaymentMethods(
  { db, now }: Pick<Seeding, "db" | "now">,
  tenantId: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = paymentMethodPlan.map(([code, category, name], index) => ({
    id: newId("pm", now),
    tenantId,
    code,
    category,
    nameEn: name.en,
    nameZhCn: name["zh-cn"],
    nameZhTw: name["zh-tw"],
    sort: 100 + index * 10,
  }));
  await db.insertInto("paymentMethods").values(rows).execute();
  return new Map(rows.map(({ code, id }) => [code, id]));
}
