import { type OrgNode, sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { TextCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import type { AnyRow } from "../../../platform/pages/paged-resource.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { useListAddress } from "../../../platform/pages/use-list-address.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./org.css";

const forms = () => import("./org.form.tsx");

const OrgTree = lazyPart(async () => (await import("./org.tree.part.tsx")).OrgTree);

const columns: ListPageProps<typeof sysOrg>["columns"] = [
  { field: "name", width: 176 },
  { field: "code", width: 112 },
  { field: "level", width: 64 },
  { field: "type", width: 96 },
  "status",
  "orderNo",
  "remark",
  { field: "directorId", isHidden: true },
  { field: "createTime", isHidden: true },
  "updateTime",
];

/** Organisations: the tree chooses and arranges, the list works. */
export function OrgList() {
  const { address, setFilter } = useListAddress(sysOrg);
  const chosen = address.filters.orgId;
  const orgId = chosen?.kind === "one" ? Number(chosen.value) : null;
  return (
    <div className="org-page">
      <section className="ch-card org-tree">
        <OrgTree
          chosen={orgId}
          onChoose={(id) => setFilter("orgId", id === null ? undefined : { kind: "one", value: id })}
        />
      </section>
      <ListPage
        resource={sysOrg}
        columns={columns}
        forms={forms}
        fixed={{ orgId }}
        rowActions={["update", "move", { action: "copy" }, "delete"]}
        pageActions={["import", "add"]}
        nameField="name"
        detail={OrgBeside}
      />
    </div>
  );
}

const facts = ["name", "code", "type", "level", "directorId", "status", "orderNo", "remark"];

const flatten = (nodes: readonly OrgNode[]): OrgNode[] => nodes.flatMap((node) => [node, ...flatten(node.children)]);

/** An organisation beside the list, with the one above it by name. */
function OrgBeside({ row }: { readonly row: AnyRow }) {
  const { fields, text } = useWords(sysOrg);
  const { data } = useAnswer(sysOrg, "list", {});
  const above = flatten(data ?? []).find(({ id }) => id === row.pid)?.name ?? (row.pid === 0 ? text?.root : undefined);
  return (
    <>
      <RecordFacts resource={sysOrg} of={row} fields={facts} />
      <Facts facts={[{ key: "above", label: fields.pid, value: <TextCell value={above ?? "–"} /> }]} />
      <RecordHistory resource={sysOrg} of={row} />
    </>
  );
}
