import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { AccountType, Gender } from "@countinghouse/contract/system-enumerations.ts";
import type { Generated } from "kysely";
import type { TenantRow } from "../../../platform/db/columns.ts";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface UserRows extends TenantRow {
  account: string;
  accountType: Generated<ValueOf<typeof AccountType>>;
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
  /** Limit of refunds without an approval, in whole US dollars; null where only the settings limit them. */
  refundLimit: number | null;
  orderNo: Generated<number>;
  realName: string;
  nickName: string | null;
  avatar: string | null;
  sex: Generated<ValueOf<typeof Gender>>;
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
  /** The merchant of a merchant's user. */
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

interface UserFormerMarks {
  userId: number;
  mark: string;
  untilTime: Generated<string>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    users: UserRows;
    userExtOrgs: UserExtOrgRows;
    userFormerMarks: UserFormerMarks;
  }
}

export const userTables: FactsOf<"users" | "userExtOrgs" | "userFormerMarks"> = {
  users: {
    scope: { tenant: "tenantId", org: "orgId", self: "id", merchant: "merchantId" },
    placement: "local",
    grant: "readWrite",
    audited: true,
  },
  userExtOrgs: { scope: "shared", placement: "local", grant: "readWrite" },
  userFormerMarks: { scope: "shared", placement: "local", grant: "readOnly" },
};
