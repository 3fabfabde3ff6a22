import { sysTenant, type Tenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { statusColumn } from "../../../platform/pickers/status-switch.tsx";

const forms = () => import("./tenant.form.tsx");

/** The platform's own: it stays, and its administrators hold everything. */
const ownId = 1;

const columns: ListPageProps<typeof sysTenant>["columns"] = [
  { field: "name", width: 200 },
  { field: "adminAccount", width: 160 },
  { field: "adminName", width: 144 },
  { field: "phone", width: 144 },
  { field: "email", width: 200 },
  statusColumn<Tenant>(
    sysTenant,
    ({ name }) => name,
    ({ id }) => id === ownId,
  ),
  "orderNo",
  "remark",
  { field: "createTime", width: 168 },
];

const facts = ["name", "adminAccount", "adminName", "phone", "email", "status", "orderNo", "remark"];

/** A tenant beside the list: who looks after it by name, not by the number of an account. */
const TenantDetail = ({ row }: { readonly row: Tenant }) => (
  <>
    <RecordFacts resource={sysTenant} of={row} fields={facts} />
    <RecordHistory resource={sysTenant} of={row} />
  </>
);

/** Tenants: companies whose people and records are apart from everyone else's. */
export const TenantList = () => (
  <ListPage
    resource={sysTenant}
    columns={columns}
    forms={forms}
    nameField="name"
    rowActions={["update", "grantMenu", "resetPwd", "switchTo"]}
    detail={TenantDetail}
  />
);
