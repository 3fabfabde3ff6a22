import { text3 } from "../../kit/locale.ts";
import type { ImportColumns } from "../../platform/table-import.ts";

const columns = {
  kind: { text: text3("Kind", "类别", "類別"), also: ["type", "类型", "類型"] },
  name: { text: text3("Name", "名称", "名稱"), also: ["full name", "whole name", "姓名"] },
  country: { text: text3("Country", "国家或地区", "國家或地區"), also: ["country code"] },
  decision: { text: text3("Decision", "处置", "處置"), also: [] },
  list: { text: text3("List", "名单", "名單"), also: ["source", "programme", "program"] },
  reference: { text: text3("Reference", "名单编号", "名單編號"), also: ["id", "uid", "reference number"] },
  remark: { text: text3("Remark", "备注", "備註"), also: ["note"] },
} as const;

/** What a file of a sanctions list tells. Entries are added; one that is there already is not changed. */
export const screeningImport: ImportColumns<keyof typeof columns> = {
  columns,
  needed: ["name", "list"],
  key: "name",
  integers: [],
  rowsMax: 10_000,
};
