import { type Text, text3 } from "@countinghouse/contract/kit/locale.ts";
import type { MerchantRole } from "../modules/system/role/index.ts";

/** What each role is called and for. */
export const merchantRoles: Readonly<Record<MerchantRole, { readonly name: Text; readonly remark: Text }>> = {
  merchant_owner: {
    name: text3("Merchant owner", "商户负责人", "特店負責人"),
    remark: text3("Everything of the own merchant", "本商户的全部操作", "自家特店的所有操作"),
  },
  merchant_developer: {
    name: text3("Merchant developer", "商户开发人员", "特店開發人員"),
    remark: text3(
      "Keys, webhooks and logs of the own merchant",
      "本商户的密钥、Webhook 与日志",
      "自家特店的金鑰、Webhook 與紀錄",
    ),
  },
  merchant_finance: {
    name: text3("Merchant finance", "商户财务", "特店財務"),
    remark: text3(
      "Orders, terms and money of the own merchant",
      "本商户的订单、费率与资金",
      "自家特店的訂單、費率與款項",
    ),
  },
  merchant_viewer: {
    name: text3("Merchant viewer", "商户查看人员", "特店檢視人員"),
    remark: text3("Reads the own merchant's records", "仅查看本商户的记录", "僅檢視自家特店的紀錄"),
  },
};
