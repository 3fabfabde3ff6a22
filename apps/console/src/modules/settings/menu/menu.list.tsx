import { namesOf } from "@countinghouse/contract/names.ts";
import { sysMenuMessages } from "@countinghouse/contract/settings/menu/menu.messages.ts";
import { type MenuNode, sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { FailureState } from "@countinghouse/ui/feedback/failure-state.tsx";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { PageActions } from "../../../platform/pages/page-actions.tsx";
import { useRowActions } from "../../../platform/pages/row-actions.tsx";
import { menuType } from "../../../platform/pickers/menu-tree.ts";
import { fittingRecords, treeRows, useUnfolded } from "../../../platform/pickers/tree-rows.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useMenuColumns } from "./menu.columns.detail.tsx";
import { type MenuFilter, MenuFilters, noFilter } from "./menu.filters.detail.tsx";
import "../../../platform/pages/pages.css";
import "./menu.css";

const forms = () => import("./menu.form.tsx");

const fits = (filter: MenuFilter) => (node: MenuNode) =>
  (filter.type === null || node.type === filter.type) &&
  [...namesOf(node.titles, node.title), node.permission ?? "", node.path ?? ""].some((text) =>
    text.toLowerCase().includes(filter.text.trim().toLowerCase()),
  );

/** The menu as a tree: directories, pages and their buttons. */
export function MenuList() {
  const { title } = useWords(sysMenuMessages);
  const { data, isPending, error, refetch } = useAnswer(sysMenu, "list", {});
  const [filter, setFilter] = useState<MenuFilter>(noFilter);
  const unfolded = useUnfolded((depth) => depth < 1);
  const isFiltered = filter.text.trim() !== "" || filter.type !== null;
  const tree = isFiltered ? fittingRecords(data ?? [], fits(filter)) : (data ?? []);
  const rows = treeRows(tree, (id, depth) => isFiltered || unfolded.isOpen(id, depth));
  const columns = useMenuColumns((row) => unfolded.set(row.record.id, !row.isOpen));
  const ofBranch = useRowActions({
    resource: sysMenu,
    actions: ["update", "add", { action: "copy" }, "delete"],
    forms,
    nameField: "title",
  });
  const ofButton = useRowActions({
    resource: sysMenu,
    actions: ["update", { action: "copy" }, "delete"],
    forms,
    nameField: "title",
  });
  const actionsOf = (record: MenuNode) => (record.type === menuType.button ? ofButton : ofBranch);
  return (
    <div className="ch-page menu-page">
      <header className="ch-page-head">
        <h1>{title}</h1>
        <span className="ch-grow" />
        <PageActions resource={sysMenu} actions={["add"]} forms={forms} />
      </header>
      <MenuFilters filter={filter} onChange={setFilter} onUnfold={unfolded.setAll} onRefresh={() => void refetch()} />
      <section className="ch-card menu-card">
        {error && !data ? (
          <FailureState failure={{ message: error.message, retry: () => void refetch() }} />
        ) : (
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            rowKey={({ record }) => String(record.id)}
            state={{ kind: isPending ? "loading" : "ready" }}
            actions={
              ofBranch.isEmpty
                ? undefined
                : { draw: ({ record }) => actionsOf(record).inRow(record), isFloating: false }
            }
          />
        )}
      </section>
      {ofBranch.layer}
      {ofButton.layer}
    </div>
  );
}
