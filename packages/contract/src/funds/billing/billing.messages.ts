import { catalogue } from "../../kit/locale.ts";
import { verbWords } from "../../kit/record.messages.ts";
import { billWords } from "./bill.messages.ts";

export const billingMessages = catalogue(
  {
    title: "Billing",
    fields: { ...billWords.en, gatewayCostAmount: "Gateway cost", marginAmount: "Margin" },
    actions: {
      ...verbWords.en,
      lines: "View lines",
      download: "Download",
      issue: "Issue",
      recompute: "Recompute",
      answer: "Answer",
    },
    refusals: {
      invalidTransition: "The bill is {status} and allows no such step.",
      linesChanged: "The bill is not what its lines come to. Recompute it first.",
      altered: "A record of this bill was changed outside the system. Nothing is issued until that is explained.",
    },
    text: {},
  },
  {
    title: "账单管理",
    fields: { ...billWords["zh-cn"], gatewayCostAmount: "网关成本", marginAmount: "毛利" },
    actions: {
      ...verbWords["zh-cn"],
      lines: "查看明细",
      download: "下载",
      issue: "出具",
      recompute: "重新计算",
      answer: "答复",
    },
    refusals: {
      invalidTransition: "结算单当前为“{status}”，不能执行此操作。",
      linesChanged: "结算单与明细合计不符，请先重新计算。",
      altered: "该结算单的相关记录在系统之外被改动，查明原因前不会出具。",
    },
    text: {},
  },
  {
    title: "帳單管理",
    fields: { ...billWords["zh-tw"], gatewayCostAmount: "閘道成本", marginAmount: "毛利" },
    actions: {
      ...verbWords["zh-tw"],
      lines: "檢視明細",
      download: "下載",
      issue: "開立",
      recompute: "重新計算",
      answer: "回覆",
    },
    refusals: {
      invalidTransition: "帳單目前為「{status}」，無法執行此操作。",
      linesChanged: "帳單與明細合計不符，請先重新計算。",
      altered: "此帳單的相關紀錄在系統之外遭更動，查明原因前不會開立。",
    },
    text: {},
  },
);
