import { catalogue } from "../../kit/locale.ts";
import { verbWords } from "../../kit/record.messages.ts";
import { callFieldWords } from "./call.messages.ts";

const { page: query, detail: view, export: save } = verbWords.en;
const { page: queryCn, detail: viewCn, export: saveCn } = verbWords["zh-cn"];
const { page: queryTw, detail: viewTw, export: saveTw } = verbWords["zh-tw"];

export const sysLogOpMessages = catalogue(
  {
    title: "Operation log",
    fields: { ...callFieldWords.en, bizCode: "Refusal", message: "Answer" },
    actions: { page: query, detail: view, export: save },
    refusals: {},
    text: {
      succeeded: "Done",
      asked: "Waits for approval",
      refused: "Refused",
      failed: "Failed",
      changes: "What it changed",
    },
  },
  {
    title: "操作日志",
    fields: { ...callFieldWords["zh-cn"], bizCode: "拒绝代码", message: "返回提示" },
    actions: { page: queryCn, detail: viewCn, export: saveCn },
    refusals: {},
    text: { succeeded: "成功", asked: "待复核", refused: "拒绝", failed: "异常", changes: "查看变更内容" },
  },
  {
    title: "操作日誌",
    fields: { ...callFieldWords["zh-tw"], bizCode: "拒絕代碼", message: "回覆訊息" },
    actions: { page: queryTw, detail: viewTw, export: saveTw },
    refusals: {},
    text: { succeeded: "成功", asked: "待覆核", refused: "拒絕", failed: "異常", changes: "檢視變更內容" },
  },
);
