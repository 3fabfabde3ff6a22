import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";
import { seededRoles } from "../../platform/seeded-roles.ts";

/** Standard merchant roles, by their codes in every tenant. */
export const StaffRole = defineEnumeration("StaffRoleEnum", text3("Role", "角色", "角色"), {
  Owner: ["merchant_owner", seededRoles.merchant_owner, "accent"],
  Developer: ["merchant_developer", seededRoles.merchant_developer, "info"],
  Finance: ["merchant_finance", seededRoles.merchant_finance, "info"],
  Viewer: ["merchant_viewer", seededRoles.merchant_viewer, "neutral"],
});

/** Every enumeration of merchants' people; each becomes a dictionary of the same name. */
export const staffEnumerations = [StaffRole] as const;
