import { type Text, text3 } from "@countinghouse/contract/kit/locale.ts";

/** An organisation of a new tenant: its code and what stands below it. */
export interface OrgPlan {
  readonly code: string;
  /** Code of the dictionary of organisation kinds. */
  readonly type: string;
  readonly name: Text;
  readonly below?: readonly OrgPlan[];
}

/** The platform operator's own organisations. */
export const platformOrgs: OrgPlan = {
  code: "1001",
  type: "101",
  name: text3("Countinghouse", "Countinghouse 总部", "Countinghouse 總部"),
  below: [
    { code: "100101", type: "301", name: text3("Operations", "运营部", "營運部") },
    { code: "100102", type: "301", name: text3("Risk and compliance", "风控合规部", "風控法遵部") },
    { code: "100103", type: "301", name: text3("Settlement and finance", "清结算财务部", "清算財務部") },
    {
      code: "100104",
      type: "301",
      name: text3("Technology", "技术部", "技術部"),
      below: [{ code: "10010401", type: "501", name: text3("Merchant integration", "商户接入组", "特店串接組") }],
    },
  ],
};

/** Positions of a payment business, from the top. */
export const positionPlan: readonly { readonly code: string; readonly name: Text }[] = [
  { code: "chair", name: text3("Chairperson", "董事长", "董事長") },
  { code: "gm", name: text3("General manager", "总经理", "總經理") },
  { code: "dgm", name: text3("Deputy general manager", "副总经理", "副總經理") },
  { code: "head", name: text3("Head of department", "部门经理", "部門經理") },
  { code: "deputy", name: text3("Deputy head of department", "部门副经理", "部門副理") },
  { code: "ops", name: text3("Operations specialist", "运营专员", "營運專員") },
  { code: "kam", name: text3("Key account manager", "大客户经理", "大客戶經理") },
  { code: "risk", name: text3("Risk analyst", "风控分析师", "風控分析師") },
  { code: "dispute", name: text3("Dispute specialist", "拒付处理专员", "爭議款處理專員") },
  { code: "compliance", name: text3("Compliance officer", "合规专员", "法遵專員") },
  { code: "settlement", name: text3("Settlement specialist", "结算专员", "結算專員") },
  { code: "recon", name: text3("Reconciliation accountant", "对账会计", "對帳會計") },
  { code: "cashier", name: text3("Cashier", "出纳", "出納") },
  { code: "engineer", name: text3("Integration engineer", "接入工程师", "串接工程師") },
  { code: "support", name: text3("Support agent", "客服专员", "客服專員") },
  { code: "staff", name: text3("Staff", "职员", "職員") },
];

/** Roles of a new tenant, one for each data scope. */
export const rolePlan: readonly {
  readonly code: string;
  readonly dataScope: 1 | 2 | 3 | 4 | 5;
  readonly name: Text;
  readonly remark: Text;
}[] = [
  {
    code: "sys_admin",
    dataScope: 1,
    name: text3("Administrator", "系统管理员", "系統管理員"),
    remark: text3("All data of the tenant", "可管理本租户的全部数据", "可管理本租戶的所有資料"),
  },
  {
    code: "sys_deptChild",
    dataScope: 2,
    name: text3("Area manager", "区域主管", "區域主管"),
    remark: text3("Own organisation and below", "本机构及以下数据", "本機構及以下資料"),
  },
  {
    code: "sys_dept",
    dataScope: 3,
    name: text3("Department operator", "部门操作员", "部門操作員"),
    remark: text3("Own organisation", "本机构数据", "本機構資料"),
  },
  {
    code: "sys_self",
    dataScope: 4,
    name: text3("Individual operator", "个人操作员", "個人操作員"),
    remark: text3("Own records only", "仅本人数据", "僅本人資料"),
  },
  {
    code: "sys_define",
    dataScope: 5,
    name: text3("Cross-department operator", "跨部门操作员", "跨部門操作員"),
    remark: text3("Chosen organisations", "自定义机构数据", "自訂機構資料"),
  },
];
