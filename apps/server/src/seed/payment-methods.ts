import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import { seededNames } from "@countinghouse/contract/platform/seeded-names.ts";
import { newId } from "../platform/db/new-id.ts";
import type { SeedContext } from "./seed-context.ts";

type Category = "card" | "wallet" | "bank_debit" | "voucher";

/** The catalogue that a tenant starts with, in the order of the checkout. */
export const paymentMethodPlan: readonly (readonly [code: string, category: Category, name: LocalizedText])[] = [
  ["card_visa", "card", seededNames.channel.card_visa],
  ["card_mastercard", "card", seededNames.channel.card_mastercard],
  ["card_amex", "card", seededNames.channel.card_amex],
  ["card_jcb", "card", seededNames.channel.card_jcb],
  ["card_unionpay", "card", seededNames.channel.card_unionpay],
  ["alipay", "wallet", seededNames.channel.alipay],
  ["wechat", "wallet", seededNames.channel.wechat],
  ["sim_wallet", "wallet", seededNames.channel.sim_wallet],
  ["sim_qr", "wallet", seededNames.channel.sim_qr],
  ["sim_voucher", "voucher", seededNames.channel.sim_voucher],
  ["sim_debit", "bank_debit", seededNames.channel.sim_debit],
];

/** Gives a tenant its catalogue; answers the ids by code. */
export async function seedPaymentMethods(
  { db, now }: Pick<SeedContext, "db" | "now">,
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
