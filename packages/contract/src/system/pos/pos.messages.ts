import { catalogue } from "../../kit/locale.ts";
import { auditFieldWords, tenantFieldWords, verbWords } from "../../kit/record.messages.ts";

export const sysPosMessages = catalogue(
  {
    title: "Positions",
    fields: {
      ...auditFieldWords.en,
      ...tenantFieldWords.en,
      id: "Id",
      name: "Name",
      code: "Code",
      orderNo: "Order",
      remark: "Remark",
      status: "Status",
    },
    actions: {
      ...verbWords.en,
      list: "List",
    },
    refusals: {
      duplicate: "A position “{name}” with the code “{code}” exists already. Change one of the two.",
      inUse: "{count} {count:user holds|users hold} the position “{name}”. Give them another one first.",
    },
  },
  {
    title: "职位管理",
    fields: {
      ...auditFieldWords["zh-cn"],
      ...tenantFieldWords["zh-cn"],
      id: "编号",
      name: "名称",
      code: "编码",
      orderNo: "排序",
      remark: "备注",
      status: "状态",
    },
    actions: {
      ...verbWords["zh-cn"],
      list: "列表",
    },
    refusals: {
      duplicate: "名称为“{name}”且编码为“{code}”的职位已存在，请修改其一。",
      inUse: "仍有 {count} 个账号任职“{name}”，请先调整其职位。",
    },
  },
  {
    title: "職位管理",
    fields: {
      ...auditFieldWords["zh-tw"],
      ...tenantFieldWords["zh-tw"],
      id: "編號",
      name: "名稱",
      code: "代碼",
      orderNo: "排序",
      remark: "備註",
      status: "狀態",
    },
    actions: {
      ...verbWords["zh-tw"],
      list: "清單",
    },
    refusals: {
      duplicate: "名稱為「{name}」且代碼為「{code}」的職位已存在，請修改其中之一。",
      inUse: "仍有 {count} 個帳號擔任「{name}」，請先調整其職位。",
    },
  },
);
