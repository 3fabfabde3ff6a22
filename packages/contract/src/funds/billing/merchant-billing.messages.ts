import { catalogue } from "../../kit/locale.ts";
import { verbWords } from "../../kit/record.messages.ts";
import { billWords } from "./bill.messages.ts";

export const merchantBillingMessages = catalogue(
  {
    title: "Merchant bills",
    fields: billWords.en,
    actions: { ...verbWords.en, lines: "View lines", download: "Download", confirm: "Confirm", query: "Raise a query" },
    refusals: {
      invalidTransition: "The bill is {status} and allows no such step.",
      merchantsAlone: "Only people who sign in for the merchant confirm or question its bills.",
      altered: "This bill is being looked into. Please try again later.",
    },
    text: {},
  },
  {
    title: "商户账单",
    fields: billWords["zh-cn"],
    actions: { ...verbWords["zh-cn"], lines: "查看明细", download: "下载", confirm: "确认账单", query: "提出异议" },
    refusals: {
      invalidTransition: "结算单当前为“{status}”，不能执行此操作。",
      merchantsAlone: "仅商户自己的用户可确认账单或提出异议。",
      altered: "该结算单正在核查，请稍后再试。",
    },
    text: {},
  },
  {
    title: "特店帳單",
    fields: billWords["zh-tw"],
    actions: { ...verbWords["zh-tw"], lines: "檢視明細", download: "下載", confirm: "確認帳單", query: "提出疑義" },
    refusals: {
      invalidTransition: "帳單目前為「{status}」，無法執行此操作。",
      merchantsAlone: "僅特店自己的使用者可確認帳單或提出疑義。",
      altered: "此帳單正在查核，請稍後再試。",
    },
    text: {},
  },
);
