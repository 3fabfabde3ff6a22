import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** The roles of merchants' people, by the codes under which every tenant has them. */
export const StaffRole = defineEnumeration("StaffRoleEnum", text3("Role", "角色", "角色"), {
  Owner: ["merchant_owner", text3("Merchant owner", "商户负责人", "特店負責人"), "accent"],
  Developer: ["merchant_developer", text3("Merchant developer", "商户开发人员", "特店開發人員"), "info"],
  Finance: ["merchant_finance", text3("Merchant finance", "商户财务", "特店財務"), "info"],
  Viewer: ["merchant_viewer", text3("Merchant viewer", "商户查看人员", "特店檢視人員"), "neutral"],
});

/** Every enumeration of merchants' people; each becomes a dictionary of the same name. */
export const staffEnumerations = [StaffRole] as const;
