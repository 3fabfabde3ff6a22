import { catalogue } from "../../kit/locale.ts";
import { auditFieldWords, tenantFieldWords, verbWords } from "../../kit/record.messages.ts";
import { importWords } from "../../platform/table-import.messages.ts";

export const screeningMessages = catalogue(
  {
    title: "Beneficiary screening",
    fields: {
      ...importWords.en.fields,
      ...auditFieldWords.en,
      ...tenantFieldWords.en,
      id: "Id",
      kind: "Kind",
      name: "Name",
      country: "Country or region",
      decision: "Decision",
      list: "List",
      reference: "No. in the list",
      status: "Status",
      remark: "Remark",
      likeness: "Likeness",
    },
    actions: { ...importWords.en.actions, ...verbWords.en },
    refusals: {
      ...importWords.en.refusals,
      duplicate: "The list {list} has “{name}” already.",
      countryNeeded: "Say which country or region is meant.",
      nameNotRefused: "A name is reviewed by people: two people may share one. Only a country or region is refused.",
    },
    text: {
      ...importWords.en.text,
      fileHint:
        "CSV or Excel with the columns name and list; kind (individual, company, country), country, decision (review, refuse), reference and remark may follow. Each spelling of a name is a row. At most {limit} rows.",
      repeated: "The entry stands in the file more than once.",
    },
  },
  {
    title: "收款人筛查",
    fields: {
      ...importWords["zh-cn"].fields,
      ...auditFieldWords["zh-cn"],
      ...tenantFieldWords["zh-cn"],
      id: "编号",
      kind: "类别",
      name: "名称",
      country: "国家或地区",
      decision: "处置",
      list: "名单",
      reference: "名单编号",
      status: "状态",
      remark: "备注",
      likeness: "相似度",
    },
    actions: { ...importWords["zh-cn"].actions, ...verbWords["zh-cn"] },
    refusals: {
      ...importWords["zh-cn"].refusals,
      duplicate: "名单 {list} 中已有“{name}”。",
      countryNeeded: "请选择国家或地区。",
      nameNotRefused: "名称可能重名，须人工复核；仅国家或地区可直接拒绝。",
    },
    text: {
      ...importWords["zh-cn"].text,
      fileHint:
        "CSV 或 Excel，须含名称、名单两列；可另含类别（individual、company、country）、国家或地区、处置（review、refuse）、名单编号和备注。每种写法一行，最多 {limit} 行。",
      repeated: "文件中该条目重复。",
    },
  },
  {
    title: "收款人篩查",
    fields: {
      ...importWords["zh-tw"].fields,
      ...auditFieldWords["zh-tw"],
      ...tenantFieldWords["zh-tw"],
      id: "編號",
      kind: "類別",
      name: "名稱",
      country: "國家或地區",
      decision: "處置",
      list: "名單",
      reference: "名單編號",
      status: "狀態",
      remark: "備註",
      likeness: "相似度",
    },
    actions: { ...importWords["zh-tw"].actions, ...verbWords["zh-tw"] },
    refusals: {
      ...importWords["zh-tw"].refusals,
      duplicate: "名單 {list} 中已有「{name}」。",
      countryNeeded: "請選擇國家或地區。",
      nameNotRefused: "名稱可能重名，須人工覆核；僅國家或地區可直接拒絕。",
    },
    text: {
      ...importWords["zh-tw"].text,
      fileHint:
        "CSV 或 Excel，須含名稱、名單兩欄；可另含類別（individual、company、country）、國家或地區、處置（review、refuse）、名單編號與備註。每種寫法一列，最多 {limit} 列。",
      repeated: "檔案中此項目重複。",
    },
  },
);
