import { sysOrgMessages } from "@countinghouse/contract/system/org/org.messages.ts";
import { sysUser, type User } from "@countinghouse/contract/system/user/user.ts";
import { TwoLineCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { TreePanel } from "@countinghouse/ui/layout/tree-panel.tsx";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";

const forms = () => import("./user.form.tsx");

import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useListAddress } from "../../../platform/pages/use-list-address.ts";
import { useOrgTree } from "../../../platform/pickers/org-tree.ts";
import { statusColumn } from "../../../platform/pickers/status-switch.tsx";
import { useUser } from "../../../platform/session/session.ts";
import { UserPanel } from "./user.detail.tsx";
import "./user.css";

type Row = { readonly row: User };

const Person = ({ row }: Row) => (
  <span className="user-person">
    <span className="user-avatar" aria-hidden="true">
      {row.avatar ? <img src={row.avatar} alt="" /> : row.realName.slice(0, 1)}
    </span>
    <TwoLineCell first={row.realName} second={row.account} />
  </span>
);

const columns: ListPageProps<typeof sysUser>["columns"] = [
  { field: "account", cell: Person, width: 184 },
  statusColumn<User>(
    sysUser,
    ({ realName }) => realName,
    ({ id }) => id === useUser().id,
  ),
  "accountType",
  { field: "roleName", width: 136 },
  { field: "orgName", width: 152 },
  { field: "posName", width: 120 },
  { field: "phone", width: 136 },
  "lastLoginTime",
  "orderNo",
  { field: "nickName", isHidden: true },
  { field: "sex", isHidden: true },
  { field: "birthday", isHidden: true },
  { field: "email", isHidden: true },
  { field: "jobNum", isHidden: true },
  { field: "joinDate", isHidden: true },
  { field: "domainAccount", isHidden: true },
  { field: "createTime", isHidden: true },
  { field: "updateTime", isHidden: true },
];

/** People who sign in, of the organisation chosen on the left and of all below it. */
export function UserList() {
  const { address, setFilter } = useListAddress(sysUser);
  const chosen = address.filters.orgId;
  const orgId = chosen?.kind === "one" ? Number(chosen.value) : null;
  return (
    <div className="user-page">
      <Orgs orgId={orgId} onChoose={(id) => setFilter("orgId", id === null ? undefined : { kind: "one", value: id })} />
      <ListPage
        resource={sysUser}
        columns={columns}
        forms={forms}
        rowActions={["update", "resetPwd", { action: "copy" }, "resetFactors", "unlockLogin", "delete"]}
        pageActions={["import", "add"]}
        nameField="realName"
        detail={UserPanel}
        fixed={{ orgId }}
      />
    </div>
  );
}

function Orgs({ orgId, onChoose }: { readonly orgId: number | null; onChoose(id: number | null): void }) {
  const { title } = useWords(sysOrgMessages);
  const { nodes, isLoading } = useOrgTree();
  const tree = (
    <TreePanel
      label={title}
      nodes={nodes}
      isLoading={isLoading}
      selectedKey={orgId === null ? undefined : String(orgId)}
      onSelect={(key) => onChoose(key === undefined ? null : Number(key))}
    />
  );
  if (!usePhone()) return <aside className="user-orgs">{tree}</aside>;
  return (
    <details className="user-orgs">
      <summary>{title}</summary>
      {tree}
    </details>
  );
}
