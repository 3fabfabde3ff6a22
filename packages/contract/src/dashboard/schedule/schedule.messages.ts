import { catalogue } from "../../kit/locale.ts";
import { auditFieldWords } from "../../kit/record.messages.ts";

export const sysScheduleMessages = catalogue(
  {
    title: "Schedule",
    fields: {
      ...auditFieldWords.en,
      id: "Id",
      userId: "User",
      scheduleTime: "Day",
      startTime: "From",
      endTime: "To",
      content: "Entry",
      status: "Completion",
    },
    actions: {
      page: "Query",
      detail: "View",
      add: "Add",
      update: "Edit",
      delete: "Delete",
      setStatus: "Set completion",
    },
    refusals: { endsBeforeStart: "The end {endTime} is before the start {startTime}." },
    text: { empty: "Nothing planned for this day.", today: "Today", markDone: "Mark as done", reopen: "Open again" },
  },
  {
    title: "日程",
    fields: {
      ...auditFieldWords["zh-cn"],
      id: "编号",
      userId: "账号",
      scheduleTime: "日期",
      startTime: "开始时间",
      endTime: "结束时间",
      content: "日程内容",
      status: "完成状态",
    },
    actions: { page: "查询", detail: "查看", add: "新增", update: "编辑", delete: "删除", setStatus: "设置完成状态" },
    refusals: { endsBeforeStart: "结束时间 {endTime} 早于开始时间 {startTime}。" },
    text: { empty: "当天没有日程。", today: "今天", markDone: "标记完成", reopen: "重新打开" },
  },
  {
    title: "行程",
    fields: {
      ...auditFieldWords["zh-tw"],
      id: "編號",
      userId: "帳號",
      scheduleTime: "日期",
      startTime: "開始時間",
      endTime: "結束時間",
      content: "行程內容",
      status: "完成狀態",
    },
    actions: { page: "查詢", detail: "檢視", add: "新增", update: "編輯", delete: "刪除", setStatus: "設定完成狀態" },
    refusals: { endsBeforeStart: "結束時間 {endTime} 早於開始時間 {startTime}。" },
    text: { empty: "當天沒有行程。", today: "今天", markDone: "標記完成", reopen: "重新開啟" },
  },
);
