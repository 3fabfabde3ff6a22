import { catalogue } from "../../kit/locale.ts";

export const sysConstMessages = catalogue(
  {
    title: "Constants",
    fields: { name: "Name", code: "Value", data: "Data", typeName: "Class" },
    actions: { list: "List", data: "Values" },
    refusals: { unknown: "There is no class of constants “{typeName}”." },
    text: { CommonConst: "Platform" },
  },
  {
    title: "常量",
    fields: { name: "名称", code: "值", data: "数据", typeName: "常量类" },
    actions: { list: "列表", data: "常量值" },
    refusals: { unknown: "常量类“{typeName}”不存在。" },
    text: { CommonConst: "平台配置" },
  },
  {
    title: "常數",
    fields: { name: "名稱", code: "值", data: "資料", typeName: "常數類別" },
    actions: { list: "清單", data: "常數值" },
    refusals: { unknown: "常數類別「{typeName}」不存在。" },
    text: { CommonConst: "平台設定" },
  },
);
