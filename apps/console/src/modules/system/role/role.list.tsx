import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { StatusSwitch } from "../../../platform/pickers/status-switch.tsx";

const forms = () => import("./role.form.tsx");

const State = ({ row }: { readonly row: RecordOf<typeof sysRole> }) => (
  <StatusSwitch resource={sysRole} row={row} name={row.name} isFixed={row.code === "sys_admin"} />
);

const columns: ListPageProps<typeof sysRole>["columns"] = [
  { field: "name", width: 176 },
  "code",
  "dataScope",
  { field: "status", cell: State, width: 112 },
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
    rowActions={["update", "grantDataScope", "delete"]}
    bulkActions={["delete"]}
  />
);
