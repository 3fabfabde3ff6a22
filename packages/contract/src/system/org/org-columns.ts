import { text3 } from "../../kit/locale.ts";
import type { ImportColumns } from "../../platform/table-import.ts";

const orgColumns = {
  code: { text: text3("Code", "机构编码", "機構代碼"), also: ["编码", "代碼"] },
  name: { text: text3("Name", "机构名称", "機構名稱"), also: ["organisation", "organization", "名称", "名稱", "部门"] },
  parentCode: { text: text3("Parent code", "上级编码", "上層代碼"), also: ["parent", "上级", "上層"] },
  level: { text: text3("Level", "级别", "層級"), also: [] },
  type: { text: text3("Type", "机构类型", "機構類型"), also: ["类型", "類型"] },
  orderNo: { text: text3("Order", "排序", "排序"), also: [] },
  remark: { text: text3("Remark", "备注", "備註"), also: ["note"] },
} as const;

/** What a file of organisations tells. They are added below those that their parents' codes name. */
export const orgImport: ImportColumns<keyof typeof orgColumns> = {
  columns: orgColumns,
  needed: ["code", "name", "parentCode"],
  key: "code",
  integers: ["orderNo", "level"],
  rowsMax: 1_000,
};
