import { sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { LdapDetail } from "./ldap.detail.tsx";

const forms = () => import("./ldap.form.tsx");

const columns: ListPageProps<typeof sysLdap>["columns"] = [
  { field: "host", width: 240 },
  { field: "port", width: 80 },
  { field: "tls", width: 112 },
  { field: "baseDn", width: 240 },
  { field: "bindDn", width: 240 },
  { field: "linkCount", width: 136 },
  { field: "syncEvery", width: 128 },
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
