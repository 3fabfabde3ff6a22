import { catalogue } from "../../kit/locale.ts";
import { reportActionWords, reportRefusalWords, reportWords } from "./report.messages.ts";

export const reportByMerchantMessages = catalogue(
  {
    title: "Report by merchant",
    fields: reportWords.en,
    actions: reportActionWords.en,
    refusals: reportRefusalWords.en,
    text: {},
  },
  {
    title: "商户报表",
    fields: reportWords["zh-cn"],
    actions: reportActionWords["zh-cn"],
    refusals: reportRefusalWords["zh-cn"],
    text: {},
  },
  {
    title: "特店報表",
    fields: reportWords["zh-tw"],
    actions: reportActionWords["zh-tw"],
    refusals: reportRefusalWords["zh-tw"],
    text: {},
  },
);
