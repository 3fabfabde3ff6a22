import { catalogue } from "../../kit/locale.ts";
import { auditFieldWords, tenantFieldWords, verbWords } from "../../kit/record.messages.ts";
import { importWords } from "../../platform/table-import.messages.ts";

export const sysPosMessages = catalogue(
  {
    title: "Positions",
    fields: {
      ...importWords.en.fields,
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
      ...importWords.en.actions,
      ...verbWords.en,
      list: "List",
    },
    refusals: {
      ...importWords.en.refusals,
      duplicate: "A position “{name}” with the code “{code}” exists already. Change one of the two.",
      inUse: "{count} {count:user holds|users hold} the position “{name}”. Give them another one first.",
    },
    text: {
      ...importWords.en.text,
      fileHint:
        "CSV or Excel with the column name; code, order and remark may follow. At most {limit} rows. A position that is there already is refused.",
      repeated: "The position stands in the file more than once.",
    },
  },
  {
    title: "职位管理",
    fields: {
      ...importWords["zh-cn"].fields,
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
      ...importWords["zh-cn"].actions,
      ...verbWords["zh-cn"],
      list: "列表",
    },
    refusals: {
      ...importWords["zh-cn"].refusals,
      duplicate: "名称为“{name}”且编码为“{code}”的职位已存在，请修改其一。",
      inUse: "仍有 {count} 个账号任职“{name}”，请先调整其职位。",
    },
    text: {
      ...importWords["zh-cn"].text,
      fileHint: "支持 CSV 或 Excel，须含“职位名称”列，可含编码、排序、备注列，最多 {limit} 行。已存在的职位不会导入。",
      repeated: "文件中有重复的职位。",
    },
  },
  {
    title: "職位管理",
    fields: {
      ...importWords["zh-tw"].fields,
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
      ...importWords["zh-tw"].actions,
      ...verbWords["zh-tw"],
      list: "清單",
    },
    refusals: {
      ...importWords["zh-tw"].refusals,
      duplicate: "名稱為「{name}」且代碼為「{code}」的職位已存在，請修改其中之一。",
      inUse: "仍有 {count} 個帳號擔任「{name}」，請先調整其職位。",
    },
    text: {
      ...importWords["zh-tw"].text,
      fileHint:
        "支援 CSV 或 Excel，須有「職位名稱」欄，可有代碼、排序、備註欄，最多 {limit} 列。已存在的職位不會匯入。",
      repeated: "檔案中有重複的職位。",
    },
  },
);
