import { text3 } from "../../kit/locale.ts";
import type { ImportColumns } from "../../platform/table-import.ts";

/** What a file of regions may tell, each with its heading and the other headings that are understood. */
const regionColumns = {
  code: { text: text3("Code", "行政代码", "行政代碼"), also: ["代码", "代碼", "编码", "編碼"] },
  parentCode: { text: text3("Parent code", "上级代码", "上層代碼"), also: ["parent", "pcode", "上级", "上層"] },
  name: { text: text3("Name", "名称", "名稱"), also: ["区域名称", "區域名稱"] },
  shortName: { text: text3("Short name", "简称", "簡稱"), also: [] },
  pinYin: { text: text3("Pinyin", "拼音", "拼音"), also: [] },
  zipCode: { text: text3("Postal code", "邮政编码", "郵遞區號"), also: ["zip", "postcode", "邮编"] },
  cityCode: { text: text3("Dialling code", "区号", "區碼"), also: ["areacode"] },
  lng: { text: text3("Longitude", "经度", "經度"), also: ["longitude"] },
  lat: { text: text3("Latitude", "纬度", "緯度"), also: ["latitude"] },
  orderNo: { text: text3("Order", "排序", "排序"), also: [] },
  remark: { text: text3("Remark", "备注", "備註"), also: ["note"] },
} as const;

export type RegionColumn = keyof typeof regionColumns;

/** What a file of regions tells; a code that is known already is changed. */
export const regionImport: ImportColumns<RegionColumn> = {
  columns: regionColumns,
  needed: ["code", "name"],
  key: "code",
  integers: ["orderNo"],
  rowsMax: 5_000,
};
