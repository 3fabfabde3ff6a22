import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import { seededNames } from "@countinghouse/contract/platform/seeded-names.ts";

/** An organisation of a new tenant: its code and what stands below it. */
export interface OrgPlan {
  readonly code: string;
  /** Code of the dictionary of organisation kinds. */
  readonly type: string;
  readonly name: LocalizedText;
  readonly below?: readonly OrgPlan[];
}

/** The platform operator's own organisations. */
export const platformOrgs: OrgPlan = {
  code: "1001",
  type: "101",
  name: seededNames.org["1001"],
  below: [
    { code: "100101", type: "301", name: seededNames.org["100101"] },
    { code: "100102", type: "301", name: seededNames.org["100102"] },
    { code: "100103", type: "301", name: seededNames.org["100103"] },
    {
      code: "100104",
      type: "301",
      name: seededNames.org["100104"],
      below: [{ code: "10010401", type: "501", name: seededNames.org["10010401"] }],
    },
  ],
};

/** Positions of a payment business, from the top. */
export const positionPlan: readonly { readonly code: string; readonly name: LocalizedText }[] = [
  { code: "chair", name: seededNames.position.chair },
  { code: "gm", name: seededNames.position.gm },
  { code: "dgm", name: seededNames.position.dgm },
  { code: "head", name: seededNames.position.head },
  { code: "deputy", name: seededNames.position.deputy },
  { code: "ops", name: seededNames.position.ops },
  { code: "kam", name: seededNames.position.kam },
  { code: "risk", name: seededNames.position.risk },
  { code: "dispute", name: seededNames.position.dispute },
  { code: "compliance", name: seededNames.position.compliance },
  { code: "settlement", name: seededNames.position.settlement },
  { code: "recon", name: seededNames.position.recon },
  { code: "cashier", name: seededNames.position.cashier },
  { code: "engineer", name: seededNames.position.engineer },
  { code: "support", name: seededNames.position.support },
  { code: "staff", name: seededNames.position.staff },
];

/** Roles of a new tenant, one for each data scope. */
export const rolePlan: readonly {
  readonly code: string;
  readonly dataScope: 1 | 2 | 3 | 4 | 5;
  readonly name: LocalizedText;
  readonly remark: LocalizedText;
}[] = [
  {
    code: "sys_admin",
    dataScope: 1,
    name: seededNames.role.sys_admin,
    remark: seededNames.roleRemark.sys_admin,
  },
  {
    code: "sys_deptChild",
    dataScope: 2,
    name: seededNames.role.sys_deptChild,
    remark: seededNames.roleRemark.sys_deptChild,
  },
  {
    code: "sys_dept",
    dataScope: 3,
    name: seededNames.role.sys_dept,
    remark: seededNames.roleRemark.sys_dept,
  },
  {
    code: "sys_self",
    dataScope: 4,
    name: seededNames.role.sys_self,
    remark: seededNames.roleRemark.sys_self,
  },
  {
    code: "sys_define",
    dataScope: 5,
    name: seededNames.role.sys_define,
    remark: seededNames.roleRemark.sys_define,
  },
];
