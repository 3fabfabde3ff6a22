import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { statusColumn } from "../../../platform/pickers/status-switch.tsx";

import { RolePanel } from "./role.detail.tsx";

const forms = () => import("./role.form.tsx");

type Role = RecordOf<typeof sysRole>;

const columns: ListPageProps<typeof sysRole>["columns"] = [
  { field: "name", width: 176 },
  "code",
  "dataScope",
  statusColumn<Role>(
    sysRole,
    ({ name }) => name,
    ({ code }) => code === "sys_admin",
  ),
  "orderNo",
  "remark",
  { field: "updateTime", isHidden: true },
];

/** Roles: what their holders may do, and whose data they see. */
export const RoleList = () => (
  <ListPage
    resource={sysRole}
    columns={columns}
    forms={forms}
    rowActions={["update", "grantDataScope", { action: "copy" }, "delete"]}
    bulkActions={["delete"]}
    detail={RolePanel}
  />
);
