import { type Text, text3 } from "@countinghouse/contract/kit/locale.ts";
import { StaffRole } from "@countinghouse/contract/merchants/merchant-staff/staff-enumerations.ts";
import type { MerchantRole } from "../modules/system/role/index.ts";

const nameOf = (code: MerchantRole): Text => {
  const role = StaffRole.memberOf(code);
  if (!role) throw new Error(`no role of merchants’ people is called ${code}`);
  return role.text;
};

/** What each role is called and for. */
export const merchantRoles: Readonly<Record<MerchantRole, { readonly name: Text; readonly remark: Text }>> = {
  merchant_owner: {
    name: nameOf(StaffRole.Owner),
    remark: text3("Everything of the own merchant", "本商户的全部操作", "自家特店的所有操作"),
  },
  merchant_developer: {
    name: nameOf(StaffRole.Developer),
    remark: text3(
      "Keys, webhooks and logs of the own merchant",
      "本商户的密钥、Webhook 与日志",
      "自家特店的金鑰、Webhook 與紀錄",
    ),
  },
  merchant_finance: {
    name: nameOf(StaffRole.Finance),
    remark: text3(
      "Orders, terms and money of the own merchant",
      "本商户的订单、费率与资金",
      "自家特店的訂單、費率與款項",
    ),
  },
  merchant_viewer: {
    name: nameOf(StaffRole.Viewer),
    remark: text3("Reads the own merchant's records", "仅查看本商户的记录", "僅檢視自家特店的紀錄"),
  },
};
