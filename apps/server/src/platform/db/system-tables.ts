import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { AuditedColumns, TableFacts } from "./tables.ts";

interface TenantRows extends AuditedColumns {
  id: Generated<number>;
  name: string;
  orgId: number | null;
  userId: number | null;
  host: string | null;
  orderNo: Generated<number>;
  status: Generated<1 | 2>;
  remark: string | null;
}

interface OrgRows extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  pid: Generated<number>;
  parentId: GeneratedAlways<number | null>;
  name: string;
  code: string | null;
  level: number | null;
  type: string | null;
  directorId: number | null;
  orderNo: Generated<number>;
  status: Generated<1 | 2>;
  remark: string | null;
}

interface PositionRows extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  name: string;
  code: string | null;
  orderNo: Generated<number>;
  status: Generated<1 | 2>;
  remark: string | null;
}

interface UserRows extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  account: string;
  accountType: Generated<666 | 777 | 888 | 999>;
  orgId: number;
  posId: number | null;
  managerUserId: number | null;
  jobNum: string | null;
  posLevel: string | null;
  posTitle: string | null;
  expertise: string | null;
  officeZone: string | null;
  office: string | null;
  joinDate: string | null;
  orderNo: Generated<number>;
  remark: string | null;
  realName: string;
  nickName: string | null;
  avatar: string | null;
  sex: Generated<0 | 1 | 2 | 9>;
  age: number | null;
  birthday: string | null;
  nation: string | null;
  phone: string | null;
  cardType: number | null;
  idCardNum: string | null;
  email: string | null;
  address: string | null;
  cultureLevel: number | null;
  politicalOutlook: string | null;
  college: string | null;
  officePhone: string | null;
  emergencyContact: string | null;
  emergencyPhone: string | null;
  emergencyAddress: string | null;
  introduction: string | null;
  signature: string | null;
  status: Generated<1 | 2>;
  /** The merchant a member signs in for. */
  merchantId: string | null;
  lastLoginIp: string | null;
  lastLoginAddress: string | null;
  lastLoginTime: string | null;
  lastLoginDevice: string | null;
}

interface UserExtOrgRows {
  id: Generated<number>;
  userId: number;
  orgId: number;
  posId: number;
  jobNum: string | null;
  posLevel: string | null;
  joinDate: string | null;
}

interface RoleRows extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  name: string;
  code: string | null;
  orderNo: Generated<number>;
  dataScope: Generated<1 | 2 | 3 | 4 | 5>;
  status: Generated<1 | 2>;
  remark: string | null;
}

/** Any JSON value. */
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A text per language as it is stored. */
type StoredNames = JSONColumnType<
  Partial<Record<"en" | "zh-cn" | "zh-tw", string>> | null,
  string | null,
  string | null
>;

interface MenuRows extends AuditedColumns {
  id: Generated<number>;
  code: string | null;
  pid: Generated<number>;
  parentId: GeneratedAlways<number | null>;
  type: 1 | 2 | 3;
  title: string;
  titles: StoredNames;
  name: string | null;
  path: string | null;
  component: string | null;
  redirect: string | null;
  permission: string | null;
  icon: string | null;
  isIframe: Generated<boolean>;
  outLink: string | null;
  isHide: Generated<boolean>;
  isKeepAlive: Generated<boolean>;
  isAffix: Generated<boolean>;
  orderNo: Generated<number>;
  status: Generated<1 | 2>;
  remark: string | null;
}

interface DictTypeRows extends AuditedColumns {
  id: Generated<number>;
  name: string;
  names: StoredNames;
  code: string;
  sysFlag: Generated<1 | 2>;
  orderNo: Generated<number>;
  status: Generated<1 | 2>;
  remark: string | null;
}

interface DictItemRows extends AuditedColumns {
  id: Generated<number>;
  dictTypeId: number;
  value: string;
  code: string;
  name: string | null;
  names: StoredNames;
  tagType: "primary" | "success" | "info" | "warning" | "danger" | null;
  styleSetting: string | null;
  classSetting: string | null;
  orderNo: Generated<number>;
  status: Generated<1 | 2>;
  remark: string | null;
  extData: string | null;
}

interface ConfigRows extends AuditedColumns {
  id: Generated<number>;
  name: string;
  names: StoredNames;
  code: string;
  value: string | null;
  sysFlag: Generated<1 | 2>;
  groupCode: string | null;
  orderNo: Generated<number>;
  remark: string | null;
}

interface SiteAssetRows {
  name: string;
  contentType: string;
  content: Buffer;
  checksum: string;
  updateTime: string;
}

interface NoticeRows extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  title: string;
  content: string;
  type: Generated<1 | 2>;
  status: Generated<0 | 1 | 2 | 3>;
  publicUserId: number;
  publicUserName: string | null;
  publicOrgId: number | null;
  publicOrgName: string | null;
  publicTime: string | null;
  cancelTime: string | null;
}

