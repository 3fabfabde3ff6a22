import { text3 } from "../../kit/locale.ts";
import type { ImportColumns } from "../../platform/table-import.ts";

const posColumns = {
  name: { text: text3("Name", "职位名称", "職位名稱"), also: ["position", "名称", "名稱"] },
  code: { text: text3("Code", "职位编码", "職位代碼"), also: ["编码", "代碼"] },
  orderNo: { text: text3("Order", "排序", "排序"), also: [] },
  remark: { text: text3("Remark", "备注", "備註"), also: ["note"] },
} as const;

/** What a file of positions tells. They are added; one that is there already is not changed. */
export const posImport: ImportColumns<keyof typeof posColumns> = {
  columns: posColumns,
  needed: ["name"],
  key: "name",
  integers: ["orderNo"],
  rowsMax: 1_000,
};
