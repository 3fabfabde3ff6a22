import { catalogue } from "../../kit/locale.ts";
import { verbWords } from "../../kit/record.messages.ts";
import { callFieldWords } from "./call.messages.ts";

const { page: query, detail: view, export: save } = verbWords.en;
const { page: queryCn, detail: viewCn, export: saveCn } = verbWords["zh-cn"];
const { page: queryTw, detail: viewTw, export: saveTw } = verbWords["zh-tw"];

export const sysLogOpMessages = catalogue(
  {
    title: "Operation log",
    fields: { ...callFieldWords.en, outcome: "Outcome", bizCode: "Refusal", message: "Answer" },
    actions: { page: query, detail: view, export: save },
    refusals: {},
    text: { changes: "What it changed" },
  },
  {
    title: "操作日志",
    fields: { ...callFieldWords["zh-cn"], outcome: "操作结果", bizCode: "拒绝原因", message: "返回提示" },
    actions: { page: queryCn, detail: viewCn, export: saveCn },
    refusals: {},
    text: { changes: "查看变更内容" },
  },
  {
    title: "操作日誌",
    fields: { ...callFieldWords["zh-tw"], outcome: "操作結果", bizCode: "拒絕原因", message: "回覆訊息" },
    actions: { page: queryTw, detail: viewTw, export: saveTw },
    refusals: {},
    text: { changes: "檢視變更內容" },
  },
);
