import { type LocalizedText, text3 } from "../kit/locale.ts";

/** Roles of the first start, by their code. */
export const seededRoles = {
  sys_admin: text3("Administrator", "系统管理员", "系統管理員"),
  sys_deptChild: text3("Area manager", "区域主管", "區域主管"),
  sys_dept: text3("Department operator", "部门操作员", "部門操作員"),
  sys_self: text3("Individual operator", "个人操作员", "個人操作員"),
  sys_define: text3("Cross-department operator", "跨部门操作员", "跨部門操作員"),
  op_operations: text3("Operations", "运营人员", "營運人員"),
  op_risk: text3("Risk", "风控人员", "風控人員"),
  op_finance: text3("Finance", "财务人员", "財務人員"),
  op_support: text3("Customer service", "客服人员", "客服人員"),
  op_technical: text3("Technical support", "技术支持人员", "技術支援人員"),
  op_audit: text3("Auditor", "审计人员", "稽核人員"),
  merchant_owner: text3("Merchant owner", "商户负责人", "特店負責人"),
  merchant_developer: text3("Merchant developer", "商户开发人员", "特店開發人員"),
  merchant_finance: text3("Merchant finance", "商户财务", "特店財務"),
  merchant_viewer: text3("Merchant viewer", "商户查看人员", "特店檢視人員"),
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** Purpose of each of them. */
export const seededRoleRemarks = {
  sys_admin: text3("All data of the tenant", "可管理本租户的全部数据", "可管理本租戶的所有資料"),
  sys_deptChild: text3("Own organisation and below", "本机构及以下数据", "本機構及以下資料"),
  sys_dept: text3("Own organisation", "本机构数据", "本機構資料"),
  sys_self: text3("Own records only", "仅本人数据", "僅本人資料"),
  sys_define: text3("Chosen organisations", "自定义机构数据", "自訂機構資料"),
  op_operations: text3("Merchants, orders, gateways and routing", "商户、订单、网关与路由", "特店、訂單、閘道與路由"),
  op_risk: text3("Suspensions, holds and deposits", "暂停商户、冻结资金与保证金", "暫停特店、凍結款項與保證金"),
  op_finance: text3(
    "Settlement, withdrawals, payouts, rates and the ledger",
    "结算、提现、代付、汇率与账务",
    "撥款、提領、代付、匯率與帳務",
  ),
  op_support: text3("Looks orders up and refunds them", "查询订单与退款", "查詢訂單與退款"),
  op_technical: text3("Integration, logs and exceptions", "对接、日志与异常处理", "串接、日誌與異常處理"),
  op_audit: text3("Reads everything, changes nothing", "只读全部数据，不能变更", "唯讀所有資料，不可變更"),
  merchant_owner: text3("Everything of the own merchant", "本商户的全部操作", "自家特店的所有操作"),
  merchant_developer: text3(
    "Keys, webhooks and logs of the own merchant",
    "本商户的密钥、Webhook 与日志",
    "自家特店的金鑰、Webhook 與紀錄",
  ),
  merchant_finance: text3(
    "Orders, terms and money of the own merchant",
    "本商户的订单、费率与资金",
    "自家特店的訂單、費率與款項",
  ),
  merchant_viewer: text3("Reads the own merchant's records", "仅查看本商户的记录", "僅檢視自家特店的紀錄"),
} as const satisfies Readonly<Record<string, LocalizedText>>;
