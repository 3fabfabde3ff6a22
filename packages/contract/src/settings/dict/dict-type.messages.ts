import { catalogue } from "../../kit/locale.ts";
import { auditFieldWords, verbWords } from "../../kit/record.messages.ts";

export const sysDictTypeMessages = catalogue(
  {
    title: "Dictionaries",
    fields: {
      ...auditFieldWords.en,
      id: "Id",
      name: "Name",
      names: "Name per language",
      code: "Code",
      sysFlag: "Built in",
      orderNo: "Order",
      status: "Status",
      remark: "Remark",
    },
    actions: {
      ...verbWords.en,
      list: "List",
      setStatus: "Set status",
      dataList: "Items",
      allDictList: "All dictionaries",
    },
    refusals: {
      duplicate: "A dictionary with the code “{code}” exists already.",
      builtIn: "“{name}” mirrors an enumeration of the product: only its names and remark can be changed.",
      unknown: "There is no dictionary “{code}”.",
    },
    text: {
      own: "Own",
      builtInNote: "Comes with the product: only words and tags can be changed.",
      items: "Items",
    },
  },
  {
    title: "字典管理",
    fields: {
      ...auditFieldWords["zh-cn"],
      id: "编号",
      name: "字典名称",
      names: "多语言名称",
      code: "字典编码",
      sysFlag: "内置",
      orderNo: "排序",
      status: "状态",
      remark: "备注",
    },
    actions: {
      ...verbWords["zh-cn"],
      list: "列表",
      setStatus: "设置状态",
      dataList: "字典值",
      allDictList: "全部字典",
    },
    refusals: {
      duplicate: "编码为“{code}”的字典已存在。",
      builtIn: "“{name}”对应系统枚举，只能修改名称和备注。",
      unknown: "字典“{code}”不存在。",
    },
    text: {
      own: "自建",
      builtInNote: "系统内置，仅可修改文本和标签。",
      items: "字典值",
    },
  },
  {
    title: "字典管理",
    fields: {
      ...auditFieldWords["zh-tw"],
      id: "編號",
      name: "字典名稱",
      names: "多語名稱",
      code: "字典代碼",
      sysFlag: "內建",
      orderNo: "排序",
      status: "狀態",
      remark: "備註",
    },
    actions: {
      ...verbWords["zh-tw"],
      list: "清單",
      setStatus: "設定狀態",
      dataList: "字典值",
      allDictList: "所有字典",
    },
    refusals: {
      duplicate: "代碼為「{code}」的字典已存在。",
      builtIn: "「{name}」對應系統列舉，只能修改名稱與備註。",
      unknown: "字典「{code}」不存在。",
    },
    text: {
      own: "自建",
      builtInNote: "系統內建，僅可修改文字與標籤。",
      items: "字典值",
    },
  },
);
