import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import { StaffRole } from "@countinghouse/contract/merchants/merchant-staff/staff-enumerations.ts";
import { seededNames } from "@countinghouse/contract/platform/seeded-names.ts";
import type { MerchantRole } from "../modules/system/role/index.ts";

const nameOf = (code: MerchantRole): LocalizedText => {
  const role = StaffRole.memberOf(code);
  if (!role) throw new Error(`no role of merchants’ people is called ${code}`);
  return role.text;
};

/** What each role is called and for. */
export const merchantRoles: Readonly<
  Record<MerchantRole, { readonly name: LocalizedText; readonly remark: LocalizedText }>
> = {
  merchant_owner: {
    name: nameOf(StaffRole.Owner),
    remark: seededNames.roleRemark.merchant_owner,
  },
  merchant_developer: {
    name: nameOf(StaffRole.Developer),
    remark: seededNames.roleRemark.merchant_developer,
  },
  merchant_finance: {
    name: nameOf(StaffRole.Finance),
    remark: seededNames.roleRemark.merchant_finance,
  },
  merchant_viewer: {
    name: nameOf(StaffRole.Viewer),
    remark: seededNames.roleRemark.merchant_viewer,
  },
};