interface NoticeUserRows {
  id: Generated<number>;
  tenantId: number;
  noticeId: number;
  userId: number;
  readStatus: Generated<0 | 1>;
  readTime: string | null;
}

interface ScheduleRows extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  userId: number;
  scheduleTime: string;
  startTime: string | null;
  endTime: string | null;
  content: string;
  status: Generated<0 | 1>;
}

interface VisitRows {
  id: Generated<number>;
  tenantId: number | null;
  createTime: string;
  visitType: 1 | 2 | 3;
  account: string | null;
  realName: string | null;
  status: string;
  actionName: string | null;
  remoteIp: string | null;
  location: string | null;
  longitude: number | null;
  latitude: number | null;
  browser: string | null;
  os: string | null;
  elapsed: number | null;
}

/** A clearing of the visit log, from the request to the archive. */
export interface VisitClearingRow {
  id: string;
  tenantId: number;
  upTo: string;
  rows: number;
  askUserId: number;
  askUserName: string;
  askTime: string;
  approveUserId: number | null;
  approveUserName: string | null;
  approveTime: string | null;
  archive: string | null;
  sha256: string | null;
  doneTime: string | null;
}

/** Tables of the system area. */
/** What somebody put off in their inbox. */
interface InboxDeferralRows {
  userId: number;
  kind: string;
  itemId: string;
  until: string;
  createTime: string;
}

export interface SystemTables {
  tenants: TenantRows;
  orgs: OrgRows;
  positions: PositionRows;
  users: UserRows;
  userExtOrgs: UserExtOrgRows;
  roles: RoleRows;
  userRoles: { userId: number; roleId: number };
  menus: MenuRows;
  roleMenus: { roleId: number; menuId: number };
  roleOrgs: { roleId: number; orgId: number };
  userMenus: { userId: number; menuId: number; orderNo: Generated<number> };
  userPreferences: { userId: number; key: string; value: ColumnType<Json, string, string>; updateTime: string };
  inboxDeferrals: InboxDeferralRows;
  dictTypes: DictTypeRows;
  dictItems: DictItemRows;
  configs: ConfigRows;
  siteAssets: SiteAssetRows;
  notices: NoticeRows;
  noticeUsers: NoticeUserRows;
  schedules: ScheduleRows;
  visits: VisitRows;
  visitClearings: VisitClearingRow;
}

/** Link tables are shared because a row is only reached after its scoped parent was found. */
export const systemManifest: Readonly<Record<keyof SystemTables, TableFacts>> = {
  tenants: { scope: { tenant: "id" }, placement: "local", grant: "readWrite", audited: true },
  orgs: { scope: { tenant: "tenantId", isOfOperator: true }, placement: "local", grant: "readWrite", audited: true },
  positions: {
    scope: { tenant: "tenantId", isOfOperator: true },
    placement: "local",
    grant: "readWrite",
    audited: true,
  },
  users: {
    scope: { tenant: "tenantId", org: "orgId", self: "id", merchant: "merchantId" },
    placement: "local",
    grant: "readWrite",
    audited: true,
  },
  userExtOrgs: { scope: "shared", placement: "local", grant: "readWrite" },
  roles: { scope: { tenant: "tenantId", isOfOperator: true }, placement: "local", grant: "readWrite", audited: true },
  userRoles: { scope: "shared", placement: "local", grant: "readWrite" },
  menus: { scope: "shared", placement: "local", grant: "readWrite", audited: true },
  roleMenus: { scope: "shared", placement: "local", grant: "readWrite" },
  roleOrgs: { scope: "shared", placement: "local", grant: "readWrite" },
  userMenus: { scope: { user: "userId" }, placement: "local", grant: "readWrite" },
  userPreferences: { scope: { user: "userId" }, placement: "local", grant: "readWrite" },
  inboxDeferrals: { scope: { user: "userId" }, placement: "local", grant: "readWrite" },
  dictTypes: { scope: "shared", placement: "local", grant: "readWrite", audited: true },
  dictItems: { scope: "shared", placement: "local", grant: "readWrite", audited: true },
  configs: { scope: "shared", placement: "local", grant: "readWrite", audited: true },
  siteAssets: { scope: "shared", placement: "local", grant: "readWrite" },
  notices: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite", audited: true },
  noticeUsers: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
  schedules: { scope: { tenant: "tenantId", user: "userId" }, placement: "local", grant: "readWrite", audited: true },
  visits: { scope: { tenant: "tenantId", personAccount: "account" }, placement: "local", grant: "readWrite" },
  visitClearings: { scope: { tenant: "tenantId", isOfOperator: true }, placement: "local", grant: "readWrite" },
};
