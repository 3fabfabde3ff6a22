import { fill } from "@countinghouse/contract/kit/locale.ts";
import { type OrgNode, sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { TextCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { TreePanel } from "@countinghouse/ui/layout/tree-panel.tsx";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { DataTable, type TableState } from "@countinghouse/ui/table/data-table.tsx";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { CallError } from "../../../platform/api/call-error.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListToolbar } from "../../../platform/pages/list-toolbar.tsx";
import { type AnyRow, idOf } from "../../../platform/pages/paged-resource.ts";
import "../../../platform/pages/pages.css";
import { PageActions } from "../../../platform/pages/page-actions.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { PhoneRows } from "../../../platform/pages/phone-rows.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { useRowActions } from "../../../platform/pages/row-actions.tsx";
import { RowDrawer } from "../../../platform/pages/row-drawer.tsx";
import { useColumnsOf, useListColumns } from "../../../platform/pages/use-list-columns.ts";
import { orgNodes } from "../../../platform/pickers/org-tree.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

const forms = () => import("./org.form.tsx");

type Row = OrgNode & AnyRow;

const columns = ["name", "code", "type", "status", "orderNo", "remark", "updateTime"] as const;

const flatten = (nodes: readonly OrgNode[]): OrgNode[] => nodes.flatMap((node) => [node, ...flatten(node.children)]);

/** The tree of a query of organisations, and those at and below the chosen one as rows. */
function useOrgs(chosen: string | undefined) {
  const { data, error, isFetching, refetch } = useAnswer(sysOrg, "list", {});
  const retry = () => void refetch();
  const all = useMemo(() => flatten(data ?? []), [data]);
  const top = all.find((node) => idOf(node as Row) === chosen);
  const rows = (top ? flatten([top]) : all).filter(({ disabled }) => !disabled) as Row[];
  const state: TableState = data
    ? { kind: isFetching ? "refreshing" : "ready" }
    : error && !isFetching
      ? {
          kind: "failed",
          failure: { message: error.message, requestId: error instanceof CallError ? error.requestId : "", retry },
        }
      : { kind: "loading" };
  return { tree: orgNodes(data ?? []), top, rows, state, retry };
}

/** What the address holds: the chosen organisation and the open one. */
function useOrgAddress() {
  const [query, setQuery] = useSearchParams();
  const set = (name: "node" | "open") => (value: string | undefined) => {
    const next = new URLSearchParams(query);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    setQuery(next);
  };
  return {
    node: query.get("node") ?? undefined,
    open: query.get("open") ?? undefined,
    choose: set("node"),
    show: set("open"),
  };
}

const rowActions = { resource: sysOrg, actions: ["update", "delete"], forms };

/** Adding below the chosen organisation, or at the top. */
const adding = (top: OrgNode | undefined) => ({
  resource: sysOrg,
  actions: ["add"],
  forms,
  initial: { pid: top?.id ?? 0 },
});

/** Organisations: the tree at the left chooses, the list at the right works. */
export function OrgList() {
  const { title, text } = useWords(sysOrg);
  const { node, open, choose, show } = useOrgAddress();
  const { tree, rows, top, state, retry } = useOrgs(node);
  const layout = useColumnsOf(useListColumns<Row, string>(sysOrg, columns), rows);
  const actions = useRowActions({ ...rowActions, rows, onGone: () => show(undefined) });
  const words = useWords(pagesMessages);
  const given = {
    label: title,
    columns: layout.shown,
    rows,
    state,
    empty: undefined,
    onOpen: (row: Row) => show(idOf(row)),
  };
  return (
    <div className={open ? "ch-page ch-list ch-list-open" : "ch-page ch-list"}>
      <div className="ch-list-main">
        <header className="ch-page-head">
          <h1>{title}</h1>
          <span className="ch-grow" />
          <PageActions {...adding(top)} />
        </header>
        <div className="ch-split">
          <section className="ch-card">
            <TreePanel
              label={text?.tree ?? title}
              nodes={tree}
              selectedKey={node}
              onSelect={choose}
              isLoading={state.kind === "loading"}
            />
          </section>
          <section className="ch-card">
            <ListToolbar
              resource={sysOrg}
              count={fill(words.records, { count: rows.length })}
              limitedBy={null}
              columns={layout}
              onRefresh={retry}
            />
            {usePhone() ? (
              <PhoneRows {...given} />
            ) : (
              <DataTable
                {...given}
                rowKey={idOf}
                openKey={open}
                actions={actions.inRowOf(rows)}
                onResize={layout.resize}
              />
            )}
          </section>
        </div>
      </div>
      {open && (
        <RowDrawer
          resource={sysOrg}
          id={open}
          rows={rows}
          nameField="name"
          detail={OrgBeside}
          actions={actions.inHead}
          onOpen={show}
        />
      )}
      {actions.layer}
    </div>
  );
}

const facts = ["name", "code", "type", "level", "status", "orderNo", "remark"];

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
