import { text3 } from "../../kit/locale.ts";
import type { ImportColumns } from "../../platform/table-import.ts";

/** What a file of people tells. They are added; nobody who is there already is changed. */
const userColumns = {
  account: { text: text3("Account", "账号", "帳號"), also: ["登录账号", "login"] },
  realName: { text: text3("Name", "姓名", "姓名"), also: ["full name", "真实姓名"] },
  org: {
    text: text3("Organisation", "所属机构", "所屬機構"),
    also: ["organization", "机构", "部门", "department", "機構"],
  },
  pos: { text: text3("Position", "职位", "職位"), also: ["岗位"] },
  roles: { text: text3("Roles", "角色", "角色"), also: ["role"] },
  nickName: { text: text3("Nickname", "昵称", "暱稱"), also: [] },
  phone: { text: text3("Phone", "手机号码", "手機號碼"), also: ["mobile", "手机", "手機"] },
  email: { text: text3("E-mail", "邮箱", "電子郵件"), also: ["email", "mail"] },
  jobNum: { text: text3("Staff number", "工号", "員工編號"), also: ["employee number"] },
  joinDate: { text: text3("Joined", "入职日期", "到職日"), also: ["start date"] },
  birthday: { text: text3("Birthday", "出生日期", "出生日期"), also: [] },
  domainAccount: { text: text3("Directory account", "域账号", "網域帳號"), also: [] },
  orderNo: { text: text3("Order", "排序", "排序"), also: [] },
  remark: { text: text3("Remark", "备注", "備註"), also: ["note"] },
} as const;

export const userImport: ImportColumns<keyof typeof userColumns> = {
  columns: userColumns,
  needed: ["account", "realName", "org"],
  key: "account",
  integers: ["orderNo"],
  rowsMax: 1_000,
};
