import { catalogue } from "../../kit/locale.ts";
import { auditFieldWords, verbWords } from "../../kit/record.messages.ts";

export const reconSourceMessages = catalogue(
  {
    title: "Reconciliation settings",
    fields: {
      ...auditFieldWords.en,
      id: "Id",
      gatewayAccountId: "Gateway account",
      gatewayAccountName: "Gateway account",
      settlementCurrency: "Settlement currency",
      isFetched: "Fetch files",
      fileEndpointId: "File endpoint",
      fileEndpointName: "File endpoint",
      filePattern: "File names",
      amountTolerance: "Amount tolerance",
      feeTolerance: "Fee tolerance",
      approvalLimit: "Second person above",
      remark: "Remark",
    },
    actions: {
      ...verbWords.en,
    },
    refusals: {
      duplicate: "This account has settings already. Change those.",
      accountUnknown: "There is no such gateway account.",
      endpointUnknown: "There is no such endpoint, or it is switched off.",
    },
  },
  {
    title: "对账设置",
    fields: {
      ...auditFieldWords["zh-cn"],
      id: "编号",
      gatewayAccountId: "网关账户",
      gatewayAccountName: "网关账户",
      settlementCurrency: "结算币种",
      isFetched: "自动获取文件",
      fileEndpointId: "文件端点",
      fileEndpointName: "文件端点",
      filePattern: "文件名",
      amountTolerance: "金额容差",
      feeTolerance: "费用容差",
      approvalLimit: "超过此额需复核",
      remark: "备注",
    },
    actions: {
      ...verbWords["zh-cn"],
    },
    refusals: {
      duplicate: "该账户已有对账设置，请直接修改。",
      accountUnknown: "没有此网关账户。",
      endpointUnknown: "没有此文件端点，或已停用。",
    },
  },
  {
    title: "對帳設定",
    fields: {
      ...auditFieldWords["zh-tw"],
      id: "編號",
      gatewayAccountId: "閘道帳戶",
      gatewayAccountName: "閘道帳戶",
      settlementCurrency: "撥款幣別",
      isFetched: "自動取得檔案",
      fileEndpointId: "檔案端點",
      fileEndpointName: "檔案端點",
      filePattern: "檔名",
      amountTolerance: "金額容差",
      feeTolerance: "費用容差",
      approvalLimit: "超過此額需覆核",
      remark: "備註",
    },
    actions: {
      ...verbWords["zh-tw"],
    },
    refusals: {
      duplicate: "該帳戶已有對帳設定，請直接修改。",
      accountUnknown: "沒有此閘道帳戶。",
      endpointUnknown: "沒有此檔案端點，或已停用。",
    },
  },
);
