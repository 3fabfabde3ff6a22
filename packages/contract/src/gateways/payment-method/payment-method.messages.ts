import { catalogue } from "../../kit/locale.ts";
import { auditFieldWords, verbWords } from "../../kit/record.messages.ts";

export const paymentMethodMessages = catalogue(
  {
    title: "Payment methods",
    fields: {
      ...auditFieldWords.en,
      id: "Id",
      code: "Code",
      nameEn: "English name",
      nameZhCn: "Simplified Chinese name",
      nameZhTw: "Traditional Chinese name",
      category: "Category",
      sort: "Order",
      remark: "Remark",
      status: "Status",
    },
    actions: {
      ...verbWords.en,
    },
    refusals: {
      duplicate: "There is a method with the code {code} already.",
    },
    text: {
      codeHint: "For good: orders and programs know the method by it.",
      name: "Name",
      sortHint: "Smaller comes first at the checkout.",
    },
  },
  {
    title: "支付方式",
    fields: {
      ...auditFieldWords["zh-cn"],
      id: "编号",
      code: "编码",
      nameEn: "英文名称",
      nameZhCn: "简体名称",
      nameZhTw: "繁体名称",
      category: "类别",
      sort: "排序",
      remark: "备注",
      status: "状态",
    },
    actions: {
      ...verbWords["zh-cn"],
    },
    refusals: {
      duplicate: "编码为 {code} 的支付方式已存在。",
    },
    text: {
      codeHint: "保存后不可修改，订单与程序均以此识别。",
      name: "名称",
      sortHint: "数值小的在收银台靠前显示。",
    },
  },
  {
    title: "付款方式",
    fields: {
      ...auditFieldWords["zh-tw"],
      id: "編號",
      code: "代碼",
      nameEn: "英文名稱",
      nameZhCn: "簡體名稱",
      nameZhTw: "繁體名稱",
      category: "類別",
      sort: "排序",
      remark: "備註",
      status: "狀態",
    },
    actions: {
      ...verbWords["zh-tw"],
    },
    refusals: {
      duplicate: "代碼為 {code} 的付款方式已存在。",
    },
    text: {
      codeHint: "儲存後無法修改，訂單與程式均以此識別。",
      name: "名稱",
      sortHint: "數值小者在結帳頁排前面。",
    },
  },
);
