import { catalogue } from "../../kit/locale.ts";
import { verbWords } from "../../kit/record.messages.ts";

export const sysOpenAccessCallMessages = catalogue(
  {
    title: "Calls",
    fields: {
      id: "Id",
      createTime: "Time",
      accessKey: "Access key",
      operation: "Operation",
      method: "Method",
      status: "Status",
      outcome: "Outcome",
      refusal: "Refusal",
      elapsed: "Took (ms)",
      ip: "Address",
      requestId: "Request id",
    },
    actions: { page: verbWords.en.page },
    refusals: {},
  },
  {
    title: "调用记录",
    fields: {
      id: "编号",
      createTime: "时间",
      accessKey: "身份标识",
      operation: "接口",
      method: "请求方式",
      status: "状态码",
      outcome: "结果",
      refusal: "拒绝原因",
      elapsed: "耗时（毫秒）",
      ip: "IP 地址",
      requestId: "请求编号",
    },
    actions: { page: verbWords["zh-cn"].page },
    refusals: {},
  },
  {
    title: "呼叫紀錄",
    fields: {
      id: "編號",
      createTime: "時間",
      accessKey: "存取金鑰",
      operation: "介面",
      method: "請求方式",
      status: "狀態碼",
      outcome: "結果",
      refusal: "拒絕原因",
      elapsed: "耗時（毫秒）",
      ip: "IP 位址",
      requestId: "請求編號",
    },
    actions: { page: verbWords["zh-tw"].page },
    refusals: {},
  },
);
