import { catalogue } from "../../kit/locale.ts";

export const sysUserPreferenceMessages = catalogue(
  {
    title: "Own settings",
    fields: { key: "Name", value: "Value", updateTime: "Changed" },
    actions: { list: "List", save: "Save" },
    refusals: { tooMany: "You keep {count} settings already, which is the most. Remove one first." },
  },
  {
    title: "个人偏好",
    fields: { key: "名称", value: "内容", updateTime: "更新时间" },
    actions: { list: "列表", save: "保存" },
    refusals: { tooMany: "您已保存 {count} 项偏好，已达上限，请先删除一项。" },
  },
  {
    title: "個人偏好",
    fields: { key: "名稱", value: "內容", updateTime: "更新時間" },
    actions: { list: "清單", save: "儲存" },
    refusals: { tooMany: "您已儲存 {count} 項偏好，已達上限，請先刪除一項。" },
  },
);
