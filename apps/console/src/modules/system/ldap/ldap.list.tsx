import { sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { LdapDetail } from "./ldap.detail.tsx";

const forms = () => import("./ldap.form.tsx");

const columns: ListPageProps<typeof sysLdap>["columns"] = [
  { field: "host", width: 240 },
  { field: "port", width: 80, part: "none" },
  { field: "tls", width: 112, part: "none" },
  { field: "baseDn", width: 240, part: "more" },
  { field: "bindDn", width: 240, part: "none" },
  { field: "linkCount", width: 136, part: "none" },
  { field: "syncEvery", width: 128, part: "none" },
  { field: "lastVerdict", width: 168 },
  { field: "lastSyncTime", width: 168 },
  { field: "status", width: 96 },
];

/** Directories whose people sign in here. */
export const LdapList = () => (
  <ListPage
    resource={sysLdap}
    columns={columns}
    forms={forms}
    nameField="host"
    rowActions={["update", "delete"]}
    detail={LdapDetail}
  />
);
