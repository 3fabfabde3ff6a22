import { catalogue } from "../../kit/locale.ts";
import { auditFieldWords, verbWords } from "../../kit/record.messages.ts";

export const merchantOwnerMessages = catalogue(
  {
    title: "Owners",
    fields: {
      ...auditFieldWords.en,
      id: "Id",
      merchantId: "Merchant",
      name: "Name",
      role: "Role",
      country: "Nationality",
      birthDate: "Date of birth",
      share: "Share",
    },
    actions: { ...verbWords.en, ofMerchant: "Show owners" },
    refusals: { sharesExceeded: "The owners of a merchant cannot hold more than 100 % together; {left} % are left." },
  },
  {
    title: "受益所有人",
    fields: {
      ...auditFieldWords["zh-cn"],
      id: "编号",
      merchantId: "商户",
      name: "姓名",
      role: "身份",
      country: "国籍",
      birthDate: "出生日期",
      share: "持股比例",
    },
    actions: { ...verbWords["zh-cn"], ofMerchant: "查看受益所有人" },
    refusals: { sharesExceeded: "商户的持股比例合计不能超过 100 %，剩余 {left} %。" },
  },
  {
    title: "實質受益人",
    fields: {
      ...auditFieldWords["zh-tw"],
      id: "編號",
      merchantId: "特店",
      name: "姓名",
      role: "身分",
      country: "國籍",
      birthDate: "出生日期",
      share: "持股比例",
    },
    actions: { ...verbWords["zh-tw"], ofMerchant: "檢視實質受益人" },
    refusals: { sharesExceeded: "特店的持股比例合計不可超過 100 %，尚餘 {left} %。" },
  },
);
