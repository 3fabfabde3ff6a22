import { catalogue } from "../../kit/locale.ts";
import { verbWords } from "../../kit/record.messages.ts";

export const messageLogMessages = catalogue(
  {
    title: "Messages sent",
    fields: {
      id: "Id",
      createTime: "Time",
      channelName: "Channel",
      kind: "Provider",
      purpose: "Purpose",
      recipient: "To",
      outcome: "Outcome",
      providerRef: "Provider's number",
      failure: "What was said",
    },
    actions: { page: verbWords.en.page },
    refusals: {},
  },
  {
    title: "发送记录",
    fields: {
      id: "编号",
      createTime: "时间",
      channelName: "通道",
      kind: "服务商",
      purpose: "用途",
      recipient: "接收人",
      outcome: "结果",
      providerRef: "服务商流水号",
      failure: "失败原因",
    },
    actions: { page: verbWords["zh-cn"].page },
    refusals: {},
  },
  {
    title: "傳送紀錄",
    fields: {
      id: "編號",
      createTime: "時間",
      channelName: "通道",
      kind: "服務商",
      purpose: "用途",
      recipient: "收件人",
      outcome: "結果",
      providerRef: "服務商流水號",
      failure: "失敗原因",
    },
    actions: { page: verbWords["zh-tw"].page },
    refusals: {},
  },
);
