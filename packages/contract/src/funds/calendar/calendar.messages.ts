import { catalogue } from "../../kit/locale.ts";
import { auditedWords, tenantedWords } from "../../kit/record.messages.ts";

export const businessDayMessages = catalogue(
  {
    title: "Business calendars",
    fields: {
      ...auditedWords.en,
      ...tenantedWords.en,
      id: "Id",
      calendar: "Calendar",
      day: "Day",
      name: "Name",
      kind: "Kind",
      remark: "Remark",
      status: "Status",
    },
    actions: {
      page: "Query",
      list: "Choose",
      detail: "View",
      add: "Add",
      update: "Edit",
      delete: "Delete",
      export: "Export",
    },
    refusals: {
      duplicate: "The calendar {calendar} has an entry for {day} already. Change that one instead.",
    },
  },
  {
    title: "营业日历",
    fields: {
      ...auditedWords["zh-cn"],
      ...tenantedWords["zh-cn"],
      id: "编号",
      calendar: "日历",
      day: "日期",
      name: "名称",
      kind: "类型",
      remark: "备注",
      status: "状态",
    },
    actions: {
      page: "查询",
      list: "选择",
      detail: "查看",
      add: "新增",
      update: "编辑",
      delete: "删除",
      export: "导出",
    },
    refusals: {
      duplicate: "日历 {calendar} 在 {day} 已有记录，请直接修改该记录。",
    },
  },
  {
    title: "營業日曆",
    fields: {
      ...auditedWords["zh-tw"],
      ...tenantedWords["zh-tw"],
      id: "編號",
      calendar: "日曆",
      day: "日期",
      name: "名稱",
      kind: "類型",
      remark: "備註",
      status: "狀態",
    },
    actions: {
      page: "查詢",
      list: "選擇",
      detail: "檢視",
      add: "新增",
      update: "編輯",
      delete: "刪除",
      export: "匯出",
    },
    refusals: {
      duplicate: "日曆 {calendar} 在 {day} 已有紀錄，請直接修改該筆紀錄。",
    },
  },
);
