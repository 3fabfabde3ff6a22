import { catalogue } from "../../kit/locale.ts";

export const sysChangelogMessages = catalogue(
  {
    title: "Changelog",
    fields: { version: "Version", date: "Date", section: "Area", text: "Change", limit: "Entries" },
    actions: { list: "List" },
    refusals: {},
    text: { empty: "No changes are recorded yet.", unreleased: "Not yet released" },
  },
  {
    title: "更新日志",
    fields: { version: "版本", date: "日期", section: "分类", text: "更新内容", limit: "条数" },
    actions: { list: "列表" },
    refusals: {},
    text: { empty: "暂无更新记录。", unreleased: "未发布" },
  },
  {
    title: "更新日誌",
    fields: { version: "版本", date: "日期", section: "分類", text: "更新內容", limit: "筆數" },
    actions: { list: "清單" },
    refusals: {},
    text: { empty: "尚無更新紀錄。", unreleased: "尚未發布" },
  },
);
