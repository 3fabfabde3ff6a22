import { catalogue } from "../../kit/locale.ts";
import { verbWords } from "../../kit/record.messages.ts";
import { callFieldWords } from "./call.messages.ts";

const { page: query, detail: view, export: save } = verbWords.en;
const { page: queryCn, detail: viewCn, export: saveCn } = verbWords["zh-cn"];
const { page: queryTw, detail: viewTw, export: saveTw } = verbWords["zh-tw"];

export const sysLogExMessages = catalogue(
  {
    title: "Error log",
    fields: { ...callFieldWords.en, errorType: "Error class", message: "Message", stack: "Stack" },
    actions: { page: query, detail: view, export: save },
    refusals: {},
    text: { noStack: "No stack was kept." },
  },
  {
    title: "异常日志",
    fields: { ...callFieldWords["zh-cn"], errorType: "异常类型", message: "异常信息", stack: "堆栈" },
    actions: { page: queryCn, detail: viewCn, export: saveCn },
    refusals: {},
    text: { noStack: "未保留堆栈。" },
  },
  {
    title: "異常日誌",
    fields: { ...callFieldWords["zh-tw"], errorType: "異常類型", message: "異常訊息", stack: "堆疊" },
    actions: { page: queryTw, detail: viewTw, export: saveTw },
    refusals: {},
    text: { noStack: "未保留堆疊。" },
  },
);
