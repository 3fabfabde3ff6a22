import { type LocalizedText, text3 } from "@countinghouse/contract/kit/locale.ts";

interface Item {
  readonly code: string;
  readonly text: LocalizedText;
  /** Number of an enumeration's member; the shown text where it is left out. */
  readonly value?: string;
  readonly orderNo?: number;
  readonly tagType?: "primary" | "success" | "info" | "warning" | "danger";
}

/** A dictionary of the first start. */
export interface SeededDictionary {
  readonly code: string;
  readonly names: LocalizedText;
  readonly orderNo: number;
  readonly isEnumeration: boolean;
  readonly items: readonly Item[];
}

const dictionary = (
  orderNo: number,
  code: string,
  names: LocalizedText,
  items: readonly (readonly [code: string, text: LocalizedText])[],
): SeededDictionary => ({
  code,
  names,
  orderNo,
  isEnumeration: false,
  items: items.map(([item, text]) => ({ code: item, text })),
});

/** A word that is the same in every language, such as a type of a programming language. */
const same = (word: string): readonly [string, LocalizedText] => [word, text3(word, word, word)];

/** Dictionaries kept by hand. */
export const dictionaries: readonly SeededDictionary[] = [
  dictionary(100, "code_gen_effect_type", text3("Form controls", "代码生成控件类型", "程式碼產生控制項類型"), [
    ["Input", text3("Text", "输入框", "輸入框")],
    ["fk", text3("Foreign key", "外键", "外部索引鍵")],
    ["DatePicker", text3("Date", "日期选择", "日期選擇")],
    ["Select", text3("Dictionary select", "字典选择", "字典選擇")],
    ["InputNumber", text3("Number", "数字输入框", "數字輸入框")],
    ["InputTextArea", text3("Long text", "文本域", "多行文字")],
    ["Upload", text3("Upload", "上传", "上傳")],
    ["ApiTreeSelect", text3("Tree select", "树选择框", "樹狀選擇")],
    ["Switch", text3("Switch", "开关", "開關")],
    ["ConstSelector", text3("Constant select", "常量选择器", "常數選擇")],
    ["EnumSelector", text3("Enumeration select", "枚举选择器", "列舉選擇")],
  ]),
  dictionary(101, "code_gen_query_type", text3("Query kinds", "代码生成查询类型", "程式碼產生查詢類型"), [
    ["==", text3("Equal", "等于", "等於")],
    ["like", text3("Contains", "模糊", "包含")],
    [">", text3("Greater", "大于", "大於")],
    ["<", text3("Less", "小于", "小於")],
    ["!=", text3("Not equal", "不等于", "不等於")],
    [">=", text3("At least", "大于等于", "大於等於")],
    ["<=", text3("At most", "小于等于", "小於等於")],
    ["isNotNull", text3("Not empty", "不为空", "不為空")],
    ["~", text3("Time range", "时间范围", "時間範圍")],
  ]),
  dictionary(102, "code_gen_net_type", text3("Value types", "代码生成数据类型", "程式碼產生資料型別"), [
    same("long"),
    same("string"),
    same("DateTime"),
    same("bool"),
    same("int"),
    same("double"),
    same("float"),
    same("decimal"),
    same("Guid"),
    same("DateTimeOffset"),
  ]),
  dictionary(103, "code_gen_create_type", text3("Output modes", "代码生成方式", "程式碼產生方式"), [
    ["100", text3("Download as ZIP", "下载压缩包", "下載壓縮檔")],
    ["111", text3("ZIP, front end only", "下载压缩包（前端）", "下載壓縮檔（前端）")],
    ["121", text3("ZIP, back end only", "下载压缩包（后端）", "下載壓縮檔（後端）")],
    ["200", text3("Into the project", "生成到本项目", "產生至本專案")],
    ["211", text3("Into the project, front end only", "生成到本项目（前端）", "產生至本專案（前端）")],
    ["221", text3("Into the project, back end only", "生成到本项目（后端）", "產生至本專案（後端）")],
  ]),
  dictionary(104, "code_gen_base_class", text3("Base classes", "代码生成基类", "程式碼產生基底類別"), [
    same("EntityBaseId"),
    same("EntityBase"),
    same("EntityTenantId"),
    same("EntityTenant"),
    same("EntityBaseData"),
    same("EntityTenantBaseData"),
  ]),
  dictionary(105, "code_gen_print_type", text3("Print support", "代码生成打印类型", "程式碼產生列印類型"), [
    ["off", text3("Not needed", "不需要打印", "不需列印")],
    ["custom", text3("Bind a print template", "绑定打印模板", "綁定列印範本")],
  ]),
  dictionary(201, "org_type", text3("Organisation kinds", "机构类型", "機構類型"), [
    ["101", text3("Group", "集团", "集團")],
    ["201", text3("Company", "公司", "公司")],
    ["301", text3("Department", "部门", "部門")],
    ["401", text3("Region", "区域", "區域")],
    ["501", text3("Team", "小组", "小組")],
  ]),
];
