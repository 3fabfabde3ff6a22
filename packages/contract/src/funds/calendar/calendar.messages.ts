import { catalogue } from "../../kit/locale.ts";
import { auditFieldWords, tenantFieldWords, verbWords } from "../../kit/record.messages.ts";

export const businessDayMessages = catalogue(
  {
    title: "Business calendars",
    fields: {
      ...auditFieldWords.en,
      ...tenantFieldWords.en,
      id: "Id",
      calendar: "Calendar",
      day: "Day",
      name: "Name",
      kind: "Kind",
      remark: "Remark",
      status: "Status",
    },
    actions: {
      ...verbWords.en,
    },
    refusals: {
      duplicate: "The calendar {calendar} has an entry for {day} already. Change that one instead.",
    },
  },
  {
    title: "营业日历",
    fields: {
      ...auditFieldWords["zh-cn"],
      ...tenantFieldWords["zh-cn"],
      id: "编号",
      calendar: "日历",
      day: "日期",
      name: "名称",
      kind: "类型",
      remark: "备注",
      status: "状态",
    },
    actions: {
      ...verbWords["zh-cn"],
    },
    refusals: {
      duplicate: "日历 {calendar} 在 {day} 已有记录，请直接修改该记录。",
    },
  },
  {
    title: "營業日曆",
    fields: {
      ...auditFieldWords["zh-tw"],
      ...tenantFieldWords["zh-tw"],
      id: "編號",
      calendar: "日曆",
      day: "日期",
      name: "名稱",
      kind: "類型",
      remark: "備註",
      status: "狀態",
    },
    actions: {
      ...verbWords["zh-tw"],
    },
    refusals: {
      duplicate: "日曆 {calendar} 在 {day} 已有紀錄，請直接修改該筆紀錄。",
    },
  },
);
